"""Where in the data folder this machine stores the calibrations and wirings of boards."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from hardware.board_store import BoardStore


def boards_folder(data: Path) -> Path:
    """The folder for boards within the data folder."""
    return data / "boards"


def board_store(data: Path) -> BoardStore:
    """What is stored there."""
    return BoardStore(boards_folder(data))


def timestamp() -> str:
    """The time to write beside what is stored, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
