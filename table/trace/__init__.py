"""Traces of what a board measured and what the table made of it: recorded, replayed, printed."""
