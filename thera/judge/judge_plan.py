"""What a judge is to have played: the tables that are invited with their seats, and the game that begins once all of
them came. The types are the form in JSON in which a judge stores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from common.json_reader import JsonReader
from engine import Game, InvalidSetup, NotationError
from engine.casting.cast import Cast
from engine.notation.checks import known_power, profile_with, seat_named
from engine.seats import Seat
from engine.setup import MORTAL, Player, PowerName, Setup, team_in_turn
from engine.told_games import barred_from_telling, viewer_at
from online.match.match_entries import Seats, TableTitle, in_order
from online.match.match_limits import LONGEST_NAME
from table.errors import CannotPlayError
from table.log_forms import SetupForm, setup_form
from table.session.saved_state import TABLE_SEATS
from table.typed_json import read_text


class PlannedTable(Struct, frozen=True):
    """An invited table: its label and its seats."""

    label: TableTitle
    seats: Annotated[Seats, Meta(min_length=1)]


class JudgePlan(Struct, frozen=True):
    """The tables of a judged match, and the setup of its game."""

    tables: Annotated[tuple[PlannedTable, ...], Meta(min_length=1, max_length=len(Seat))]
    setup: SetupForm

    def is_same_as(self, other: JudgePlan) -> bool:
        """Whether two plans are equal but for the order of the decks."""
        return replace(self, setup=replace(self.setup, seed=other.setup.seed)) == other

    def label_of(self, seats: Iterable[Seat]) -> str:
        """The label of the table with these seats.

        :raises ValueError: if no table of the plan has one of them.
        """
        asked = set(seats)
        for each in self.tables:
            if asked & set(each.seats):
                return each.label
        raise ValueError(f"no table of the plan has {', '.join(sorted(asked)) or 'no seat'}")


_READER = JsonReader(JudgePlan)


def plan_text(plan: JudgePlan) -> str:
    """A plan as JSON."""
    return msgspec.json.encode(plan).decode()


def read_plan(text: str) -> JudgePlan:
    """Read a plan.

    :raises MalformedError: if the text is not a plan.
    """
    return read_text(_READER, text)


# ---- The plan from the options of a command


FEWEST_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """The options of a judge: tables with their ``seats``, such as ``home: blue; away: orange``; the ``powers`` of
    these seats in the same order, if the game has powers; the seat with the ``first`` turn, by default the one that is
    named first; ``rules`` such as ``edition=spin_master``; the squares a side of the boards."""

    seats: str
    powers: tuple[str, ...] = ()
    first: str | None = None
    rules: tuple[str, ...] = ()
    size: int = 5


def planned_tables(text: str) -> tuple[tuple[PlannedTable, ...], tuple[Seat, ...]]:
    """Read tables from ``home: blue; away: orange``; gives them and the seats in the order of their names.

    :raises CannotPlayError: if it cannot be read, or a table or seat is named twice.
    """
    tables, named = list[PlannedTable](), list[Seat]()
    for part in filter(str.strip, text.split(";")):
        label, colon, seats = (each.strip() for each in part.partition(":"))
        if not colon or not label or not seats or len(label) > LONGEST_NAME:
            raise CannotPlayError(
                f"--seats: {part.strip()!r} names no table with its seats; write them as in 'home: blue; away: orange'"
            )
        if label in [each.label for each in tables]:
            raise CannotPlayError(f"--seats: {label!r} is named twice; name each table once, with all its seats")
        its = [_seat(name, "--seats") for name in seats.replace(",", " ").split()]
        tables.append(PlannedTable(label, in_order(its)))
        named += its
    for seat in named:
        if named.count(seat) > 1:
            raise CannotPlayError(f"--seats: {seat} is named twice; each seat is played at one table")
    if len(named) < FEWEST_SEATS:
        raise CannotPlayError(f"--seats: {len(named)} seat(s); a game has two to four of {', '.join(TABLE_SEATS)}")
    return tuple(tables), tuple(named)


def judge_plan(asked: JudgeOptions, seed: int) -> JudgePlan:
    """Make the plan of these options; ``seed`` shuffles the decks.

    :raises CannotPlayError: if they form no game that can be judged; the message says what is allowed.
    """
    tables, named = planned_tables(asked.seats)
    if asked.powers and len(asked.powers) != len(named):
        raise CannotPlayError(
            f"--powers: {len(asked.powers)} power(s) for {len(named)} seats; name one for each, or {MORTAL}"
        )
    try:
        chosen = [known_power(name, "--powers") for name in asked.powers] or [MORTAL] * len(named)
        setup = _setup(asked, dict(zip(named, chosen, strict=True)), _starter(named, asked.first), seed)
        cast = Game.begin(setup).state.cast
    except (NotationError, InvalidSetup) as error:
        raise CannotPlayError(str(error)) from error
    if cast.has_secrets:
        _check_secrets(cast, tables)
    return JudgePlan(tables, setup_form(setup))


def _check_secrets(cast: Cast, tables: Sequence[PlannedTable]) -> None:
    """Refuse a game with secrets that leave a table too little to play on."""
    barred = barred_from_telling(cast)
    if barred is not None:
        raise CannotPlayError(
            f"--powers: in a game with hecate the tables cannot be told enough of {barred};"
            " she plays with powers that have no secret and whose players do not choose in the turns of others"
        )
    several = next((each for each in tables if viewer_at(cast, each.seats) is None), None)
    if several is not None:
        raise CannotPlayError(
            f"--seats: {several.label!r} has {len(several.seats)} seats; in this game each table has one, since what"
            " one seat knows another one may not"
        )


def _setup(asked: JudgeOptions, powers: dict[Seat, PowerName], first: Seat, seed: int) -> Setup:
    clockwise = [seat for seat in TABLE_SEATS if seat in powers]
    begins = clockwise.index(first)
    order = (*clockwise[begins:], *clockwise[:begins])
    players = tuple(Player(seat, powers[seat], team_in_turn(number, len(order))) for number, seat in enumerate(order))
    given = []
    for rule in asked.rules:
        name, equals, value = rule.partition("=")
        if not equals:
            raise NotationError(f"--rule: {rule!r} has no value; write, for example, edition=spin_master")
        given.append((name.strip(), value.strip()))
    return Setup(players, profile_with(tuple(given), asked.size, "--rule"), seed=seed)


def _starter(named: Sequence[Seat], first: str | None) -> Seat:
    seat = named[0] if first is None else _seat(first, "--first")
    if seat not in named:
        raise CannotPlayError(f"--first: {seat} does not play; those that do are {', '.join(named)}")
    return seat


def _seat(name: str, option: str) -> Seat:
    try:
        return seat_named(name, option)
    except NotationError as error:
        raise CannotPlayError(str(error)) from error
