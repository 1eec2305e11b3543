"""What gives hints to players: the interface between the page and what thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from common.message import Message
from engine.actions import Action
from engine.seats import Seat
from engine.state import State


@dataclass(frozen=True, slots=True)
class GivenHint:
    """The turns that are good, the best first, and a sentence why the best one is."""

    turns: tuple[tuple[Action, ...], ...]
    reason: Message


class HintsBusy(Exception):
    """Somebody else's question is being answered: one at a time."""


class NoHint(Exception):
    """There is nothing to say now, or the process that thinks failed."""


class HintGiver(Protocol):
    """Gives hints. Safe from any thread; each answer takes a second or two, in another process."""

    def hint(self, known: State) -> GivenHint:
        """What the seat to act should do; the state is ``known_to`` it.

        :raises HintsBusy: if another question is being answered.
        :raises NoHint: if there is none.
        """

    def warning(self, before: State, after: State, seat: Seat) -> Message | None:
        """A sentence if the turn from one state to the other leaves a win that it could have stopped; both as the
        seat knows them.

        :raises HintsBusy: if another question is being answered.
        :raises NoHint: if it cannot be said.
        """
