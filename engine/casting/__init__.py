"""Which powers a game has: the printed cards, the draft, which powers go together, and who has the use of each."""
