"""The running table: the thread that owns the game, its mailbox, and the states that it publishes to phones and
lights."""
