"""Accounts, matches and the store: what happens on a server, without a socket. Time and chance are passed in."""
