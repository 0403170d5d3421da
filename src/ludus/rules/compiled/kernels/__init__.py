"""Loops over any game's rules. Each file is loaded once for every game, next to that game's compiled rules.

The names declared without a value at the top of a kernel stand for the game's rules and facts; the loader fills them in.
"""
