"""The games that ship, one file each, and `finder.py`, which finds any game."""

from ludus.games.finder import GAMES, all_games, find_game

__all__ = ["GAMES", "all_games", "find_game"]
