"""The record of a match as text: writing it, reading it, checking it."""
