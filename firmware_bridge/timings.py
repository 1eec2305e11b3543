"""How long the link waits: for each thing that may be late, and for a reply by how long replies have taken."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timings:
    """All in seconds but ``tries``.

    A hello request is sent ``hello_every``, or ``refused_every`` while the board is refused. A reply is awaited for
    ``first_patience`` at least, twice as long at each further try up to ``longest_patience``, and the link is lost
    after so many ``tries``. A ping goes out ``ping_after`` the last frame sent; ``silence`` from the board, or no
    scan for as long, loses the link; it is degraded if a reply or a scan is ``late``, or by what it did in the last
    ``window``. Lights are sent ``between_lights`` apart. A lost board is searched for after
    ``first_back_off``, twice as long each time up to ``longest_back_off``. A write may take ``write``, the last
    darkening of a board that is not lost ``shutdown``, and storing something on a board ``store``.
    """

    hello_every: float = 0.3
    refused_every: float = 5.0
    first_patience: float = 0.025
    longest_patience: float = 1.0
    tries: int = 5
    ping_after: float = 1.0
    silence: float = 3.0
    late: float = 1.0
    window: float = 2.0
    store: float = 5.0
    between_lights: float = 1 / 30
    first_back_off: float = 0.25
    longest_back_off: float = 5.0
    write: float = 0.5
    shutdown: float = 5.0


class RoundTrip:
    """A running mean of round trips and of their deviation, as in TCP (RFC 6298), in seconds."""

    def __init__(self, shortest_patience: float, longest_patience: float) -> None:
        self._shortest = shortest_patience
        self._longest = longest_patience
        self._mean: float | None = None
        self._deviation = 0.0

    def add(self, seconds: float) -> None:
        """A command was answered after this time."""
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
