"""The games that ship, one file each, and `finder.py`, which finds any game."""

from ludus.games.finder import GAMES, all_games, find_game, names_taken

__all__ = ["GAMES", "all_games", "find_game", "names_taken"]
