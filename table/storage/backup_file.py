"""The file of a backup: a gzipped tar that any tool opens, with a checksum over each of its bytes.

The first entry is ``manifest.json``; it names every other entry with its size and SHA-256. So a reader knows the sizes
before it unpacks anything. A backup is checked by the same rules when it is written, so that none is refused later.

gzip's own checksum leaves out its header and some padding. So the SHA-256 of all that follows the header stands in an
extra field of the header (RFC 1952, 2.3.1.1).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from table.storage.journal_file import CONFIRMED, FILE_NAME
from table.storage.journal_file import SIZE as CONFIRMED_SIZE

MANIFEST = "manifest.json"

_HEAD = b"\x1f\x8b\x08\x04" + bytes(4) + b"\x00\xff" + (36).to_bytes(2, "little") + b"TH" + (32).to_bytes(2, "little")
_COPIED_AT_ONCE = 1 << 16
_UNREADABLE = "is no backup that can be read"

FORMAT = 1
CONFIGURATION = "thera.toml"
"""The name of the configuration in a backup."""
PIECES = "virtual-board.json"
STREAK = "puzzles.json"
"""The streak of solved puzzles of the day."""
IDENTITY = "identity"
"""The identity by which other programs know the table (`thera.house_link`)."""
MATCH_KEY = "match-key"
"""The key by which other tables know this one in matches."""
MATCHES = "matches"
"""The folder with the matches that this table takes part in."""
FOLDERS = ("games", "boards", MATCHES)

MOST_FILES = 50_000
"""The most games: five a day for 25 years."""
MOST_BYTES = 1024**3
"""The most bytes of all files together."""
LONGEST = 8 * 1024**2
"""The most bytes of the manifest: enough for that number of files with the longest names of games."""
LARGEST: Mapping[str, int] = {
    FILE_NAME: 16 * 1024**2,
    CONFIRMED: CONFIRMED_SIZE,
    CONFIGURATION: 64 * 1024,
    PIECES: 64 * 1024,
    STREAK: 1024,
    IDENTITY: 64,
    MATCH_KEY: 128,
}
"""The most bytes of each file outside the folders. The journal of ten thousand games was below 4.5 MB
(docs/storage.md)."""
LARGEST_IN_FOLDER = 4 * 1024**2
"""The most bytes of a file in a folder; a game has some thousand, the longest match three million."""
_IN_FOLDER = re.compile(rf"(?:{'|'.join(FOLDERS)})/[0-9A-Za-z][0-9A-Za-z._-]{{0,99}}")
_PRINTABLE = re.compile(r"[ -~]{1,60}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class BackupError(Exception):
    """A backup cannot be made or used; the message is one line of English. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """The contents of a backup: the version of Thera that made it, when (UTC), and its files by name, each with size
    and SHA-256."""

    version: str
    made: str
    files: dict[str, tuple[int, str]]

    @property
    def size(self) -> int:
        """The bytes of all files together."""
        return sum(size for size, _ in self.files.values())

    @property
    def text(self) -> bytes:
        """Return the manifest as JSON."""
        head = {"thera": "backup", "format": FORMAT, "version": self.version, "made": self.made}
        return json.dumps({**head, "files": self.files}, separators=(",", ":")).encode()


