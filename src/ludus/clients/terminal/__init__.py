"""The terminal client, `ludus join`: any game on any server, in a window of characters or as plain lines."""
