"""The host's copy of the calibration and the wiring of each board, and what was measured of its scale, in a file named
by the board's unique id.

A board stores calibration and wiring itself. The host's copy is used when the board has lost its own, because of new
firmware or a new microcontroller; `prevailing` decides which of the two is used.
"""

from __future__ import annotations

import json
import logging
import os
import re
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from common.atomic_files import make_folder, write_whole
from common.json_reader import JsonReader
from common.numbers import CRC16_START
from hardware.board import Identity
from hardware.calibration import Calibration
from hardware.device import StoragePolicy, StoredState, ToStore
from hardware.scale import MeasuredScale
from hardware.wiring import Wiring

_log = logging.getLogger(__name__)

FORMAT = 1


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """The stored values of one board, each None before the first, and the date and time of storing in ISO 8601.
    ``scale`` is what a calibration has measured of its scale, which no board stores."""

    calibration: Calibration | None
    wiring: Wiring | None
    made_at: str
    scale: MeasuredScale | None = None


_STORED: Final = JsonReader(StoredBoard)


class BoardStore:
    """The boards of one folder, a file for each. A broken file is renamed, and ``trouble`` says so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.trouble: str | None = None

    def path(self, unique_id: str) -> Path:
        """Return the file of a board."""
        # The id comes from the wire; the file is in this folder whatever it contains.
        plain = re.sub(r"[^A-Za-z0-9_-]", "_", unique_id)[:60]
        return self._folder / f"board-{plain}-{crc_hqx(unique_id.encode(), CRC16_START):04x}.json"

    def read(self, unique_id: str) -> StoredBoard | None:
        """Read the stored values of a board; None if there are none, or if the file was broken.

        :raises OSError: if the file can neither be read nor renamed.
        """
        path = self.path(unique_id)
        try:
            return _parsed(path.read_text("utf-8"), unique_id)
        except FileNotFoundError:
            return None
        except ValueError as error:
            aside = path.with_suffix(".json.broken")
            os.replace(path, aside)
            self.trouble = f"{path} holds no calibration of the board {unique_id} ({error}); it is now {aside.name}"
            return None

    def write(self, unique_id: str, board: StoredBoard) -> None:
        """Store a board, whole or not at all; the previous file stays beside it as ``.previous``.

        :raises OSError: if it cannot be written.
        """
        path = self.path(unique_id)
        make_folder(self._folder)
        write_whole(path, _written(board, unique_id), previous=path.with_suffix(".json.previous"))


class Prevails(StrEnum):
    """The result when a board and the host compare: nothing, since both have the same (or neither has any); the host
    copies from the board; or the host sends its copy to the board."""

    SAME = "same"
    BOARD = "board"
    HOST = "host"


def prevailing(stored: Calibration | Wiring | None, copy: Calibration | Wiring | None) -> Prevails:
    """Decide which is used: the value that the board has ``stored``, None if it has none or a broken one, or the host's
    ``copy``. They are compared in their wire format."""
    if stored is None:
        return Prevails.SAME if copy is None else Prevails.HOST
    if copy is not None and copy.packed == stored.packed:
        return Prevails.SAME
    return Prevails.BOARD


def sync_policy(boards: BoardStore, now: Callable[[], str]) -> StoragePolicy:
    """Make a policy that copies the values of a board to its file, and sends the copy to a board that has lost them.
    ``now`` returns the time to write."""

    def policy(identity: Identity, stored: StoredState) -> ToStore:
        calibration = stored.calibration if stored.calibration_stored else None
        wiring = stored.wiring if stored.wiring_stored else None
        try:
            copy = boards.read(identity.unique_id) or StoredBoard(None, None, "")
            of_calibration, of_wiring = prevailing(calibration, copy.calibration), prevailing(wiring, copy.wiring)
            further = () if copy.calibration is None else copy.calibration.further
            if calibration is not None:
                calibration = replace(calibration, further=further)  # which no board stores
            if Prevails.BOARD in {of_calibration, of_wiring}:
                both = StoredBoard(calibration or copy.calibration, wiring or copy.wiring, now(), copy.scale)
                boards.write(identity.unique_id, both)
        except OSError as error:
            _log.warning("the stored calibration of the board %s cannot be used: %s", identity.unique_id, error)
            return ToStore()
        if boards.trouble is not None:
            _log.warning("%s", boards.trouble)
            boards.trouble = None
        return ToStore(
            copy.calibration if of_calibration is Prevails.HOST else None,
            copy.wiring if of_wiring is Prevails.HOST and stored.wiring is not None else None,
            further,
            copy.scale,
        )

    return policy


def _written(board: StoredBoard, unique_id: str) -> str:
    calibration, wiring = board.calibration, board.wiring
    content = {
        "format": FORMAT,
        "board": unique_id,
        "made_at": board.made_at,
        "calibration": None
        if calibration is None
        else {
            "full_scale": calibration.full_scale,
            "margin": calibration.margin,
            "offsets": calibration.offsets,
            "gains": calibration.gains,
            **({"further": [asdict(each) for each in calibration.further]} if calibration.further else {}),
        },
        "wiring": None if wiring is None else {"sensors": wiring.sensors, "lights": wiring.lights},
        **({} if board.scale is None else {"scale": asdict(board.scale)}),
    }
    return json.dumps({**content, "checksum": _checksum(content)}, indent=1) + "\n"


def _parsed(text: str, unique_id: str) -> StoredBoard:
    """Parse the content of a file.

    :raises ValueError: if it is incomplete, or belongs to another board.
    """
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"it is not of format {FORMAT}")
    checksum = content.pop("checksum", None)
    if checksum != _checksum(content):
        raise ValueError("its checksum is wrong")
    if content.get("board") != unique_id:
        raise ValueError("it belongs to another board")
    try:
        return _STORED.convert(content)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def _checksum(content: object) -> int:
    """Compute the CRC-16 of the content as compact JSON with sorted keys."""
    return crc_hqx(json.dumps(content, sort_keys=True, separators=(",", ":")).encode(), CRC16_START)
