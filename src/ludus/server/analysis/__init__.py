"""Thinking for others: the queue of thoughts, who computes them, and the analysis of positions."""
