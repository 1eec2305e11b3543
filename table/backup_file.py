"""The file of a backup: a gzipped tar that any tool opens, with a checksum over each of its bytes.

The first entry is ``manifest.json``; it names every other one with its size and SHA-256. gzip's own checksum leaves its
head and some padding out, so the SHA-256 of all that follows the head stands there in a field of ours (RFC 1952,
2.3.1.1).
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

FORMAT = 1
MANIFEST = "manifest.json"
MOST_FILES = 100_000
MOST_BYTES = 4 * 1024**3
"""Of all files of a backup together. Decades of games have less than a tenth of both."""

_NAME = re.compile(r"(?:(?:games|boards)/)?[0-9A-Za-z][0-9A-Za-z._-]{0,150}")
_HEAD = b"\x1f\x8b\x08\x04" + bytes(4) + b"\x00\xff" + (36).to_bytes(2, "little") + b"TH" + (32).to_bytes(2, "little")
_BLOCK = 1 << 16


class BackupError(Exception):
    """A backup cannot be made or used; the message is one plain line. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself: the version of Thera that made it, when (UTC), and its files by name, each with
    size and SHA-256."""

    version: str
    made: str
    files: dict[str, tuple[int, str]]


def write_backup(path: Path, contents: Mapping[str, bytes], version: str, made: str) -> Manifest:
    """Write these files, by their names in the backup, to a file whole or not at all.

    :raises OSError: if it cannot be written.
    :raises BackupError: if a file has a name that a backup cannot hold.
    """
    for name in contents:
        _check_name(name)
    manifest = Manifest(
        version, made, {name: (len(held), hashlib.sha256(held).hexdigest()) for name, held in sorted(contents.items())}
    )
    head = {"thera": "backup", "format": FORMAT, "version": version, "made": made, "files": manifest.files}
    text = json.dumps(head, indent=1).encode()
    draft = path.with_name(f"{path.name}.new")
    try:
        with open(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "r+b") as file:
            _write(file, [(MANIFEST, text), *sorted(contents.items())])
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    os.replace(draft, path)
    return manifest


def read_backup(path: Path, file: BinaryIO, place: Path) -> Manifest:
    """Check every byte of the backup ``path``, open as ``file``, and then write its files into this new folder.

    :raises BackupError: if it is none, is not whole, was changed, or holds what no backup may hold.
    :raises OSError: if it cannot be read, or the folder cannot be written.
    """
    _check(path, file)
    file.seek(0)
    try:
        with tarfile.open(fileobj=file, mode="r:gz") as tar:
            return _unpack(path, tar, place)
    except (tarfile.TarError, zlib.error, EOFError, ValueError, KeyError, TypeError) as error:
        raise BackupError(f"{path}: is no backup that can be read: {error}") from error


def _write(file: BinaryIO, contents: Iterable[tuple[str, bytes]]) -> None:
    file.write(_HEAD + bytes(32))
    deflated = _Deflated(file)
    with tarfile.open(fileobj=deflated, mode="w|", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in contents:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o600
            tar.addfile(entry, io.BytesIO(content))
    deflated.finish()
    file.seek(len(_HEAD))
    file.write(deflated.digest)


class _Deflated(io.RawIOBase):
    """Compresses what is written, as gzip has it behind its head."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._sum, self._size = 0, 0
        self._hash = hashlib.sha256()

    @property
    def digest(self) -> bytes:
        """The SHA-256 of all that was put out."""
        return self._hash.digest()

    def write(self, data: bytes) -> int:  # type: ignore[override]  # tarfile gives bytes
        """Take in more."""
        self._sum, self._size = zlib.crc32(data, self._sum), self._size + len(data)
        self._put(self._packer.compress(data))
        return len(data)

    def finish(self) -> None:
        """Put out the rest."""
        tail = self._sum.to_bytes(4, "little") + (self._size % 2**32).to_bytes(4, "little")
        self._put(self._packer.flush() + tail)

    def _put(self, data: bytes) -> None:
        self._hash.update(data)
        self._file.write(data)


def _check(path: Path, file: BinaryIO) -> None:
    head = file.read(len(_HEAD) + 32)
    if not head.startswith(_HEAD):
        raise BackupError(f"{path}: is no backup of Thera")
    found = hashlib.sha256()
    while block := file.read(_BLOCK):
        found.update(block)
    if found.digest() != head[len(_HEAD) :]:
        raise BackupError(f"{path}: is not whole, or was changed: its checksum is wrong")


def _unpack(path: Path, tar: tarfile.TarFile, place: Path) -> Manifest:
    members = _members(path, tar)
    name, content = next(members)
    if name != MANIFEST:
        raise BackupError(f"{path}: does not begin with its manifest")
    manifest = _manifest(path, content)
    left = dict(manifest.files)
    for name, content in members:
        if left.pop(name, None) != (len(content), hashlib.sha256(content).hexdigest()):
            raise BackupError(f"{path}: {name} is not as its manifest says")
        target = place / name
        target.parent.mkdir(mode=0o700, exist_ok=True)
        with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
    if left:
        raise BackupError(f"{path}: lacks {', '.join(sorted(left)[:5])}")
    return manifest


def _members(path: Path, tar: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    """The files of a tar: plain ones of allowed names, each once, and not too many."""
    seen, room = set[str](), MOST_BYTES
    for member in tar:
        _check_name(member.name)
        room -= member.size
        if not member.isreg() or member.name in seen:
            raise BackupError(f"{path}: {member.name} is no plain file, or is there twice")
        if room < 0 or len(seen) >= MOST_FILES:
            raise BackupError(f"{path}: holds more than any table has")
        seen.add(member.name)
        held = tar.extractfile(member)
        yield member.name, b"" if held is None else held.read()
    if not seen:
        raise BackupError(f"{path}: holds nothing")


def _manifest(path: Path, content: bytes) -> Manifest:
    told = json.loads(content)
    if told.get("thera") != "backup":
        raise BackupError(f"{path}: is no backup of Thera")
    if told["format"] != FORMAT:
        raise BackupError(f"{path}: of another format ({told['format']}) than this Thera reads ({FORMAT})")
    files = {str(name): (int(size), str(digest)) for name, (size, digest) in told["files"].items()}
    for name in files:
        _check_name(name)
    return Manifest(str(told["version"]), str(told["made"]), files)


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise BackupError(f"{name[:80]!r} is no name that a backup may hold")
