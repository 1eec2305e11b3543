"""The wire between a table and its board, and the board's firmware."""
