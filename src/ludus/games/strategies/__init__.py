"""Computer players for games that are better solved than searched; the strategy of one game names no other game."""
