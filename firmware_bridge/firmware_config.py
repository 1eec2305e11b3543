"""The configuration of the firmware on a Pico: ``board.json``, made from a board file."""

from __future__ import annotations

import json
from binascii import crc_hqx
from pathlib import Path

from common.numbers import CRC16_START
from hardware.board_file import BoardFile
from hardware.electronics import PicoPins

FIRMWARE = Path(__file__).parent / "firmware"
"""The folder of the firmware's files, which MicroPython runs."""

CONFIGURATION_FILE = "board.json"
FORMAT = 1
SILENCE_MS = 3000


class NoPicoError(ValueError):
    """A board file whose board has no Pico."""


def configuration(board: BoardFile, silence_ms: int = SILENCE_MS) -> str:
    """The text of ``board.json`` for this board. After ``silence_ms`` without a message from the host the board
    stops scanning.

    :raises NoPicoError: if its controller is another.
    """
    inside = board.electronics
    pins = inside.pins
    if not isinstance(pins, PicoPins):
        raise NoPicoError(f'the board {board.name!r} has no Pico: its [electronics] say controller = "pi"')
    chip = pins.spi
    settings = {
        "format": FORMAT,
        "name": board.name,
        "revision": inside.revision,
        "samples": inside.samples,
        "budget_ma": inside.lights_budget_ma,
        "silence_ms": silence_ms,
        "bits": board.sensor.adc_bits,
        "zero": (board.sensor.full_scale + 1) / 2,
        "counts_per_mt": board.sensor.counts_per_millitesla,
        "margin": board.calibration.margin,
        "sensors": inside.wiring.sensors,
        "lights": inside.wiring.lights,
        "pins": {
            "select": pins.select,
            "enable": pins.enable,
            "outputs": pins.outputs,
            "spi": chip
            and {
                "clock": chip.clock,
                "mosi": chip.mosi,
                "miso": chip.miso,
                "chip": chip.chip,
                "channels": chip.channels,
            },
            "lights": pins.lights,
            "done": pins.done,
            "undo": pins.undo,
            "straps": pins.straps,
        },
    }
    return json.dumps(settings, indent=1, ensure_ascii=False) + "\n"


def stored_record(value: bytes) -> bytes:
    """A file of the firmware's ``store.py`` that holds this value: a mark, a sequence number, the value, and a checksum
    of it all."""
    record = b"TS" + (1).to_bytes(4, "little") + value
    return record + crc_hqx(record, CRC16_START).to_bytes(2, "little")


def firmware_version() -> str:
    """The version of the firmware in ``FIRMWARE``."""
    text = (FIRMWARE / "version.py").read_text("utf-8")
    return text.partition('VERSION = "')[2].partition('"')[0]
