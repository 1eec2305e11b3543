"""What variants add to the game besides the players' powers."""
