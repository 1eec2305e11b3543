"""Puzzles and hints on the phones: the list of puzzles, attempts and solutions; hints during a game, and the
warning before a turn that loses at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Final

from flask import Blueprint, Response, abort, request
from werkzeug.exceptions import Forbidden, TooManyRequests, UnprocessableEntity

from common.json_reader import JsonReader
from engine import Game
from engine.errors import SantoriniError
from engine.seats import Seat
from engine.secrets import known_to
from engine.state import State
from table.session.interfaces import HintGiver, HintsBusy, NoHint, NoPuzzleError, PuzzleGiver, TableApi
from table.session.snapshot import Phase, Snapshot
from table.typed_json import read
from web_ui.callers import tokens_of
from web_ui.forms.basic_forms import message_or_null
from web_ui.forms.puzzle_forms import (
    GuardAskedForm,
    GuardForm,
    HintAskedForm,
    HintPlace,
    PuzzleAskedForm,
    hint_form,
    lit_turns,
    puzzle_form,
    puzzles_form,
    solution_form,
)
from web_ui.guard import RequestQueue
from web_ui.packing import json_response

_ASKED: Final = JsonReader(PuzzleAskedForm)
AT_ONCE: Final = 1
"""The attempts that are judged at the same time: an answer replays up to forty steps here, and a wrong turn waits up to
three seconds for the process that thinks."""
ASKING: Final = 8
"""The most addresses with an attempt here, including waiting ones; each may have one."""


def puzzle_pages(giver: PuzzleGiver) -> Blueprint:
    """Return the routes of puzzles. Everybody may solve puzzles, also who waits for another player's turn."""
    pages = Blueprint("puzzles", __name__)
    asking = RequestQueue(AT_ONCE, ASKING)

    @pages.get("/puzzles.json")
    def listed() -> Response:
        with asking.place():
            return _fresh(puzzles_form(giver.overview(_day(request.args.get("day")))))

    @pages.post("/puzzles/<int:number>")
    def attempt(number: int) -> Response:
        asked = read(_ASKED, request.get_json())
        with asking.place(), _answered():
            return _fresh(puzzle_form(giver.attempt(number, asked.steps)))

    @pages.get("/puzzles/<int:number>/solution.json")
    def solution(number: int) -> Response:
        with asking.place(), _answered():
            return _fresh(solution_form(giver.solution(number)))

    return pages


def _day(asked: str | None) -> date | None:
    try:
        return None if asked is None else date.fromisoformat(asked)
    except ValueError:
        abort(400, f"day is {asked[:40] if asked else ''!r}; it must be a date such as 2026-03-01")


@contextmanager
def _answered() -> Iterator[None]:
    """Turn a failure into an error of HTTP."""
    try:
        yield
    except NoPuzzleError as error:
        abort(404, str(error))
    except SantoriniError as error:
        raise UnprocessableEntity(str(error)) from error


def _fresh(form: object) -> Response:
    response = json_response(form)
    response.headers["Cache-Control"] = "no-store"
    return response


# ---- Hints
#
# For a player on turn, where the host allows them.


_HINT_ASKED: Final = JsonReader(HintAskedForm)
_GUARD_ASKED: Final = JsonReader(GuardAskedForm)
WAIT_SECONDS: Final = 2
"""The seconds after which to ask again while another question is answered."""


def hint_pages(table: TableApi, giver: HintGiver) -> Blueprint:
    """Return the routes of hints. A hint uses what the phone's seat knows, and goes to that phone alone, unless the
    player wants it on the lights as well. One question at a time is answered; the others are refused."""
    pages = Blueprint("hints", __name__)

    @pages.post("/hint")
    def hint() -> Response:
        asked = read(_HINT_ASKED, request.get_json())
        snapshot = table.snapshot(tokens_of(request))
        if not snapshot.options.hints:
            raise Forbidden("the host allows no hints in this game")
        known = _own_turn(snapshot)
        open_to_all = not known.cast.has_secrets
        if asked.place is HintPlace.BOARD and not open_to_all:
            raise UnprocessableEntity("this game has secrets, and everybody sees the lights")
        with _hinting():
            hint = giver.hint(known)
        if asked.place is HintPlace.BOARD:
            table.light_hint(known, lit_turns(asked.strength, hint))
        return _fresh(hint_form(asked.strength, hint, open_to_all=open_to_all))

    @pages.post("/guard")
    def guard() -> Response:
        read(_GUARD_ASKED, request.get_json())
        snapshot = table.snapshot(tokens_of(request))
        seat = snapshot.confirming
        if seat is None or seat not in snapshot.seats_held:
            raise UnprocessableEntity("no turn of this phone waits to be confirmed")
        states = _last_turn(snapshot.known, seat)
        with _hinting():
            warning = None if states is None else giver.warning(*states, seat)
        return _fresh(GuardForm(message_or_null(warning)))

    return pages


@contextmanager
def _hinting() -> Iterator[None]:
    """Turn a failure to give a hint into an error of HTTP."""
    try:
        yield
    except HintsBusy as error:
        raise TooManyRequests("another question is answered first; ask again", retry_after=WAIT_SECONDS) from error
    except NoHint as error:
        raise UnprocessableEntity("there is no hint to give now") from error


def _own_turn(snapshot: Snapshot) -> State:
    """Return the state as it is known to this phone's seat that acts in its own turn.

    :raises UnprocessableEntity: if there is none.
    """
    known = snapshot.known
    seat = None if known is None else known.to_act
    own = snapshot.phase is Phase.PLAYING and snapshot.confirming is None
    if known is None or seat is None or not own or seat not in snapshot.seats_held or known.active is not seat:
        raise UnprocessableEntity("hints are given in the own turn")
    return known_to(known.state, seat)


def _last_turn(known: Game | None, seat: Seat) -> tuple[State, State] | None:
    """Return the states at the start of the turn that waits to be confirmed, and after it; None if it is hidden, or the
    game is over."""
    if known is None or known.outcome is not None or not known.plies:
        return None
    begun = [number for number, ply in enumerate(known.plies, start=1) if ply.begins_turn]
    if not begun or begun[-1] != len(known.plies):
        return None
    before = known.plies[begun[-2]].before if len(begun) > 1 else known.plies[0].before
    if before.turn is None or before.turn.seat is not seat:
        return None
    return known_to(before, seat), known_to(known.state, seat)
