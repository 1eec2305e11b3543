"""What hands did: from worlds to steps of the game, and what is to be put right."""
