"""The file of a match: what was ordered, what this table proposes, its channels and its invitations.

Each line is a checksum and a record as JSON. A record is on the disk when `MatchFile.append` returns. A line that a
power cut left unfinished was never confirmed, and is cut off; a damaged line before the last one is an error, since
what follows it cannot be trusted. The file holds keys, and only its owner can read it.
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

from apart.match_entries import MatchName, Number, TableNumber
from apart.match_events import EntryKept, KeptRecord, ProposalDropped, ProposalKept, TableTold
from apart.pairing import LONGEST_SAID, Invitation
from apart.sealed_channel import ChannelKeys
from common.atomic_files import make_folder
from table.typed_json import MalformedError, read_text

_CHECK: Final = 8
"""Characters of the checksum."""


class TaggedFileRecord(Struct, frozen=True, tag_field="kept"):
    """What the file names by its ``kept``, as it does the records of `apart.match_events`."""


class MatchBegun(TaggedFileRecord, frozen=True, tag="match"):
    """The first record: which match this is, and this table's number in it."""

    match: MatchName
    here: TableNumber


class ChannelKept(TaggedFileRecord, frozen=True, tag="channel"):
    """There is a channel to a table. ``invitation`` is the code by which it was paired, and ``answer`` what it was
    answered; both are empty at the table that was invited. ``request`` is what it said."""

    keys: ChannelKeys
    invitation: Annotated[str, Meta(max_length=32)] = ""
    request: Annotated[str, Meta(max_length=LONGEST_SAID)] = ""
    answer: Annotated[str, Meta(max_length=LONGEST_SAID)] = ""


class CountersKept(TaggedFileRecord, frozen=True, tag="counters"):
    """The counters below ``reserved`` may have been used for messages to a table; the highest of those that came from
    it is ``heard``."""

    table: TableNumber
    reserved: Number
    heard: Number


class InvitationKept(TaggedFileRecord, frozen=True, tag="invitation"):
    """This table invites another one, which has not come yet."""

    invitation: Invitation


class InvitationDropped(TaggedFileRecord, frozen=True, tag="invitation_dropped"):
    """The invitation with this code no longer holds."""

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

_DECODER: msgspec.json.Decoder[FileRecord] = msgspec.json.Decoder(FileRecord)


class MatchFileError(Exception):
    """The file of a match cannot be read or written; the message says which one, where and why. ``reason`` is why,
    without the path."""

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = message if reason is None else reason


class MatchFile:
    """The file of a match: the records of before in ``records``, new ones by `append`. Use it from one thread."""

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
        """Add records; they are on the disk when this returns.

        :raises MatchFileError: if they could not be written (a full disk), or not be read again; then none of them is
            in the file.
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
        """Cut off what a write that failed has left."""
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
    """Write all of it; what a first write leaves over goes into the next one, which says why if there is no room."""
    while data:
        data = data[os.write(file, data) :]


def _line(record: FileRecord) -> bytes:
    text = msgspec.json.encode(record)
    return f"{crc32(text):08x} ".encode() + text + b"\n"


def _read_line(line: bytes) -> FileRecord | None:
    """The record of a line; None if the line is damaged."""
    text = line[_CHECK + 1 :]
    if line[: _CHECK + 1] != f"{crc32(text):08x} ".encode():
        return None
    try:
        return read_text(_DECODER, text.decode())
    except (MalformedError, UnicodeDecodeError):
        return None
