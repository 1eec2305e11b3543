"""The judge on demand: a phone asks about the position that stands, or sets up one of its own, with the workers that
stand on the board."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import UnprocessableEntity

from engine import Game
from engine.asked_positions import AskedPosition, read_asked, taken_from
from engine.errors import SantoriniError
from engine.judging import judge
from table.session.table_api import CommandRefused, TableApi
from table.typed_json import read
from web_ui.callers import tokens_of
from web_ui.forms.basic_forms import AnswerForm
from web_ui.forms.judge_forms import QuestionAskedForm, judgement_form
from web_ui.forms.position_forms import PositionAskedForm, position_form
from web_ui.forms.survey_form import survey_form
from web_ui.guard import RequestQueue
from web_ui.languages import words
from web_ui.packing import json_response

AT_ONCE: Final = 2
"""So many questions are answered at the same time: an answer takes the processor for as long as the legal actions of a
few positions do."""
ASKING: Final = 10
"""So many addresses may have a question here, with those that wait; each address one."""


def judge_pages(table: TableApi) -> Blueprint:
    """The routes. What is answered is what the phone's own seats know of the game; a position that is taken from the
    game has what everybody knows of it."""
    pages = Blueprint("judge", __name__)
    asking = RequestQueue(AT_ONCE, ASKING)

    @pages.post("/judge")
    def answer() -> Response:
        question = read(QuestionAskedForm, request.get_json())
        with asking.place():
            asked = question.asked.lower()
            if question.position is None:
                if len(asked.split()) > 1:
                    raise UnprocessableEntity("of the game that stands, one thing at a time can be asked")
                game = _game(table)
            else:
                game = read_asked(question.position).game
            return _fresh(judgement_form(asked, judge(game, asked)))

    @pages.post("/position")
    def position() -> Response:
        asked = read(PositionAskedForm, request.get_json())
        with asking.place():
            return _fresh(position_form(_taken(table) if asked.line is None else read_asked(asked.line)))

    @pages.get("/workers.json")
    def workers() -> Response:
        with asking.place():
            try:
                survey = table.survey()
            except CommandRefused as refused:
                message = refused.answer.message
                raise UnprocessableEntity(words(message.key, dict(message.args))) from refused
            return _fresh(survey_form(survey))

    @pages.errorhandler(SantoriniError)
    def refused(error: SantoriniError) -> tuple[Response, int]:
        reason = error.reason
        told = {} if reason is None else {"message": {"key": reason.key, "args": dict(reason.args)}}
        return jsonify(error=str(error), **told), UnprocessableEntity.code

    return pages


def _fresh(form: AnswerForm) -> Response:
    response = json_response(form)
    response.headers["Cache-Control"] = "no-store"
    return response


def _game(table: TableApi) -> Game:
    """The game that stands, as this phone knows it."""
    known = table.snapshot(tokens_of(request)).known
    if known is None:
        raise UnprocessableEntity("there is no game, or what is done now is secret")
    return known


def _taken(table: TableApi) -> AskedPosition:
    """What stands in the game, as everybody knows it."""
    return taken_from(_game(table))
