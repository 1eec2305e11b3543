"""The magnets of one board, followed from frame to frame."""
