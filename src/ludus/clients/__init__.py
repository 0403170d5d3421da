"""Programs that people play with. They speak the protocol of `wire/` and know no game."""
