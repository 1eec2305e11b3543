"""A board made of simulated magnets, sensors and hands. It stands behind the same wire as a real one.

`VirtualDevice` takes a `Geometry`, a `SensorSpread` (how far sensors, magnets and hands are from ideal),
`AmbientConditions` (earth, drift, current of the lights), a `HandStyle` and a seed. Actions are given to its hands:
with ``enqueue``, or in plain calls with `QueuedHands`.
"""

from __future__ import annotations

from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.board_picture import BoardPicture, PieceSeen
from hardware.virtual.hand import HandTask
from hardware.virtual.motion import (
    Action,
    Arrange,
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
    PutInBox,
    PutStray,
    Roll,
    Slide,
    Stack,
    TakeStray,
    Tap,
    Tilt,
    Unstack,
)
from hardware.virtual.sensors import Failure, FailureKind
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import HANDS, VirtualDevice
from hardware.virtual.world import (
    FOUR_SEATS,
    TWO_SEATS,
    HandError,
    LyingPiece,
    PieceBeside,
    PieceInBox,
    PieceInHand,
    PieceWorld,
    StandingPiece,
    StrayMagnet,
    WorkerPiece,
    phone,
    watch,
)

__all__ = [
    "FOUR_SEATS",
    "HANDS",
    "TWO_SEATS",
    "Action",
    "AmbientConditions",
    "Arrange",
    "BoardPicture",
    "Break",
    "Carry",
    "Clear",
    "Failure",
    "FailureKind",
    "HandError",
    "HandStyle",
    "HandTask",
    "Hover",
    "Knock",
    "Lift",
    "LyingPiece",
    "Mend",
    "MoveStray",
    "Pause",
    "PieceBeside",
    "PieceInBox",
    "PieceInHand",
    "PieceSeen",
    "PieceWorld",
    "Press",
    "Put",
    "PutBeside",
    "PutInBox",
    "PutStray",
    "QueuedHands",
    "Roll",
    "SensorSpread",
    "Slide",
    "Stack",
    "StandingPiece",
    "StrayMagnet",
    "TakeStray",
    "Tap",
    "Tilt",
    "Unstack",
    "VirtualDevice",
    "WorkerPiece",
    "phone",
    "watch",
]
