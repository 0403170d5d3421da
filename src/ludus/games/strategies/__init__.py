"""Computer players of their own for games that are better solved than searched; one game's strategy names no other game."""
