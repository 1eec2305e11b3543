"""The game at one table."""
