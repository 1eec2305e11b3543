"""Matches between tables: one table decides the order of what happens, the others propose; all fold the same entries to
the same game. ``docs/apart.md`` explains it."""
