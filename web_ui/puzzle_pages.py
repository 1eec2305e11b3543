"""Puzzles on the phones: which there are, attempts, solutions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import Conflict, UnprocessableEntity

from engine.errors import SantoriniError
from table.session.puzzle_giver import NoPuzzleError, PuzzleGiver, PuzzlesWait
from table.typed_json import read
from web_ui.forms.puzzle_forms import PuzzleAskedForm, puzzle_form, puzzles_form, solution_form
from web_ui.guard import RequestQueue
from web_ui.packing import json_response

AT_ONCE: Final = 1
"""So many attempts are judged at the same time: an answer replays up to forty steps here, and a wrong turn waits up to
three seconds for the process that thinks."""
ASKING: Final = 8
"""So many addresses may have an attempt here, with those that wait; each address one."""


def puzzle_pages(giver: PuzzleGiver) -> Blueprint:
    """The routes. Everybody may solve puzzles, as long as nobody plays at the table."""
    pages = Blueprint("puzzles", __name__)
    asking = RequestQueue(AT_ONCE, ASKING)

    @pages.get("/puzzles.json")
    def listed() -> Response:
        with asking.place():
            return _fresh(puzzles_form(giver.overview()))

    @pages.post("/puzzles/<int:number>")
    def attempt(number: int) -> Response:
        asked = read(PuzzleAskedForm, request.get_json())
        with asking.place(), _answered():
            return _fresh(puzzle_form(giver.attempt(number, asked.steps)))

    @pages.get("/puzzles/<int:number>/solution.json")
    def solution(number: int) -> Response:
        with asking.place(), _answered():
            return _fresh(solution_form(giver.solution(number)))

    @pages.errorhandler(PuzzlesWait)
    def waits(error: PuzzlesWait) -> tuple[Response, int]:
        return jsonify(error=str(error), message={"key": "puzzle.playing", "args": {}}), Conflict.code

    return pages


@contextmanager
def _answered() -> Iterator[None]:
    """What cannot be answered as an error of HTTP."""
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
