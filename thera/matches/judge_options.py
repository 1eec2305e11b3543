"""The plan of a match that is judged, from the options of a command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from apart.judge_plan import JudgePlan, PlannedTable
from apart.match_entries import in_order
from apart.match_limits import LONGEST_NAME
from engine import Game, InvalidSetup, NotationError
from engine.casting.cast import Cast
from engine.notation.checks import known_power, seat_named
from engine.notation.profile_form import profile_with
from engine.seats import Seat
from engine.setup import MORTAL, Player, PowerName, Setup, team_in_turn
from engine.told_games import barred_from_telling, viewer_at
from table.errors import CannotPlayError
from table.session.saved_state import TABLE_SEATS
from table.setup_form import setup_form

FEWEST_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What somebody asks of a judge: tables with their ``seats``, such as ``home: blue; away: orange``; the ``powers``
    of these seats in the same order (none: the game is played without); who has the ``first`` turn (None: the seat that
    is named first); ``rules`` such as ``edition=spin_master``; the squares a side of the boards."""

    seats: str
    powers: tuple[str, ...] = ()
    first: str | None = None
    rules: tuple[str, ...] = ()
    size: int = 5


def planned_tables(text: str) -> tuple[tuple[PlannedTable, ...], tuple[Seat, ...]]:
    """The tables that ``home: blue; away: orange`` names, and the seats in the order in which they are named.

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
    """The plan that options ask for; ``seed`` decides how decks are shuffled.

    :raises CannotPlayError: if they form no game that a judge can have played; the message says what is allowed.
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
    """Refuse a game with secrets of which a table could not be told enough to play it."""
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
