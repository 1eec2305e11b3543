"""The judge of a match: a program without a board that sets up a game for other tables and orders what happens."""
