"""Events as a viewer may know them."""

from __future__ import annotations

from engine.events import (
    ActedInSecret,
    Event,
    TokenPlaced,
    WorkerForced,
    WorkerMoved,
    WorkerPlaced,
    WorkerRemoved,
)
from engine.seats import Seat, Viewer
from engine.secrets import is_concealed, knows_card
from engine.setup import PowerName
from engine.state import State


def as_told(event: Event, before: State, viewer: Viewer) -> Event | None:
    """An event as a viewer may know it: what somebody does in secret loses its squares, what befalls a worker that
    nobody sees is not told."""
    match event:
        case WorkerPlaced(seat=seat) | WorkerMoved(seat=seat):
            return ActedInSecret(seat) if _hidden(before, seat, viewer) else event
        case WorkerForced(seat=seat) | WorkerRemoved(seat=seat):
            return None if _hidden(before, seat, viewer) else event
        case TokenPlaced(seat=seat, power=power):
            return event if _is_open(before, power, viewer) else ActedInSecret(seat)
        case _:
            return event


def _hidden(before: State, seat: Seat, viewer: Viewer) -> bool:
    return is_concealed(before, before.cast.team(seat), viewer)


def _is_open(before: State, power: PowerName, viewer: Viewer) -> bool:
    """Whether a viewer may know of a token of this power."""
    return all(
        not before.cast.powers[index].secret_tokens or knows_card(before, index, viewer)
        for index, card in enumerate(before.powers)
        if card.power == power
    )
