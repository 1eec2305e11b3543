"""A calibration across a break: its placements as text, and the calibration that continues with them.

The zeros are measured again when it continues. A placement is stored as its difference from the empty board.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from hashlib import sha256
from math import isfinite

from calibration.calibrate import CalibrationProcedure, PlacementDone
from calibration.gain_fit import MeasuredPlacement
from calibration.placement_plan import PlannedPlacement, placements_of
from calibration.procedure import BoardSetting
from hardware.board import SQUARE_COUNT

FORMAT = 1


class NotThisBoardError(ValueError):
    """The stored placements are of another board, or of one that was changed since; the message says which."""


def progress_text(calibrating: CalibrationProcedure) -> str:
    """The placements of a calibration as text."""
    content = {
        "format": FORMAT,
        "board": _fingerprint(calibrating.setting),
        "broken": sorted(calibrating.broken),
        "done": [_written(each) for each in calibrating.done],
    }
    return json.dumps(content) + "\n"


def resumed(text: str, setting: BoardSetting) -> CalibrationProcedure:
    """The calibration that continues with the stored placements, starting with the empty board.

    :raises NotThisBoardError: if they are another board's. :raises ValueError: if the text is no stored calibration.
    """
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError("it is no calibration that was begun")
    if content.get("board") != _fingerprint(setting):
        raise NotThisBoardError("it is of another board, or this one was calibrated, wired or described again since")
    plan = frozenset(placements_of(setting.geometry))
    done = tuple(_read(each) for each in _list(content.get("done")))
    broken = frozenset(_list(content.get("broken")))
    if not {each.stand for each in done} <= plan or not broken <= frozenset(range(SQUARE_COUNT)):
        raise ValueError("it has placements that no calibration asks for")
    begun = CalibrationProcedure(setting, done=done)
    return replace(begun, measured_empty=replace(begun.empty_board, broken=broken))


def _fingerprint(setting: BoardSetting) -> str:
    """A hash of all that the stored fields depend on."""
    wiring = None if setting.wiring is None else asdict(setting.wiring)
    depends_on = [asdict(setting.geometry), asdict(setting.calibration), wiring]
    return sha256(json.dumps(depends_on).encode()).hexdigest()[:20]


def _written(done: PlacementDone) -> dict[str, object]:
    placement = done.placement
    return {
        "square": done.stand.square,
        "level": done.stand.level,
        "polarity": done.polarity,
        "silent": done.silent,
        "fields": None if placement is None else [round(value, 5) for value in placement.fields],
        "variance": None if placement is None else [float(f"{value:.3g}") for value in placement.variance],
        "deaf": None if placement is None else sorted(placement.deaf),
        "minutes": None if placement is None else round(placement.minutes, 3),
    }


def _read(content: object) -> PlacementDone:
    if not isinstance(content, dict):
        raise ValueError("a placement is no object")  # noqa: TRY004 - it is the file that is wrong
    stand = PlannedPlacement(_whole(content.get("square")), _whole(content.get("level")))
    polarity, silent = _whole(content.get("polarity")), content.get("silent") is True
    if content.get("fields") is None:
        return PlacementDone(stand, None, polarity, silent)
    if polarity not in {1, -1}:
        raise ValueError("a magnet points up or down")
    deaf = frozenset(_list(content.get("deaf")))
    fields, variance = _numbers(content.get("fields")), _numbers(content.get("variance"))
    # Earlier versions stored no time; their variances include the drift.
    minutes = _number(content.get("minutes", 0.0))
    placement = MeasuredPlacement(stand.square, stand.level, fields, variance, deaf, minutes)
    return PlacementDone(stand, placement, polarity, silent)


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")  # noqa: TRY004 - it is the file that is wrong
    return value


def _list(value: object) -> list[int]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")  # noqa: TRY004 - it is the file that is wrong
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _numbers(value: object) -> tuple[float, ...]:
    numbers = tuple(map(_number, _list(value)))
    if len(numbers) != SQUARE_COUNT:
        raise ValueError("the fields of a placement are 25 numbers")
    return numbers
