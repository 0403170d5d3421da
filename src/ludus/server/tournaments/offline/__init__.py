"""Games of tournaments that are held without a server: on this machine, or on a cluster."""
