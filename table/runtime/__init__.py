"""The running table: the thread that owns the game, its mailbox, and what it publishes to phones and lights."""
