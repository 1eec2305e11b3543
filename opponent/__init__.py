"""Chooses turns: the search behind the opponent, hints and reviews. It depends on the rules alone."""
