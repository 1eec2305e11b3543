"""The messages to a club's page: the whole club at first, later the parts that have changed, each part whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from common.mqtt.broker import BrokerStatus
from online.club.running_club import ClubResult, ClubState, ClubTable
from online.club.table_report import TableReport
from online.club.tournament import Entrant, PlayerStanding, Tournament, TournamentRound
from online.club.tournament_entries import PairingSystem
from table.typed_json import Whole
from web_ui.forms.basic_forms import AnswerForm, MessageForm

LISTED: Final = 60
"""The number of finished games that are listed, the newest first."""


class ClubTableForm(AnswerForm, frozen=True):
    """A table: its report, whether it is there, and for how long it has waited for the same turn."""

    identity: str
    online: bool
    age: Annotated[int, Meta(description="ms")]
    report: TableReport


class TournamentForm(AnswerForm, frozen=True):
    """A tournament; ``length`` is how many rounds it has, ``over`` whether all games are decided."""

    title: str
    system: PairingSystem
    length: Whole
    over: bool
    entrants: tuple[Entrant, ...]
    rounds: tuple[TournamentRound, ...]
    standings: tuple[PlayerStanding, ...]


class ClubForm(AnswerForm, frozen=True):
    """The club. ``tables`` are those that are new, each whole; those that ``identities`` does not name are gone, and it
    has the order in which they are shown. What is missing has not changed. ``dropped`` says to the organiser whose
    messages were dropped and why."""

    version: Whole
    edition: Whole
    organiser: bool
    broker: BrokerStatus
    unwritten: str | None
    identities: tuple[str, ...]
    tables: tuple[ClubTableForm, ...]
    tournament: TournamentForm | UnsetType | None = UNSET
    results: tuple[ClubResult, ...] | UnsetType = UNSET
    dropped: Mapping[str, str] | UnsetType = UNSET


class ClubAnswer(AnswerForm, frozen=True):
    """Why something was not done; nothing if it was. What came of it is told to all pages."""

    error: str | UnsetType = UNSET
    message: MessageForm | UnsetType = UNSET


def club_form(state: ClubState, broker: BrokerStatus, since: int, now: float, *, organiser: bool) -> ClubForm:
    """The changes of a state after version ``since``; all of it after version 0. ``now`` is the time of the club's
    clock."""
    tables = state.tables.in_order()

    def is_new(part: str) -> bool:
        return state.changed.get(part, 0) > since

    return ClubForm(
        version=state.version,
        edition=state.edition,
        organiser=organiser,
        broker=broker,
        unwritten=state.unwritten,
        identities=tuple(each.identity for each in tables),
        tables=tuple(_table(each, now) for each in tables if is_new(each.identity)),
        tournament=_tournament(state.tournament) if is_new("tournament") else UNSET,
        results=tuple(reversed(state.results[-LISTED:])) if is_new("results") else UNSET,
        dropped=state.tables.complaints if organiser else UNSET,
    )


def _table(table: ClubTable, now: float) -> ClubTableForm:
    return ClubTableForm(table.identity, table.online, max(0, round(1000 * (now - table.since))), table.report)


def _tournament(tournament: Tournament | None) -> TournamentForm | None:
    if tournament is None:
        return None
    return TournamentForm(
        tournament.title,
        tournament.system,
        tournament.length,
        tournament.over,
        tournament.entrants,
        tournament.rounds,
        tournament.standings(),
    )
