"""Ludus: write a board game's rules once, play it everywhere."""

__version__ = "0.1.0"
