"""Where players find matches: making, seeking and joining them, and the lists of what there is."""
