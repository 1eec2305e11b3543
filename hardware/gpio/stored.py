"""Stores values of a board on the pins of a Pi: the number of its starts, its calibration and its wiring.

Each is a small JSON file with a checksum. A file is written whole or not at all; a broken one is renamed.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta

from common.atomic_files import write_whole
from common.json_reader import JsonReader
from hardware.calibration import Calibration
from hardware.device import DeviceFault
from hardware.wiring import Wiring

_log = logging.getLogger(__name__)

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Starts:
    """The number of starts of a board, 0 or more."""

    boots: Annotated[int, Meta(ge=0)]

    @property
    def checksum(self) -> None:
        """None: a wrong number does no harm."""
        return


Stored = TypeVar("Stored", Calibration, Wiring, Starts)


_CALIBRATION: Final = JsonReader(Calibration)
_WIRING: Final = JsonReader(Wiring)
_STARTS: Final = JsonReader(Starts)


class PinStorage:
    """The stored values in a folder. Opening it counts one more start; if that cannot be written, as on a full disk,
    the board still works.

    :raises OSError: if the folder cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.faults = DeviceFault.NONE
        """The values that were broken."""
        self.calibration = self._read("calibration", _CALIBRATION, DeviceFault.CALIBRATION)
        """The stored calibration; None if there is none."""
        self.wiring = self._read("wiring", _WIRING, DeviceFault.WIRING)
        """The stored wiring; None if there is none."""
        before = self._read("boots", _STARTS, DeviceFault.NONE)
        self.boots = 1 if before is None else before.boots + 1
        """The number of starts of the board, including this one."""
        try:
            self._write("boots", {"boots": self.boots})
        except OSError as error:
            _log.warning("%s: how often the board has started cannot be stored: %s", folder, error.strerror or error)

    def store_calibration(self, calibration: Calibration) -> None:
        """Store a calibration; the previous one stays if this raises OSError."""
        content = {
            "full_scale": calibration.full_scale,
            "margin": calibration.margin,
            "offsets": calibration.offsets,
            "gains": calibration.gains,
            "checksum": calibration.checksum,
        }
        self._write("calibration", content)
        self.calibration = calibration
        self.faults &= ~DeviceFault.CALIBRATION

    def store_wiring(self, wiring: Wiring) -> None:
        """Store a wiring; the previous one stays if this raises OSError."""
        self._write("wiring", {"sensors": wiring.sensors, "lights": wiring.lights, "checksum": wiring.checksum})
        self.wiring = wiring
        self.faults &= ~DeviceFault.WIRING

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _read(self, name: str, reader: JsonReader[Stored], fault: DeviceFault) -> Stored | None:
        path = self._path(name)
        try:
            content = json.loads(path.read_text("utf-8"))
            found = reader.convert(content)
            if content.get("format") != FORMAT or found.checksum != content.get("checksum"):
                raise ValueError("it is of another format, or broken")  # noqa: TRY301 - what is wrong is handled here
        except FileNotFoundError:
            return None
        except (ValueError, msgspec.ValidationError, RecursionError):
            os.replace(path, path.with_name(f"{path.name}.broken"))
            self.faults |= fault
            return None
        return found

    def _write(self, name: str, content: dict[str, object]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(name), json.dumps({"format": FORMAT, **content}) + "\n")
