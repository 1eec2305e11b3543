"""The board as a thing: the Board port, its physics and the virtual board."""
