"""What a judge is to have played: the tables that are invited with their seats, and the game that begins once all of
them came. The types are the form in JSON in which a judge stores it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from apart.match_entries import Seats, TableTitle
from engine.seats import Seat
from table.setup_form import SetupForm
from table.typed_json import read_text


class PlannedTable(Struct, frozen=True):
    """A table that is invited: what the judge calls it, and its seats."""

    label: TableTitle
    seats: Annotated[Seats, Meta(min_length=1)]


class JudgePlan(Struct, frozen=True):
    """The tables of a match that is judged, and how its game is set up."""

    tables: Annotated[tuple[PlannedTable, ...], Meta(min_length=1, max_length=len(Seat))]
    setup: SetupForm

    def is_same_as(self, other: JudgePlan) -> bool:
        """Whether both ask for the same, whatever the order of the decks is."""
        return replace(self, setup=replace(self.setup, seed=other.setup.seed)) == other

    def label_of(self, seats: Iterable[Seat]) -> str:
        """What the judge calls the table with these seats.

        :raises ValueError: if no table of the plan has one of them.
        """
        asked = set(seats)
        for each in self.tables:
            if asked & set(each.seats):
                return each.label
        raise ValueError(f"no table of the plan has {', '.join(sorted(asked)) or 'no seat'}")


_DECODER = msgspec.json.Decoder(JudgePlan)


def plan_text(plan: JudgePlan) -> str:
    """A plan as JSON."""
    return msgspec.json.encode(plan).decode()


def read_plan(text: str) -> JudgePlan:
    """The plan in a text.

    :raises MalformedError: if it is none.
    """
    return read_text(_DECODER, text)
