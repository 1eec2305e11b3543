"""The entries of a club's tournaments, in the past tense.

The entries alone rebuild a tournament (`online.club.tournament.evolve`). Files of every version must be read, so tags,
names of fields and their order stay.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from common.json_reader import JsonReader
from online.club.table_report import Name
from table.typed_json import Whole, read_text

MOST_PLAYERS: Final = 100
MOST_ROUNDS: Final = 50

Rounds = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class PairingSystem(StrEnum):
    """The pairing: everybody meets everybody, or players with equal points meet."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class ResultSource(StrEnum):
    """The source of a result: the table at which it was played, or the organiser."""

    TABLE = "table"
    ORGANISER = "organiser"


class TaggedTournamentEntry(Struct, frozen=True, tag_field="entry"):
    """An entry; JSON names its type by ``entry``."""


class TournamentBegan(TaggedTournamentEntry, frozen=True, tag="tournament_began"):
    """A tournament began; the one before is over. ``rounds`` are those of a Swiss tournament."""

    title: Name
    system: PairingSystem
    rounds: Rounds


class PlayerEntered(TaggedTournamentEntry, frozen=True, tag="player_entered"):
    """A player entered the tournament, or came back; ``lot`` orders players with equal points."""

    name: Name
    lot: Whole


class PlayerWithdrew(TaggedTournamentEntry, frozen=True, tag="player_withdrew"):
    """A player withdrew from further rounds. A player who has played none is removed."""

    name: Name


class RoundPaired(TaggedTournamentEntry, frozen=True, tag="round_paired"):
    """A round was paired: pairs of names, of which the first begins, and those without an opponent."""

    pairs: tuple[tuple[Name, Name], ...]
    free: tuple[Name, ...]


class RoundCancelled(TaggedTournamentEntry, frozen=True, tag="round_cancelled"):
    """The last round was cancelled."""


class ResultEntered(TaggedTournamentEntry, frozen=True, tag="result_entered"):
    """The winner of the ``game`` of a ``round``, both counted from 0, or None."""

    round: Whole
    game: Whole
    winner: Name | None
    source: ResultSource


TournamentEntry = TournamentBegan | PlayerEntered | PlayerWithdrew | RoundPaired | RoundCancelled | ResultEntered

_READER: Final = JsonReader[TournamentEntry](TournamentEntry)


def tournament_entry_text(entry: TournamentEntry) -> str:
    """The entry as a line of JSON."""
    return msgspec.json.encode(entry).decode()


def read_tournament_entry(text: str) -> TournamentEntry:
    """Read the entry of a line.

    :raises MalformedError: if the line is not an entry.
    """
    return read_text(_READER, text)