def parse_manifest(content: bytes) -> BackupManifest:
    """Return the manifest in a text.

    :raises BackupError: if it holds none, or one with files that no backup may hold. The message does not name the
    backup.
    """
    # Counted before it is parsed: a text of brackets would take many times its size in memory.
    if len(content) > LONGEST or max(content.count(b"["), content.count(b",") // 2) > MOST_FILES + 3:
        raise BackupError("holds more than any table has")
    try:
        found = json.loads(content, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BackupError(f"its manifest cannot be read: {_shown(error)}") from error
    match found:
        case {"thera": "backup", "format": int(form)} if form != FORMAT:
            raise BackupError(f"of another format ({form}) than this Thera reads ({FORMAT})")
        case {"thera": "backup", "format": int(), "version": str(version), "made": str(made), "files": dict(files)} if (
            _PRINTABLE.fullmatch(version) and _PRINTABLE.fullmatch(made)
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
            raise BackupError(f"its manifest describes {name} wrongly")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands there twice")
    return made


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _shown(error: Exception) -> str:
    return ascii(str(error))[1:-1][:200]


def write_backup(
    path: Path, contents: Mapping[str, bytes], version: str, made: str, *, force: bool = False
) -> BackupManifest:
    """Write these files, by their names in the backup, to a file whole or not at all. An existing file is overwritten
    with ``force`` only.

    :raises OSError: if it cannot be written.
    :raises BackupError: if the file exists, or if no backup may hold these files.
    """
    entries = {name: (len(content), hashlib.sha256(content).hexdigest()) for name, content in sorted(contents.items())}
    try:
        manifest = parse_manifest(BackupManifest(version, made, entries).text)
    except BackupError as error:
        raise BackupError(f"cannot be backed up: {error}") from error
    if not force and os.path.lexists(path):
        raise BackupError(f"{path} exists already; write to another file, or overwrite it with --force")
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    try:
        with open(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "r+b") as file:
            _write(file, [(MANIFEST, manifest.text), *((name, contents[name]) for name in manifest.files)])
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    os.replace(draft, path)
    folder = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return manifest


def read_backup(path: Path, file: BinaryIO, folder: Path) -> BackupManifest:
    """Check every byte of the backup ``path``, open as ``file``, and then write its files to this new folder.

    :raises BackupError: if it is no backup, is cut short, was changed, or holds what no backup may hold.
    :raises OSError: if it cannot be read, or the folder cannot be written.
    """
    try:
        _check(file)
        file.seek(0)
        return _unpack(_files(file), folder)
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError) as error:
        why = "it is cut short" if isinstance(error, EOFError) else f"it cannot be unpacked: {_shown(error)}"
        raise BackupError(f"{path}: {_UNREADABLE}: {why}") from error
    except BackupError as error:
        raise BackupError(f"{path}: {error}") from error


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
    """Compresses what is written to it, in the form that follows a gzip header."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._sum, self._size = 0, 0
        self._hash = hashlib.sha256()

    @property
    def digest(self) -> bytes:
        """The SHA-256 of all compressed bytes."""
        return self._hash.digest()

    def write(self, data: bytes) -> int:  # type: ignore[override]  # tarfile gives bytes
        """Compress more bytes."""
        self._sum, self._size = zlib.crc32(data, self._sum), self._size + len(data)
        self._put(self._packer.compress(data))
        return len(data)

    def finish(self) -> None:
        """Write the rest and the end of the gzip file."""
        tail = self._sum.to_bytes(4, "little") + (self._size % 2**32).to_bytes(4, "little")
        self._put(self._packer.flush() + tail)

    def _put(self, data: bytes) -> None:
        self._hash.update(data)
        self._file.write(data)


def _check(file: BinaryIO) -> None:
    head = file.read(len(_HEAD) + 32)
    if not head.startswith(_HEAD):
        raise BackupError("is no backup of Thera")
    found = hashlib.sha256()
    while block := file.read(_COPIED_AT_ONCE):
        found.update(block)
    if found.digest() != head[len(_HEAD) :]:
        raise BackupError("is not whole, or was changed: its checksum is wrong")


class _TarBytes(io.RawIOBase):
    """The unpacked bytes of a tar, for a `TarFile` that reads it block by block and no further than it may.

    An extended header, a long name and a list of gaps make tarfile read as much as they say, before anybody can check
    it. Where it may read one header only, it cannot go on to them.
    """

    def __init__(self, unpacked: gzip.GzipFile) -> None:
        self._unpacked = unpacked
        self._left, self._block = tarfile.BLOCKSIZE, b""

    def allow(self, size: int) -> None:
        """Let a part of this size be read, with its padding, and nothing behind it."""
        self._left = size + -size % tarfile.BLOCKSIZE

    def read(self, size: int = -1) -> bytes:
        """Return the next block.

        :raises BackupError: if it is cut short, or may not be read.
        """
        if not 0 <= size <= self._left:
            raise BackupError(f"{_UNREADABLE}: it has something in it that is no file")
        self._left -= size
        self._block = self._unpacked.read(size)
        if len(self._block) < size:
            raise BackupError(f"{_UNREADABLE}: it is cut short")
        return self._block

    def check_end(self) -> None:
        """Check that the block that was read last is the end of the tar, with nothing but padding behind it.

        :raises BackupError: otherwise.
        """
        if any(self._block):
            raise BackupError(f"{_UNREADABLE}: it has something in it that is no file")
        padding = self._unpacked.read(tarfile.RECORDSIZE + 1)
        if len(padding) > tarfile.RECORDSIZE or any(padding):
            raise BackupError(f"{_UNREADABLE}: something stands behind its end")


def _files(file: BinaryIO) -> Iterator[tuple[str, int, IO[bytes]]]:
    """Generate name, size and content of each file of a gzipped tar. The content must be read before the next file.

    :raises BackupError: if it holds something else than plain files.
    :raises tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError: if it is no such file.
    :raises OSError: if it cannot be read.
    """
    with gzip.GzipFile(fileobj=file) as unpacked:
        source = _TarBytes(unpacked)
        with tarfile.open(
            fileobj=source, mode="r|", bufsize=tarfile.BLOCKSIZE, encoding="ascii", errors="replace"
        ) as tar:
            while (entry := tar.next()) is not None:
                content = tar.extractfile(entry) if entry.type == tarfile.REGTYPE else None
                if content is None:
                    raise BackupError(f"{_UNREADABLE}: {entry.name[:80]!a} is no plain file")
                source.allow(entry.size)
                yield entry.name, entry.size, content
                source.allow(tarfile.BLOCKSIZE)
        source.check_end()


def _unpack(files: Iterator[tuple[str, int, IO[bytes]]], folder: Path) -> BackupManifest:
    name, size, content = next(files, ("", 0, io.BytesIO()))
    if name != MANIFEST:
        raise BackupError("does not begin with its manifest")
    if size > LONGEST:
        raise BackupError("holds more than any table has")
    manifest = parse_manifest(content.read())
    free = shutil.disk_usage(folder.parent).free
    if manifest.size > free:
        raise BackupError(f"needs {manifest.size:,} bytes, and {free:,} are free in the folder of the table")
    left = dict(manifest.files)
    for name, size, content in files:
        listed, digest = left.pop(name, (None, ""))
        if listed != size or _written(content, folder / name) != digest:
            raise BackupError(f"{name[:80]!a} is not as its manifest says")
    if left:
        raise BackupError(f"lacks {', '.join(sorted(left)[:5])}")
    return manifest


def _written(content: IO[bytes], target: Path) -> str:
    """Write the content of a file. Return the SHA-256 of its bytes."""
    target.parent.mkdir(mode=0o700, exist_ok=True)
    found = hashlib.sha256()
    with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        while part := content.read(_COPIED_AT_ONCE):
            found.update(part)
            file.write(part)
    return found.hexdigest()
