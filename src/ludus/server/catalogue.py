"""`Catalogue`: the games of a server, and their rules, compiled when they are first wanted."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias
from weakref import WeakValueDictionary

import msgspec

from ludus.games.finder import GameFinder
from ludus.rules.appearance import describe, picture_named
from ludus.rules.errors import LudusError, PositionError
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.play import Play
from ludus.rules.positions import options_in, read_position
from ludus.rules.rulebook import WATCHER, Rulebook
from ludus.rules.rules_text import rules_text
from ludus.rules.state import StateRecord
from ludus.rules.trial import try_out
from ludus.search.precompilation import PARTS, RULES, is_compiled
from ludus.server.compilation import Compilations, unload_with
from ludus.server.matches.drawn_board import drawn_squares
from ludus.wire.messages import Described, DrawnSquare, GameEntry, GameOption

DESCRIPTIONS_KEPT = 100
"""Descriptions of games, each with some options, that are kept ready."""


VARIANTS = 16
"""Games with unusual options that are kept although nobody plays them."""

Key: TypeAlias = tuple[str, tuple[tuple[str, int], ...]]
"""A game and its options."""


class Catalogue:
    """The rulebooks, by game and options."""

    def __init__(self, files: Sequence[Path] = (), compilations: Compilations | None = None, variants: int = VARIANTS) -> None:
        """Without `compilations`, games are compiled in this process."""
        self.finder = GameFinder(files)
        self.games: dict[str, GameFile] = self.finder.games
        self.compilations, self._most = compilations, variants
        self._usual: dict[str, Rulebook] = {}  # by game, as it is usually played
        self._variants: WeakValueDictionary[Key, Rulebook] = WeakValueDictionary()  # all that somebody uses, and those below
        self._kept: OrderedDict[Key, Rulebook] = OrderedDict()  # least recently used first
        self._lock, self._order = threading.Lock(), threading.Lock()  # the second is never held for long

    def list(self) -> list[GameEntry]:
        """What can be played."""
        return [_entry(file) for file in self.games.values()]

    def ready(self, game: str, options: Mapping[str, int]) -> Rulebook | None:
        """The rules of a game, if they were compiled before."""
        if not options:
            return self._usual.get(game)
        key = game, tuple(sorted(options.items()))
        rulebook = self._variants.get(key)
        if rulebook is not None:
            self._keep(key, rulebook)
        return rulebook

    def load(self, game: str, options: Mapping[str, int]) -> Rulebook | None:
        """The rules of a game if they are on disk already, or None; raises `LudusError` if there are no such options. Slow."""
        if (rulebook := self.ready(game, options)) is not None:  # others asked for it while this waited
            return rulebook
        file = self._file(game, options)
        return self._loaded(game, file) if self.compilations is None or is_compiled(file, RULES) else None

    def prepare(self, game: str, options: Mapping[str, int]) -> Rulebook:
        """The rules of a game, compiled and tried; takes seconds the first time. For any thread."""
        rulebook = self.ready(game, options)
        if rulebook is None:
            file = self._file(game, options)
            if self.compilations:
                self.compilations.compile(file, RULES)
            rulebook = self._loaded(game, file)
        return rulebook

    def warm_up(self) -> Iterator[str]:
        """Compile and load every game as it is usually played; yields what could not be, in a sentence. Slow."""
        for part in PARTS:  # the rules of all games first: a match can begin with these
            for game, file in self.games.items():
                try:
                    if self.compilations:
                        self.compilations.compile(file, part)
                    self._loaded(game, file)
                    self.described(game, {})  # a page asks for it before anything else
                except LudusError as error:
                    yield f"{game}: {error}"

    def _file(self, game: str, options: Mapping[str, int]) -> GameFile:
        return read_game_file(self.games[game].path, options) if options else self.games[game]

    def _loaded(self, game: str, file: GameFile) -> Rulebook:
        """The rules in a file, loaded and tried, unless another thread was faster."""
        with self._lock:
            rulebook = self.ready(game, file.chosen)
            if rulebook is None:
                rulebook = Rulebook(file)
                try_out(rulebook)
                if file.chosen:
                    key = game, tuple(sorted(file.chosen.items()))
                    unload_with(rulebook)
                    self._variants[key] = rulebook
                    self._keep(key, rulebook)
                else:
                    self._usual[game] = rulebook
            return rulebook

    def _keep(self, key: Key, rulebook: Rulebook) -> None:
        """Note that a variant was used; of those that nobody plays, the ones unused for longest are let go of."""
        with self._order:
            self._kept[key] = rulebook
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    @property
    def variants(self) -> int:
        """How many games with unusual options are loaded."""
        return len(self._variants)

    def find(self, word: str) -> str | None:
        """The slug of the game that a word means; None when there is no such game."""
        if word in self.games:  # programs say the slug itself
            return word
        try:
            return self.finder.find(word).game.slug
        except LudusError:
            return None

    def unknown(self, word: str) -> str:
        """A word that means no game, with the game that was probably meant."""
        near = self.finder.nearest(word)
        return f"{word} (did you mean {near}?)" if near else word

    def chosen(self, game: str, options: Mapping[str, int], position: str = "") -> dict[str, int]:
        """The options that differ from the usual ones, whether given by name or in a position."""
        if not options and not position:
            return {}
        rules = self.games[game].game
        usual = {option.name: option.default for option in rules.options}
        wanted = {**(options_in(rules, position) if position else {}), **options}
        return {name: value for name, value in wanted.items() if usual.get(name) != value}

    def described(self, game: str, options: Mapping[str, int]) -> Described:
        """The rules of a game in words, and how it looks; raises `LudusError` if there are no such options. For any thread."""
        return _described(self.games[game], tuple(sorted(options.items())))

    def picture(self, game: str, name: str) -> str | None:
        """The picture of a piece or of a type of square, as SVG; None if there is none of that name."""
        return picture_named(self.games[game].game, name)

    def position(self, rulebook: Rulebook, text: str) -> StateRecord | None:
        """The position to begin with, None for the usual start; raises `LudusError`."""
        if not text:
            return None
        try:
            state = read_position(rulebook, text)
        except PositionError as error:
            raise PositionError(f"{error}; write it as the game does, or join the lines of SAVE by ;") from None
        if rulebook.outcome(state) >= -1:
            raise LudusError("that position is over already")
        return state


@lru_cache(maxsize=DESCRIPTIONS_KEPT)
def _described(file: GameFile, options: tuple[tuple[str, int], ...]) -> Described:
    file = read_game_file(file.path, dict(options)) if options else file
    game, look = file.game, describe(file.game)
    same = {field: getattr(look, field) for field in ("width", "height", "first_row_on_top")}
    lists = {
        field: getattr(look, field) for field in ("columns", "rows", "labels", "points", "lines", "pieces", "squares", "teams")
    }
    about = {
        "game": game.slug,
        "name": game.name,
        "rules": rules_text(file),
        "hides": game.hides,
        "chance": game.chances is not None,
        "pictures": game.picture is not None,
        "start": _set_up(file),
    }
    return msgspec.convert({**about, **same, **lists, "type": "described"}, Described, from_attributes=True)


def _set_up(file: GameFile) -> list[DrawnSquare]:
    """The board before the first move; asked of the plain rules, so that nobody waits for the compiler to see a picture."""
    rulebook = Rulebook(file, compiled=False)
    return drawn_squares(rulebook, rulebook.seen_by(Play(rulebook).state, WATCHER))


def _entry(file: GameFile) -> GameEntry:
    game = file.game
    return GameEntry(
        game=game.slug,
        name=game.name,
        says=game.says.removeprefix(f"{game.name}: "),
        teams=[game.team(seat) for seat in range(game.seats)],
        width=game.board[0],
        height=game.board[1],
        options=[GameOption(each.name, each.says, each.default, list(each.choices)) for each in game.options],
    )
