"""The settings that the host made from the board file: ``board.json``, installed with the firmware."""

import json
import struct

from protocol import CALIBRATION_RECORD, record_form

FORMAT = 1


def load() -> dict | None:
    """The settings; None if there are none, or none that this firmware understands."""
    try:
        with open("board.json") as file:
            settings = json.load(file)
        return settings if settings["format"] == FORMAT else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def default_calibration(settings: dict) -> bytes:
    """The calibration of a board that was never calibrated: by the data sheet of its sensors."""
    offsets, gains = [settings["zero"]] * 25, [settings["counts_per_mt"]] * 25
    full_scale = (1 << settings["bits"]) - 1
    return struct.pack(record_form(CALIBRATION_RECORD), full_scale, settings["margin"], *offsets, *gains)


def default_wiring(settings: dict) -> bytes:
    """The wiring of the board file: 25 channels and 25 places."""
    return bytes(settings["sensors"] + settings["lights"])


NOTHING: dict = {
    "name": "",
    "revision": 0,
    "samples": 1,
    "bits": 12,
    "budget_ma": 25,
    "silence_ms": 3000,
    "zero": 2048,
    "counts_per_mt": 37.24,
    "margin": 8,
    "sensors": list(range(25)),
    "lights": list(range(25)),
}
"""The settings of a board that has none, and drives no pin."""
