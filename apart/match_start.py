"""How a side of a match begins: a table opens one, joins one, or finds one on its disk."""

from __future__ import annotations

from dataclasses import dataclass

from apart.bars import BarredError
from apart.deciding_table import DecidingTable
from apart.joined_table import JoinedTable
from apart.match_entries import DECIDING, MatchOpened, in_order
from apart.match_file import ChannelKept, MatchBegun, MatchFile, MatchFileError
from apart.match_limits import TABLES_AT_MOST
from apart.match_link import MatchLink
from apart.match_log import DifferenceError, ForgedEntryError, MatchKeys
from apart.match_runner import MatchRunner, TableIdentity, Tell
from apart.pairing import JoinedMatch
from engine.seats import Seat

MATCH_BYTES = 16
"""Random bytes of the name of a match."""


@dataclass(frozen=True, slots=True)
class MatchParts:
    """What a side of a match runs with: its file, its link, who the table is, and who is told what happens."""

    file: MatchFile
    link: MatchLink
    identity: TableIdentity
    tell: Tell


def open_match(parts: MatchParts, name: str, seats: frozenset[Seat]) -> MatchRunner:
    """A new match that the table of this name decides, in a new file; it plays these seats (none: it is a judge).

    :raises MatchFileError: if it cannot be stored.
    """
    match = parts.identity.random(MATCH_BYTES).hex()
    parts.file.append(MatchBegun(match, DECIDING))
    runner = resume_match(parts)
    runner.ask(MatchOpened(match, name, parts.identity.key, in_order(seats)), 0)
    return runner


def join_match(parts: MatchParts, joined: JoinedMatch) -> MatchRunner:
    """A match that this table was admitted to, in a new file.

    :raises MatchFileError: if it cannot be stored.
    """
    parts.file.append(MatchBegun(joined.match, joined.here), ChannelKept(joined.keys))
    return resume_match(parts)


def resume_match(parts: MatchParts) -> MatchRunner:
    """The match of a file, as it stood.

    :raises MatchFileError: if the file is of no match, or its entries do not follow from each other.
    """
    file = parts.file
    begun = file.records[0] if file.records else None
    if not isinstance(begun, MatchBegun) or begun.here >= TABLES_AT_MOST:
        raise MatchFileError(f"{file.path}: this is the file of no match")
    try:
        side = _restored(file, begun, parts.identity)
    except (BarredError, DifferenceError, ForgedEntryError) as error:
        raise MatchFileError(f"{file.path}: its entries cannot be: {error}") from error
    return MatchRunner(side, file, parts.link, parts.identity, parts.tell)


def _restored(file: MatchFile, begun: MatchBegun, identity: TableIdentity) -> DecidingTable | JoinedTable:
    if begun.here == DECIDING:
        keys = MatchKeys(identity.key, identity.key, identity.sign)
        return DecidingTable.restored(begun.match, keys, file.kept())
    key = next((each.keys.key for each in file.records if isinstance(each, ChannelKept)), None)
    if key is None:
        raise MatchFileError(f"{file.path}: there is no channel to the table that decides")
    keys = MatchKeys(key, identity.key, identity.sign)
    return JoinedTable.restored(begun.here, begun.match, keys, file.kept())
