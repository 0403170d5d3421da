"""Loops over any game's rules for the library; each file is loaded for each game, like the kernels of `rules/`."""
