"""The archive in every store: by player, game, day and result, a page at a time."""

from __future__ import annotations

from ludus.server.store.changes import ArchiveQuery, MatchSummary, PutSummary

ANN, BOB = [["ann"], ["bob"]], [["bob"], ["cat"]]


def over(number: int, teams: list[list[str]], winner: int, *, game: str = "conquest", ended: float = 0.0, how: str = "played"):
    return PutSummary(MatchSummary(f"m{number}", game, "over", teams, 9, 1.0, ended or 10.0 * number, "It is over", winner, how))


def test_finished_matches_are_found_by_player_game_day_and_result(shop):  # B8
    shop.store.commit(
        [
            over(1, ANN, 0),
            over(2, ANN, -1, game="othello"),
            over(3, BOB, 1, how="time"),
            over(4, ANN, 1),
            over(5, BOB, 0, ended=999.0),
            PutSummary(MatchSummary("m6", "conquest", "playing", ANN, 3, 1.0, 0.0, "", -1, "")),
        ],
        50.0,
    )

    def found(**wanted: object) -> list[str]:
        query = {"before": 100, "until": 100.0, "count": 10, **wanted}
        return [each.match for each in shop.store.finished_matches(ArchiveQuery(**query))]  # type: ignore[arg-type]

    assert found() == ["m4", "m3", "m2", "m1"]
    assert found(until=1000.0) == ["m5", "m4", "m3", "m2", "m1"]
    assert found(since=20.0, until=30.0) == ["m3", "m2"]
    assert found(game="othello") == ["m2"]
    assert found(player="ann") == ["m4", "m2", "m1"]
    assert found(player="ann", result="won") == ["m1"]
    assert found(player="ann", result="lost", game="othello") == []
    assert found(player="bob", result="forfeited") == ["m3"]
    assert found(result="drawn") == ["m2"]
    assert found(result="won") == ["m4", "m3", "m1"]
    assert found(count=2) == ["m4", "m3"]
    assert found(count=2, before=3) == ["m2", "m1"]
