"""The sensors of a board: when they are at rest, which of them fail, and what they read without a magnet."""
