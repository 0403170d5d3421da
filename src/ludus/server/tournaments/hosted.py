"""`Hosted`: a tournament on a server, those who watch it, and what it looks like in a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludus.rules.rulebook import Rulebook
from ludus.server.call import Moment
from ludus.server.store.changes import PutScore, TournamentSummary
from ludus.server.tournaments import events
from ludus.server.tournaments.events import AnyTournamentEvent
from ludus.server.tournaments.state import TournamentState
from ludus.server.tournaments.tournament import NextGame, Tournament


@dataclass(slots=True)
class Hosted:
    """A tournament, and what is not part of it: who watches, and what is on its way."""

    tournament: Tournament
    rulebook: Rulebook | None = None
    """The rules of its game; None where the game is not here any more."""
    kept: int = 0
    """The number of its events that were kept and told."""
    watchers: set[int] = field(default_factory=set)
    beginning: set[NextGame] = field(default_factory=set)
    """Games that wait for the records of the games before them."""
    awaited: dict[str, float] = field(default_factory=dict)
    """After a restart: until when players may come back as if they had never been away."""
    untold: set[str] = field(default_factory=set)
    """Players who were away when it ended; they are told when they come back."""

    @property
    def id(self) -> str:
        """What it is called."""
        return self.tournament.state.id

    @property
    def due(self) -> float | None:
        """When something happens in it although nobody says anything."""
        state = self.tournament.state
        times = [*self.awaited.values()] if state.standing == "playing" else []
        if state.standing == "open" and state.arrangement.starts:
            times.append(state.arrangement.starts)
        deadline = self.tournament.deadline()
        return min([*times, *([] if deadline is None else [deadline])], default=None)


@dataclass(slots=True)
class GameStart(Moment):
    """A game of a tournament that can begin, and the matches with the games before it in the same pairing."""

    hosted: Hosted
    game: NextGame
    earlier: list[str]


def summary_of(state: TournamentState, ended: float) -> TournamentSummary:
    """A tournament in short."""
    return TournamentSummary(
        tournament=state.id,
        game=state.terms.game,
        kind=state.terms.kind,
        standing=state.standing,
        players=len(state.ratings),
        by=state.arrangement.by,
        winners=list(state.winners or []),
        made=state.opened,
        ended=ended,
    )


def scores_of(event: AnyTournamentEvent, state: TournamentState) -> Iterator[PutScore]:
    """What an event means for the statistics of players: a pairing counts when it is decided, a tournament for whoever is out
    of it or, at the end, for everybody else.
    """
    match event:
        case events.PairingEnded(pairing=number, winner=winner, how=how, at=at) if how != "bye":
            pairing = state.pairings[number - 1]
            name = f"{state.id}/{number}"
            for entrant in pairing.players:
                lost = "forfeited" if how == "forfeit" else "lost"
                result = "won" if entrant == winner else "drawn" if not winner else lost
                yield from _scores(state, entrant, "match", name, result, at)
                if state.terms.kind == "knockout" and entrant != winner and entrant not in state.withdrawn:
                    yield from _scores(state, entrant, "tournament", state.id, "lost", at)
        case events.Withdrew(player=entrant, at=at) if state.started is not None:
            yield from _scores(state, entrant, "tournament", state.id, "forfeited", at)
        case events.MemberLeft(player=player, at=at) if state.started is not None:
            yield PutScore(player, "tournament", state.id, "forfeited", at)
        case events.Finished(winners=winners, at=at):
            for entrant in state.order:
                if entrant in winners:
                    yield from _scores(state, entrant, "tournament", state.id, "won", at)
                elif entrant not in state.withdrawn:
                    yield from _scores(state, entrant, "tournament", state.id, "lost", at)


def _scores(state: TournamentState, entrant: str, what: str, name: str, result: str, at: float) -> Iterator[PutScore]:
    """The same for everybody who plays for an entrant."""
    for player in state.teams.players(entrant):
        yield PutScore(player, what, name, result, at)  # type: ignore[arg-type]
