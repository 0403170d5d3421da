"""`ludus tournament`: tournaments between programs and computer players, with no server running."""
