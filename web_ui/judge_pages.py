"""The judge on demand: a phone asks about the position that stands, or about one of its own."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import UnprocessableEntity

from engine import Game
from engine.errors import SantoriniError
from engine.judging import judge
from engine.notation import parse_position, state_of
from table.session.table_api import TableApi
from table.typed_json import read
from web_ui.callers import tokens_of
from web_ui.forms.judge_forms import QuestionAskedForm, judgement_form
from web_ui.guard import RequestSlots
from web_ui.packing import json_response

ASKING: Final = (1, 2)
"""The most questions at the same time, of one address and of all: an answer takes the processor for as long as the
legal actions of a few positions do."""


def judge_pages(table: TableApi) -> Blueprint:
    """The route. What is answered is what the phone's own seats know of the game."""
    pages = Blueprint("judge", __name__)
    asking = RequestSlots(*ASKING)

    @pages.post("/judge")
    def answer() -> Response:
        question = read(QuestionAskedForm, request.get_json())
        with asking.place():
            try:
                game = _game(table) if question.position is None else _position(question.position)
                asked = question.asked.lower()
                if question.position is None and len(asked.split()) > 1:
                    raise UnprocessableEntity("of the game that stands, one thing at a time can be asked")
                response = json_response(judgement_form(asked, judge(game, asked)))
            except SantoriniError as error:
                raise UnprocessableEntity(str(error)) from error
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages


def _game(table: TableApi) -> Game:
    """The game that stands, as this phone knows it."""
    known = table.snapshot(tokens_of(request)).known
    if known is None:
        raise UnprocessableEntity("there is no game, or what is done now is secret")
    return known


def _position(line: str) -> Game:
    return Game.at(state_of(parse_position(line)))
