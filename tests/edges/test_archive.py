"""The archive over every protocol, with the same answers."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tests.edges.clients import Bot, Browser, Telnet
from tests.server_process import start_server

GAMES = 5


def test_finished_games_are_listed_by_player_day_and_result_a_page_at_a_time_over_every_protocol(tmp_path):  # B8
    today = datetime.now(UTC).date()
    yesterday, tomorrow = today - timedelta(1), today + timedelta(1)
    with (
        start_server("--set", "matches.archived=2", folder=tmp_path) as server,
        Bot(server.port) as ann,
        Bot(server.port) as bob,
        Telnet(server.port) as telnet,
        Browser(server.web_port) as browser,
    ):
        ann.ask("guest", name="ann")
        bob.ask("guest", name="bob")
        for number in range(GAMES):
            match = ann.ask("new", game="tic-tac-toe")["match"]
            bob.ask("join", match=match)
            (ann if number == 2 else bob).ask("resign", match=match)

        telnet.say("STYLE draw")

        def by_line(**wanted: object) -> tuple[list[str], bool]:
            telnet.say("ARCHIVE " + " ".join(f"{name}={value}" for name, value in wanted.items()))
            *lines, end = telnet.until("END ARCHIVE", "PROBLEM")
            return [line.split()[1] for line in lines if line.startswith("MATCH")], end.endswith("MORE")

        def by_json(client: Bot, **wanted: object) -> tuple[list[str], bool]:
            reply = client.ask("archive", **wanted)
            return [each["match"] for each in reply["matches"]], reply.get("more", False)

        def by_http(**wanted: object) -> tuple[list[str], bool]:
            query = "&".join(f"{name}={value}" for name, value in wanted.items())
            with urlopen(f"http://127.0.0.1:{server.web_port}/api/archive?{query}") as answer:
                reply = json.load(answer)
            return [each["match"] for each in reply["matches"]], reply.get("more", False)

        ways = (by_line, by_http, lambda **wanted: by_json(ann, **wanted), lambda **wanted: by_json(browser, **wanted))
        for ask in ways:
            won = {"player": "ann", "result": "won", "since": str(yesterday), "until": str(tomorrow)}
            assert ask(**won) == (["m5", "m4"], True)
            assert ask(**won, before="m4") == (["m2", "m1"], False)
            assert ask(player="ann", result="lost") == (["m3"], False)
            assert ask(since=str(tomorrow)) == ([], False)
            assert ask(until=str(yesterday)) == ([], False)
        for wrong in ({"since": "yesterday"}, {"until": "2026-02-31"}, {"result": "glorious"}):
            assert ann.ask("archive", **wrong)["code"] == "wrong field"
            with pytest.raises(HTTPError) as refused:
                by_http(**wrong)
            assert refused.value.code == 400
            refused.value.close()
