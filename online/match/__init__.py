"""Matches between tables. One table decides the order of entries, the others propose them, and all compute the same
game from them. ``docs/matches.md`` explains it."""
