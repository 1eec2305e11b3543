"""How long a reply takes, and so how long it is worth waiting for."""

from __future__ import annotations


class RoundTrip:
    """A running mean of round trips and of their deviation, as TCP keeps them (RFC 6298), in seconds."""

    def __init__(self, shortest_patience: float, longest_patience: float) -> None:
        self._shortest = shortest_patience
        self._longest = longest_patience
        self._mean: float | None = None
        self._deviation = 0.0

    def add(self, seconds: float) -> None:
        """One command was answered after so long."""
        if self._mean is None:
            self._mean, self._deviation = seconds, seconds / 2
        else:
            self._deviation += (abs(seconds - self._mean) - self._deviation) / 4
            self._mean += (seconds - self._mean) / 8

    @property
    def patience(self) -> float:
        """How long to wait before a command is sent again."""
        if self._mean is None:
            return self._shortest
        return min(max(self._mean + 4 * self._deviation, self._shortest), self._longest)

    @property
    def mean_ms(self) -> float | None:
        """The mean in ms."""
        return None if self._mean is None else 1000 * self._mean
