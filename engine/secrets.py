"""What a seat knows of a state. Options are computed on it; what is chosen is judged on the truth (rulings 39)."""

from __future__ import annotations

from dataclasses import replace

from engine.cast import holdings
from engine.power import Power
from engine.seats import Public, Viewer
from engine.squares import Square
from engine.state import State, Worker


def concealed_workers(state: State, viewer: Viewer) -> tuple[Worker, ...]:
    """The workers whose place this viewer does not know. None once the game is over: then all is shown."""
    if state.outcome is not None:
        return ()
    hidden: list[Worker] = []
    for power, holding in holdings(state, Power.conceals):
        if isinstance(viewer, Public) or holding.team != state.cast.team(viewer):
            hidden.extend(worker for worker in state.workers if power.conceals(holding, worker))
    return tuple(hidden)


def is_concealed(state: State, team: int, viewer: Viewer) -> bool:
    """Whether what this team's workers do is hidden from a viewer."""
    anyone = Worker(-1, team, Square(0))
    return any(
        power.conceals(holding, anyone)
        for power, holding in holdings(state, Power.conceals)
        if isinstance(viewer, Public) or holding.team != state.cast.team(viewer)
    )


def known_to(state: State, viewer: Viewer) -> State:
    """The state as far as a viewer knows it: the very same value if nothing is hidden from the viewer."""
    hidden = frozenset(worker.number for worker in concealed_workers(state, viewer))
    if not hidden:
        return state
    return replace(state, workers=tuple(worker for worker in state.workers if worker.number not in hidden))
