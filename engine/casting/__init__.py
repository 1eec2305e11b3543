"""The powers of a game: the printed cards, the draft, which powers go together, and the users of each."""
