"""`ludus play`: a game at this keyboard, with friends or against the computer."""
