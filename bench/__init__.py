"""Measurements: one script a claim, and `results.md` with what they said, where and when."""
