"""Tournaments: pairings, brackets and tables as pure functions of results, and the state machine around them."""
