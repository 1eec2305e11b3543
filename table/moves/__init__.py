"""What the players did on the board: from magnets on squares to steps of the game, and what has to be put right."""
