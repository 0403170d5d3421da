"""`History`: the steps of a match as players write them, and which of them everybody may know.

A move of somebody else is told when no private field holds anything any more (a round of Yahtzee is over). Events that a seat is
not told about are not counted for it either: with one numbering for all, the gaps would tell how often the others have moved.
"""

from __future__ import annotations

from ludus.rules.movetext import move_text, path_text
from ludus.rules.play import Moved, Step
from ludus.rules.rulebook import WATCHER, Rulebook
from ludus.rules.state import StateRecord
from ludus.server.matches import events
from ludus.server.matches.events import AnyEvent
from ludus.server.matches.match import Match


def hidden_fields(rulebook: Rulebook, state: StateRecord) -> list[str]:
    """The fields of a state that hold something which not everybody may see."""
    names = [*rulebook.game.secret, *rulebook.game.private]
    return [name for name in dict.fromkeys(names) if state[name].any()]


class History:
    """What has been told about the steps of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.texts: list[str] = []  # the steps, as players write them
        self.movers: list[int] = []  # whose they were; -1 for chance
        self.chances: dict[int, str] = {}  # what chance decided, in words, by the number of the step
        self.known = 0  # the number of steps that everybody knows
        self.private = match.rulebook.game.private
        self.hidden: list[tuple[int, int]] = []  # the events that only one seat was told of, and that seat
        self._read()

    def number(self, seat: int, number: int) -> int:
        """The number of an event as a seat counts them."""
        if not self.hidden:
            return number
        return number - sum(before <= number and whose != seat for before, whose in self.hidden)

    def seen_by(self, seat: int) -> list[str]:
        """The steps that a seat may know."""
        if self.known == len(self.texts):
            return self.texts.copy()
        steps = enumerate(zip(self.texts, self.movers, strict=True))
        return [text for place, (text, mover) in steps if place < self.known or mover in (seat, WATCHER)]

    def chances_seen_by(self, seat: int) -> dict[int, str]:
        """What chance decided, in words, by the place among the steps that this seat may know."""
        if not self.chances:
            return {}
        if self.known == len(self.texts):
            return self.chances.copy()
        told = [place for place, mover in enumerate(self.movers) if place < self.known or mover in (seat, WATCHER)]
        return {at: self.chances[place] for at, place in enumerate(told) if place in self.chances}

    def news(self, known: int, seat: int) -> list[str]:
        """What the others did that has become known since only `known` steps were."""
        news = zip(self.texts[known : self.known], self.movers[known : self.known], strict=True)
        return [text for text, mover in news if mover not in (seat, WATCHER)]

    @property
    def moves_known(self) -> int:
        """The number of moves that everybody knows of."""
        return sum(mover != WATCHER for mover in self.movers[: self.known])

    # Following the match

    def follow(self, path: list[tuple[int, int]]) -> None:
        """Note the last step, a move with this path or chance; or forget the steps that were taken back."""
        rulebook, play = self.match.rulebook, self.match.play
        if len(self.texts) == len(play.steps) - 1:
            step = play.steps[-1]
            if not isinstance(step, Moved):
                self._note(step, rulebook.chance_text(play.before, step.chance) if rulebook.game.chance_text else "")
            elif rulebook.game.move_text:
                self._note(step, move_text(rulebook, play.before, step.move, step.seat))
            else:
                self._note(step, path_text(tuple(path), rulebook.width))
            if not self.private or self._nothing_private(play.state):
                self.known = len(self.texts)
        else:
            del self.texts[len(play.steps) :], self.movers[len(play.steps) :]
            self.chances = {step: words for step, words in self.chances.items() if step < len(play.steps)}
            self.known = min(self.known, len(self.texts))

    def note_hidden(self, event: AnyEvent, known: int) -> None:
        """Where something is private: note an event that only one seat is told of; `known` is the number of steps everybody knew
        before it.
        """
        if isinstance(event, events.Erred) or (isinstance(event, events.Played) and self.known == known):
            self.hidden.append((event.number, event.seat))

    # A match that went on before

    def _read(self) -> None:
        """Note every step that was taken before."""
        rulebook, state = self.match.rulebook, self.match.start
        knew = [0]  # the steps everybody knew before each step, and at the end
        for step in self.match.play.steps:
            if isinstance(step, Moved):
                self._note(step, move_text(rulebook, state, step.move, step.seat))
                state = rulebook.play(state, step.move, step.seat)
            else:
                self._note(step, rulebook.chance_text(state, step.chance))
                state = rulebook.happen(state, step.chance)
            if self._nothing_private(state):
                self.known = len(self.texts)
            knew.append(self.known)
        if self.private:
            self._read_hidden(knew)

    def _read_hidden(self, knew: list[int]) -> None:
        """Note which events only one seat was told of; where something is private, nothing is ever taken back."""
        taken = 0
        for event in self.match.log:
            if isinstance(event, events.Drawn):
                taken += 1
            elif isinstance(event, events.Played):
                taken += 1
                if knew[taken] == knew[taken - 1]:
                    self.hidden.append((event.number, event.seat))
            elif isinstance(event, events.Erred):
                self.hidden.append((event.number, event.seat))

    def _note(self, step: Step, text: str = "") -> None:
        """Note a step; where all choose at once, with the team whose it was."""
        game = self.match.rulebook.game
        if isinstance(step, Moved):
            self.texts.append(text if game.acts is None else f"{step.seat + 1}: {text}")
            self.movers.append(step.seat)
        else:
            if text:
                self.chances[len(self.texts)] = text
            self.texts.append("*" if game.secret else f"*{step.chance}")
            self.movers.append(WATCHER)

    def _nothing_private(self, state: StateRecord) -> bool:
        return not self.private or not any(state[name].any() for name in self.private)
