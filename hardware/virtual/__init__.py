"""A board made of simulated magnets, sensors and hands. It stands behind the same wire as a real one.

`VirtualBoard` takes a `Geometry`, a `SensorSpread` (how far sensors, magnets and hands are from ideal), `Surroundings`
(earth, drift, current of the lights), a `HandStyle` and a seed. Actions are given to its hands: with ``enqueue``, or in
plain calls with `QueuedHands`.
"""

from __future__ import annotations

from hardware.virtual.ambient import Surroundings
from hardware.virtual.board_picture import BenchSeen, PieceSeen
from hardware.virtual.failures import Failure, FailureKind
from hardware.virtual.hand import Errand
from hardware.virtual.motion import (
    Action,
    Arrange,
    Box,
    Break,
    Carry,
    Clear,
    HandStyle,
    Hover,
    Knock,
    Lift,
    Mend,
    MoveStray,
    Pause,
    Press,
    Put,
    PutBeside,
    PutStray,
    Roll,
    Slide,
    Stack,
    TakeStray,
    Tap,
    Tilt,
    Unstack,
)
from hardware.virtual.queued import QueuedHands
from hardware.virtual.sensors import SensorSpread
from hardware.virtual.virtual_board import HANDS, VirtualBoard
from hardware.virtual.world import (
    FOUR_SEATS,
    TWO_SEATS,
    Beside,
    Boxed,
    HandError,
    Held,
    Lying,
    Standing,
    Stray,
    Worker,
    World,
    phone,
    watch,
)

__all__ = [
    "FOUR_SEATS",
    "HANDS",
    "TWO_SEATS",
    "Action",
    "Arrange",
    "BenchSeen",
    "Beside",
    "Box",
    "Boxed",
    "Break",
    "Carry",
    "Clear",
    "Errand",
    "Failure",
    "FailureKind",
    "HandError",
    "HandStyle",
    "Held",
    "Hover",
    "Knock",
    "Lift",
    "Lying",
    "Mend",
    "MoveStray",
    "Pause",
    "PieceSeen",
    "Press",
    "Put",
    "PutBeside",
    "PutStray",
    "QueuedHands",
    "Roll",
    "SensorSpread",
    "Slide",
    "Stack",
    "Standing",
    "Stray",
    "Surroundings",
    "TakeStray",
    "Tap",
    "Tilt",
    "Unstack",
    "VirtualBoard",
    "Worker",
    "World",
    "phone",
    "watch",
]
