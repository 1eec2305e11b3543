"""A board made of simulated magnets, sensors and hands. It stands behind the same wire as a real one."""

from __future__ import annotations

from hardware.virtual.bench import BenchSeen, PieceSeen
from hardware.virtual.board import Errand, VirtualBoard
from hardware.virtual.motion import (
    Action,
    Box,
    Carry,
    HandStyle,
    Lift,
    Pause,
    Press,
    Put,
    Slide,
    Stack,
    Tap,
    Unstack,
)
from hardware.virtual.sensors import SensorSpread
from hardware.virtual.world import TWO_SEATS, Boxed, HandError, Held, Standing, Worker, World

__all__ = [
    "TWO_SEATS",
    "Action",
    "BenchSeen",
    "Box",
    "Boxed",
    "Carry",
    "Errand",
    "HandError",
    "HandStyle",
    "Held",
    "Lift",
    "Pause",
    "PieceSeen",
    "Press",
    "Put",
    "SensorSpread",
    "Slide",
    "Stack",
    "Standing",
    "Tap",
    "Unstack",
    "VirtualBoard",
    "Worker",
    "World",
]
