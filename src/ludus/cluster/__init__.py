"""One position searched on many machines."""
