"""What clients and servers say to each other: typed messages, and the two ways of writing them. No sockets, no game."""
