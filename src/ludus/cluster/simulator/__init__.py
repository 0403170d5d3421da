"""The cluster in virtual time: real searches on virtual workers, all on one core, and the same result every time."""
