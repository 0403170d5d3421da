"""The compiled loops of the search, loaded for each game."""
