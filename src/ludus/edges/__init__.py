"""Where bytes come in and go out: sockets, framing and limits. No game logic."""
