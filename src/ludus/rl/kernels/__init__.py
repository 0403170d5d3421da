"""Loops over any game's rules for many games at once."""
