"""Which phones listen, by the marks of the seat tokens that they hold."""

from __future__ import annotations

from collections import Counter


class ConnectedPhones:
    """Counts the phones; a phone may hold several marks, and several pages of it the same ones."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()

    def note(self, marks: frozenset[str], *, joined: bool) -> None:
        """A phone with these marks begins or ends to listen."""
        change = Counter(marks)
        self._count = +(self._count + change if joined else self._count - change)

    @property
    def marks(self) -> frozenset[str]:
        """The marks of those who listen."""
        return frozenset(self._count)
