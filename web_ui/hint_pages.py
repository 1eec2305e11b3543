"""Hints for a player in the own turn, where the host allows them, and the warning before a turn that loses at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import Forbidden, TooManyRequests, UnprocessableEntity

from engine import Game
from engine.seats import Seat
from engine.secrets import known_to
from engine.state import State
from table.session.hint_giver import HintGiver, HintsBusy, NoHint
from table.session.snapshot import Phase, Snapshot
from table.session.table_api import TableApi
from table.typed_json import read
from web_ui.callers import tokens_of
from web_ui.forms.basic_forms import message_or_null
from web_ui.forms.hint_forms import GuardAskedForm, GuardForm, HintAskedForm, HintPlace, hint_form, lit_turns
from web_ui.packing import json_response

WAIT_SECONDS: Final = 2
"""After how many seconds to ask again while another question is answered."""


def hint_pages(table: TableApi, giver: HintGiver) -> Blueprint:
    """The routes. What is said comes from what the phone's own seat knows, and goes to that phone alone, unless the
    player wants it on the lights as well. One question at a time is answered; the others are refused."""
    pages = Blueprint("hints", __name__)

    @pages.post("/hint")
    def hint() -> Response:
        asked = read(HintAskedForm, request.get_json())
        snapshot = table.snapshot(tokens_of(request))
        if not snapshot.options.hints:
            raise Forbidden("the host allows no hints in this game")
        known = _own_turn(snapshot)
        open_to_all = not known.cast.has_secrets
        if asked.place is HintPlace.BOARD and not open_to_all:
            raise UnprocessableEntity("this game has secrets, and everybody sees the lights")
        with _answered():
            hint = giver.hint(known)
        if asked.place is HintPlace.BOARD:
            table.light_hint(known, lit_turns(asked.strength, hint))
        return _fresh(hint_form(asked.strength, hint, open_to_all=open_to_all))

    @pages.post("/guard")
    def guard() -> Response:
        read(GuardAskedForm, request.get_json())
        snapshot = table.snapshot(tokens_of(request))
        seat = snapshot.confirming
        if seat is None or seat not in snapshot.seats_held:
            raise UnprocessableEntity("no turn of this phone waits to be confirmed")
        states = _last_turn(snapshot.known, seat)
        with _answered():
            warning = None if states is None else giver.warning(*states, seat)
        return _fresh(GuardForm(message_or_null(warning)))

    return pages


@contextmanager
def _answered() -> Iterator[None]:
    """What cannot be answered now as an error of HTTP."""
    try:
        yield
    except HintsBusy as error:
        raise TooManyRequests("another question is answered first; ask again", retry_after=WAIT_SECONDS) from error
    except NoHint as error:
        raise UnprocessableEntity("there is no hint to give now") from error


def _own_turn(snapshot: Snapshot) -> State:
    """The state as the seat of this phone knows it that is to act in its own turn.

    :raises UnprocessableEntity: if there is none.
    """
    known = snapshot.known
    seat = None if known is None else known.to_act
    own = snapshot.phase is Phase.PLAYING and snapshot.confirming is None
    if known is None or seat is None or not own or seat not in snapshot.seats_held or known.active is not seat:
        raise UnprocessableEntity("hints are given in the own turn")
    return known_to(known.state, seat)


def _last_turn(known: Game | None, seat: Seat) -> tuple[State, State] | None:
    """The states at the start of the turn that waits to be confirmed, and after it; None where it is not to be seen, or
    the game is over."""
    if known is None or known.outcome is not None or not known.plies:
        return None
    begun = [number for number, ply in enumerate(known.plies, start=1) if ply.begins_turn]
    if not begun or begun[-1] != len(known.plies):
        return None
    before = known.plies[begun[-2]].before if len(begun) > 1 else known.plies[0].before
    if before.turn is None or before.turn.seat is not seat:
        return None
    return known_to(before, seat), known_to(known.state, seat)


def _fresh(form: object) -> Response:
    response = json_response(form)
    response.headers["Cache-Control"] = "no-store"
    return response
