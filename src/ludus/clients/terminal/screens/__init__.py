"""What can be seen, one file a screen: the lobby, a form for a new game, a match, a tournament, a page of text."""
