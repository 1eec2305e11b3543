"""From magnets on squares to steps of the game: what the players did on the board, and what they have to put right."""
