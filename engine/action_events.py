"""The events that an action is by itself, apart from those of moves, builds and forces."""

from __future__ import annotations

from engine.actions import (
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Use,
)
from engine.effects import Option
from engine.events import DirectionSet, Event, StepDeclined, TokenPlaced, TowerRecycled, WorkerChosen
from engine.setup import MORTAL
from engine.state import Step


def action_events(step: Step, option: Option) -> tuple[Event, ...]:
    """What to tell of an option just carried out, besides what its effects tell."""
    power = option.power if option.power != MORTAL else step.power
    match option.action:
        case Done():
            return (StepDeclined(step.seat, power),) if power != MORTAL else ()
        case PutToken(square=square):
            return (TokenPlaced(step.seat, power, square),)
        case Point(direction=direction):
            return (DirectionSet(step.seat, power, direction),)
        case Choose(worker=worker):
            return (WorkerChosen(step.seat, power, worker),)
        case Recycle(square=square):
            return (TowerRecycled(step.seat, square),)
        case Place() | Move() | Build() | Force() | Swap() | RemoveWorker() | TakeBlock() | Use():
            return ()
        case Resign() | Correct():
            return ()
