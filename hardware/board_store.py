"""What the host keeps of each board: its calibration and its wiring, in a file by the board's unique id.

A board keeps both itself. The host's copy is for the day when the board has lost its own, by a new firmware or a new
microcontroller; `prevailing` says which of the two holds.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from common.atomic_files import make_folder, write_whole
from common.checksum import crc16
from hardware.board import Identity
from hardware.calibration import Calibration
from hardware.storage_agreement import StoragePolicy, StoredState, ToStore
from hardware.wiring import Wiring

_log = logging.getLogger(__name__)

FORMAT = 1


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """What is kept of one board (None: nothing yet), and when it was made, as a date and time in ISO 8601."""

    calibration: Calibration | None
    wiring: Wiring | None
    made_at: str


class BoardStore:
    """The boards of one folder, a file for each. A file that is broken is set aside, and ``trouble`` says so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.trouble: str | None = None

    def path(self, unique_id: str) -> Path:
        """The file of a board."""
        # The id comes from the wire: whatever it holds, the file is in this folder.
        plain = re.sub(r"[^A-Za-z0-9_-]", "_", unique_id)[:60]
        return self._folder / f"board-{plain}-{crc16(unique_id.encode()):04x}.json"

    def read(self, unique_id: str) -> StoredBoard | None:
        """What is kept of a board; None if nothing is, or if it was broken.

        :raises OSError: if the file can neither be read nor set aside.
        """
        path = self.path(unique_id)
        try:
            return _parsed(path.read_text("utf-8"), unique_id)
        except FileNotFoundError:
            return None
        except ValueError as error:
            aside = path.with_suffix(".json.broken")
            os.replace(path, aside)
            self.trouble = f"{path} holds no calibration of the board {unique_id} ({error}); it is kept as {aside.name}"
            return None

    def write(self, unique_id: str, kept: StoredBoard) -> None:
        """Keep this, whole or not at all; what was kept before stays beside it as ``.previous``.

        :raises OSError: if it cannot be written.
        """
        path = self.path(unique_id)
        make_folder(self._folder)
        write_whole(path, _written(kept, unique_id), previous=path.with_suffix(".json.previous"))


class Prevails(StrEnum):
    """Whose word holds when a board and the host meet: both say the same (or neither says anything), the host's file
    follows the board, or the board is sent what the host has."""

    SAME = "same"
    BOARD = "board"
    HOST = "host"


def prevailing(stored: Calibration | Wiring | None, kept: Calibration | Wiring | None) -> Prevails:
    """Which of the two holds: what the board has ``stored`` (None: nothing, or what it has is broken) or what the host
    has ``kept`` of it. Numbers count as they go over the wire."""
    if stored is None:
        return Prevails.SAME if kept is None else Prevails.HOST
    if kept is not None and kept.packed == stored.packed:
        return Prevails.SAME
    return Prevails.BOARD


def sync_policy(boards: BoardStore, now: Callable[[], str]) -> StoragePolicy:
    """What the link asks whenever a board has come: a board that has something stored is followed and its file kept
    up with it; one that has lost it is sent what is kept. ``now`` gives the time to be written down."""

    def policy(identity: Identity, held: StoredState) -> ToStore:
        calibration = held.calibration if held.calibration_stored else None
        wiring = held.wiring if held.wiring_stored else None
        try:
            kept = boards.read(identity.unique_id) or StoredBoard(None, None, "")
            of_calibration, of_wiring = prevailing(calibration, kept.calibration), prevailing(wiring, kept.wiring)
            if Prevails.BOARD in {of_calibration, of_wiring}:
                boards.write(
                    identity.unique_id, StoredBoard(calibration or kept.calibration, wiring or kept.wiring, now())
                )
        except OSError as error:
            _log.warning("what is kept of the board %s cannot be used: %s", identity.unique_id, error)
            return ToStore()
        if boards.trouble is not None:
            _log.warning("%s", boards.trouble)
            boards.trouble = None
        return ToStore(
            kept.calibration if of_calibration is Prevails.HOST else None,
            kept.wiring if of_wiring is Prevails.HOST and held.wiring is not None else None,
        )

    return policy


def _written(kept: StoredBoard, unique_id: str) -> str:
    calibration, wiring = kept.calibration, kept.wiring
    content = {
        "format": FORMAT,
        "board": unique_id,
        "made_at": kept.made_at,
        "calibration": None
        if calibration is None
        else {
            "full_scale": calibration.full_scale,
            "margin": calibration.margin,
            "offsets": calibration.offsets,
            "gains": calibration.gains,
        },
        "wiring": None if wiring is None else {"sensors": wiring.sensors, "lights": wiring.lights},
    }
    return json.dumps({**content, "checksum": _checksum(content)}, indent=1) + "\n"


def _parsed(text: str, unique_id: str) -> StoredBoard:
    """What a file holds.

    :raises ValueError: if it is not whole, or another board's.
    """
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"it is not of format {FORMAT}")
    checksum = content.pop("checksum", None)
    if checksum != _checksum(content):
        raise ValueError("its checksum is wrong")
    if content.get("board") != unique_id:
        raise ValueError("it is of another board")
    calibration, wiring, made_at = content.get("calibration"), content.get("wiring"), content.get("made_at")
    try:
        return StoredBoard(
            None
            if calibration is None
            else Calibration(
                tuple(map(float, calibration["offsets"])),
                tuple(map(float, calibration["gains"])),
                int(calibration["full_scale"]),
                int(calibration["margin"]),
            ),
            None if wiring is None else Wiring(tuple(wiring["sensors"]), tuple(wiring["lights"])),
            str(made_at),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"it lacks {error}") from error


def _checksum(content: object) -> int:
    """The CRC-16 of the content as compact JSON with its keys in order."""
    return crc16(json.dumps(content, sort_keys=True, separators=(",", ":")).encode())
