"""A reviewer that computes nothing: its reviews are given to it."""

from __future__ import annotations

from table.storage.game_archive import GameArchive
from table.storage.game_review import ReviewProgress, StoredReview, TooManyReviews


class FakeReviewer:
    """A `Reviewer`. ``found`` are the reviews by the names of games; ``asked`` are those that were asked for."""

    def __init__(self, games: GameArchive, most: int = 2) -> None:
        self._games = games
        self._most = most
        self.found: dict[str, StoredReview | ReviewProgress] = {}
        self.asked: list[str] = []

    def review_of(self, name: str) -> StoredReview | ReviewProgress:
        self._games.game(name)
        return self.found.get(name, ReviewProgress(asked=name in self.asked))

    def ask(self, name: str) -> None:
        self._games.game(name)
        if len(self.asked) >= self._most:
            raise TooManyReviews
        self.asked.append(name)
