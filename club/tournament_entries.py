"""What the file of a club holds of its tournaments: each thing that happened, in the past tense.

The entries alone rebuild a tournament (`club.tournament.evolve`). Files of every version must be read, so tags, names
of fields and their order stay.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from club.table_report import Name
from table.typed_json import Whole, read_text

MOST_PLAYERS: Final = 100
MOST_ROUNDS: Final = 50

Rounds = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class PairingSystem(StrEnum):
    """Who meets whom: everybody everybody else, or those with as many points."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class ResultSource(StrEnum):
    """Where a result comes from: the table at which it was played, or the organiser."""

    TABLE = "table"
    ORGANISER = "organiser"


class TaggedTournamentEntry(Struct, frozen=True, tag_field="entry"):
    """An entry that JSON names by its ``entry``."""


class TournamentBegan(TaggedTournamentEntry, frozen=True, tag="tournament_began"):
    """A tournament began; the one before is over. ``rounds`` are those of a Swiss tournament."""

    title: Name
    system: PairingSystem
    rounds: Rounds


class PlayerEntered(TaggedTournamentEntry, frozen=True, tag="player_entered"):
    """A player entered the tournament, or came back; ``lot`` orders players with as many points."""

    name: Name
    lot: Whole


class PlayerWithdrew(TaggedTournamentEntry, frozen=True, tag="player_withdrew"):
    """A player plays no further rounds; who has not played any is no player any more."""

    name: Name


class RoundPaired(TaggedTournamentEntry, frozen=True, tag="round_paired"):
    """A round was paired: pairs of names, of which the first begins, and those without an opponent."""

    pairs: tuple[tuple[Name, Name], ...]
    free: tuple[Name, ...]


class RoundCancelled(TaggedTournamentEntry, frozen=True, tag="round_cancelled"):
    """The last round is not played as it was paired."""


class ResultEntered(TaggedTournamentEntry, frozen=True, tag="result_entered"):
    """Who won the ``game`` of a ``round``, both counted from 0 (None: nobody yet)."""

    round: Whole
    game: Whole
    winner: Name | None
    source: ResultSource


TournamentEntry = TournamentBegan | PlayerEntered | PlayerWithdrew | RoundPaired | RoundCancelled | ResultEntered

_DECODER: Final[msgspec.json.Decoder[TournamentEntry]] = msgspec.json.Decoder(TournamentEntry)


def tournament_entry_text(entry: TournamentEntry) -> str:
    """The entry as a line of JSON."""
    return msgspec.json.encode(entry).decode()


def read_tournament_entry(text: str) -> TournamentEntry:
    """The entry of a line.

    :raises MalformedError: if it is none.
    """
    return read_text(_DECODER, text)
