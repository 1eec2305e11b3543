"""The board: the Board port, its physics, the virtual board, and the files for making a real one."""
