"""What the organiser of a club can ask for. These types are also the form in which a page sends it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from club.tournament_entries import MOST_ROUNDS, PairingSystem
from table.typed_json import Whole, read

Given = Annotated[str, Meta(max_length=100)]
"""A name as it was typed."""


class TaggedClubCommand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A command that JSON names by its ``kind``."""


class BeginTournament(TaggedClubCommand, frozen=True, tag="begin_tournament"):
    """Begin a tournament; the one before is over. ``rounds`` are those of a Swiss one."""

    title: Given
    system: PairingSystem
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class EnterPlayers(TaggedClubCommand, frozen=True, tag="enter_players"):
    """Let these players enter, or come back."""

    names: Annotated[tuple[Given, ...], Meta(max_length=100)]


class WithdrawPlayer(TaggedClubCommand, frozen=True, tag="withdraw_player"):
    """A player plays no further rounds."""

    name: Given


class PairRound(TaggedClubCommand, frozen=True, tag="pair_round"):
    """Pair the next round."""


class CancelRound(TaggedClubCommand, frozen=True, tag="cancel_round"):
    """The last round is not played as it was paired."""


class EnterResult(TaggedClubCommand, frozen=True, tag="enter_result"):
    """Who won a game of a round, both numbered from 0; null takes a result back."""

    round: Whole
    game: Whole
    winner: Given | None


ClubCommand = BeginTournament | EnterPlayers | WithdrawPlayer | PairRound | CancelRound | EnterResult


class ClubRequestForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, and the edition of the tournament that the page showed when it was given."""

    edition: Whole
    command: ClubCommand


class OrganiserForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that the command printed at its start, as somebody typed them."""

    words: Given


def read_club_request(body: object) -> ClubRequestForm:
    """The command in the body of a request.

    :raises MalformedError: if the body does not have this form.
    """
    return read(ClubRequestForm, body)
