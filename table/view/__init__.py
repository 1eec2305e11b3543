"""The views of a table: snapshots for phones, patterns for lights, the log of a game."""
