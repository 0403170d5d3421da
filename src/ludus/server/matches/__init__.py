"""Everything about one match: its state, its commands, its clocks, who is in its room and what each of them may see."""
