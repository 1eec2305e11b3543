"""Makes the parts that read a board for the table, from its board file."""

from __future__ import annotations

from functools import cache

from engine import Seat
from hardware.board_file import BoardFile
from hardware.field_model import FieldModel, Measured
from hardware.geometry import Geometry
from table.moves.board_surveyor import BoardSurveyor
from table.moves.follower import Follower
from table.moves.touch_detector import TouchDetector


def make_reader(described: BoardFile) -> Follower:
    """Makes the follower, which turns the frames of a board into steps."""
    return Follower(_field_model(described.geometry, described.measured), _polarities(described))


def make_surveyor(described: BoardFile) -> BoardSurveyor:
    """Makes what reads the workers on a board while no game is read."""
    return BoardSurveyor(_field_model(described.geometry, described.measured), _polarities(described))


def make_touch_detector(described: BoardFile) -> TouchDetector:
    """Makes the touch detector of a board."""
    return TouchDetector(_field_model(described.geometry, described.measured))


def _polarities(described: BoardFile) -> dict[Seat, int]:
    return {seat: described.polarity(seat.value) for seat in Seat}


@cache
def _field_model(geometry: Geometry, measured: Measured) -> FieldModel:
    return FieldModel(geometry, measured)
