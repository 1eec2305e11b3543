"""The file of a match: its ordered entries, this table's proposal, its channels and its invitations.

Each line is a checksum and a record as JSON. A record is on the disk when `MatchFile.append` returns. An unfinished
last line was never confirmed, and is cut off. A damaged line before it is an error, since later lines cannot be
trusted. The file holds keys, and only its owner can read it.
"""

from __future__ import annotations

import os
from binascii import crc32
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from common.atomic_files import make_folder
from common.json_reader import JsonReader
from online.match.match_entries import MatchName, Number, TableNumber
from online.match.match_events import EntryKept, KeptRecord, ProposalDropped, ProposalKept, TableTold
from online.match.pairing import LONGEST_SAID, Invitation
from online.match.sealed_channel import ChannelKeys
from table.typed_json import MalformedError, read_text

_CHECK: Final = 8
"""Characters of the checksum."""


class TaggedFileRecord(Struct, frozen=True, tag_field="kept"):
    """A record; the file names its type by ``kept``, as it does those of `online.match.match_events`."""


class MatchBegun(TaggedFileRecord, frozen=True, tag="match"):
    """The first record: which match this is, and this table's number in it."""

    match: MatchName
    here: TableNumber


class ChannelKept(TaggedFileRecord, frozen=True, tag="channel"):
    """A channel to a table. ``invitation`` is its pairing code and ``answer`` the answer it got; both are empty at the
    invited table. ``request`` is its request."""

    keys: ChannelKeys
    invitation: Annotated[str, Meta(max_length=32)] = ""
    request: Annotated[str, Meta(max_length=LONGEST_SAID)] = ""
    answer: Annotated[str, Meta(max_length=LONGEST_SAID)] = ""


class CountersKept(TaggedFileRecord, frozen=True, tag="counters"):
    """Counters below ``reserved`` may have been used for messages to a table; ``heard`` is the highest counter received
    from it."""

    table: TableNumber
    reserved: Number
    heard: Number


class InvitationKept(TaggedFileRecord, frozen=True, tag="invitation"):
    """This table invites another one, which has not answered yet."""

    invitation: Invitation


class InvitationDropped(TaggedFileRecord, frozen=True, tag="invitation_dropped"):
    """The invitation with this code was withdrawn."""

    code: MatchName


FileRecord = (
    EntryKept
    | ProposalKept
    | ProposalDropped
    | TableTold
    | MatchBegun
    | ChannelKept
    | CountersKept
    | InvitationKept
    | InvitationDropped
)

_READER = JsonReader[FileRecord](FileRecord)


class MatchFileError(Exception):
    """The file of a match cannot be read or written; the message says which one, where and why. ``reason`` is why,
    without the path."""

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = message if reason is None else reason


class MatchFile:
    """The file of a match: ``records`` has the stored records, `append` adds new ones. Use it from one thread."""

    def __init__(self, path: Path) -> None:
        """Open the file, or create it.

        :raises MatchFileError: if it cannot be read or written, or is damaged before its last line.
        """
        self.path = path
        self.records: tuple[FileRecord, ...] = ()
        self._size = 0
        try:
            make_folder(path.parent)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise MatchFileError(f"{path}: {error.strerror}", error.strerror) from error
        try:
            self._read()
        except BaseException:
            os.close(self._file)
            raise

    def append(self, *records: FileRecord) -> None:
        """Append records. They are on the disk when this returns.

        :raises MatchFileError: if they could not be written (a full disk) or read back; then none of them is in the
        file.
        """
        lines = [_line(record) for record in records]
        if tuple(_read_line(line[:-1]) for line in lines) != records:
            raise MatchFileError(f"{self.path}: a record is not written, since it could not be read again")
        data = b"".join(lines)
        try:
            self._cut_off()
            _write_all(self._file, data)
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):  # a failing card takes not even that; then it is done before the next record
                self._cut_off()
            raise MatchFileError(f"{self.path}: cannot write: {error.strerror}", error.strerror) from error
        self._size += len(data)
        self.records = (*self.records, *records)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> MatchFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def kept(self) -> Iterator[KeptRecord]:
        """The records that one side of the match is restored from."""
        for record in self.records:
            if isinstance(record, EntryKept | ProposalKept | ProposalDropped | TableTold):
                yield record

    def _cut_off(self) -> None:
        """Cut off the rest of a failed write."""
        if os.fstat(self._file).st_size > self._size:
            os.ftruncate(self._file, self._size)

    def _read(self) -> None:
        data = self.path.read_bytes()
        lines = data.split(b"\n")
        whole, records = 0, list[FileRecord]()
        for number, line in enumerate(lines[:-1], start=1):
            record = _read_line(line)
            if record is None and number < len(lines) - 1:
                raise MatchFileError(f"{self.path}: line {number} is damaged")
            if record is None:
                break
            whole += len(line) + 1
            records.append(record)
        self._size = whole
        if whole < len(data):
            self._cut_off()
            os.fsync(self._file)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the name of a new file has to survive a power cut, too
        finally:
            os.close(folder)
        self.records = tuple(records)


def _write_all(file: int, data: bytes) -> None:
    """Write all bytes. A short write is followed by another one, which fails if there is no room."""
    while data:
        data = data[os.write(file, data) :]


def _line(record: FileRecord) -> bytes:
    text = msgspec.json.encode(record)
    return f"{crc32(text):08x} ".encode() + text + b"\n"


def _read_line(line: bytes) -> FileRecord | None:
    """Read the record of a line; None if it is damaged."""
    text = line[_CHECK + 1 :]
    if line[: _CHECK + 1] != f"{crc32(text):08x} ".encode():
        return None
    try:
        return read_text(_READER, text.decode())
    except (MalformedError, UnicodeDecodeError):
        return None
