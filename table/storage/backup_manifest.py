"""What a backup says of itself, and what any backup may hold at most.

Whoever reads a backup knows by its manifest how much is to come before any of it is unpacked. What we write goes
through the same checks, so that no backup of ours is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from table.storage.confirmed_length import CONFIRMED
from table.storage.confirmed_length import SIZE as CONFIRMED_SIZE
from table.storage.journal_file import FILE_NAME

FORMAT = 1
CONFIGURATION = "thera.toml"
"""The name of the configuration in a backup."""
PIECES = "virtual-board.json"
FOLDERS = ("games", "boards")

MOST_FILES = 50_000
"""Five games a day for a quarter of a century."""
MOST_BYTES = 1024**3
"""Of all files together."""
LONGEST = 8 * 1024**2
"""Of the manifest: so many files with the longest names that games have."""
LARGEST: Mapping[str, int] = {
    FILE_NAME: 16 * 1024**2,
    CONFIRMED: CONFIRMED_SIZE,
    CONFIGURATION: 64 * 1024,
    PIECES: 64 * 1024,
}
"""Bytes of the files outside the folders. A journal of ten thousand games was below 4.5 MB (docs/keeping.md)."""
LARGEST_IN_FOLDER = 1024**2
"""Bytes of a file in a folder; a game has some thousand."""
_IN_FOLDER = re.compile(rf"(?:{'|'.join(FOLDERS)})/[0-9A-Za-z][0-9A-Za-z._-]{{0,99}}")
_TOLD = re.compile(r"[ -~]{1,60}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class BackupError(Exception):
    """A backup cannot be made or used; the message is one plain line. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What a backup says of itself: the version of Thera that made it, when (UTC), and its files by name, each with
    size and SHA-256."""

    version: str
    made: str
    files: dict[str, tuple[int, str]]

    @property
    def size(self) -> int:
        """The bytes of all files together."""
        return sum(size for size, _ in self.files.values())

    @property
    def text(self) -> bytes:
        """As it stands in a backup."""
        head = {"thera": "backup", "format": FORMAT, "version": self.version, "made": self.made}
        return json.dumps({**head, "files": self.files}, separators=(",", ":")).encode()


def parse_manifest(content: bytes) -> BackupManifest:
    """The manifest in this text.

    :raises BackupError: if it is none, or tells of what no backup may hold; without the name of the backup.
    """
    # Counted before it is parsed: a text of brackets would become many times as large.
    if len(content) > LONGEST or max(content.count(b"["), content.count(b",") // 2) > MOST_FILES + 3:
        raise BackupError("holds more than any table has")
    try:
        told = json.loads(content, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BackupError(f"its manifest cannot be read: {_shown(error)}") from error
    match told:
        case {"thera": "backup", "format": int(form)} if form != FORMAT:
            raise BackupError(f"of another format ({form}) than this Thera reads ({FORMAT})")
        case {"thera": "backup", "format": int(), "version": str(version), "made": str(made), "files": dict(files)} if (
            _TOLD.fullmatch(version) and _TOLD.fullmatch(made)
        ):
            manifest = BackupManifest(version, made, {name: _file(name, said) for name, said in files.items()})
        case _:
            raise BackupError("its manifest is not one of a backup of Thera")
    if manifest.size > MOST_BYTES or len(manifest.files) > MOST_FILES:
        raise BackupError("holds more than any table has")
    return manifest


def _file(name: str, said: object) -> tuple[int, str]:
    largest = LARGEST.get(name, LARGEST_IN_FOLDER)
    if name not in LARGEST and not _IN_FOLDER.fullmatch(name):
        raise BackupError(f"{name[:80]!a} is no name that a backup may hold")
    match said:
        case [int(size), str(digest)] if not isinstance(size, bool) and size >= 0 and _DIGEST.fullmatch(digest):
            if size > largest:
                raise BackupError(f"{name} is larger than any that a table has")
            return size, digest
        case _:
            raise BackupError(f"its manifest does not tell of {name} as it should")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands there twice")
    return made


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _shown(error: Exception) -> str:
    return ascii(str(error))[1:-1][:200]
