"""The judge on demand: a phone asks about the present position, or sets up another one, with the workers that stand on
the board."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import UnprocessableEntity

from common.json_reader import JsonReader
from engine import Game
from engine.asked_positions import AskedPosition, read_asked, taken_from
from engine.errors import SantoriniError
from engine.judging import judge
from table.session.answers import CommandRefused
from table.session.interfaces import TableApi
from table.typed_json import read
from web_ui.callers import tokens_of
from web_ui.forms.basic_forms import AnswerForm
from web_ui.forms.judge_forms import PositionAskedForm, QuestionAskedForm, judgement_form, position_form, survey_form
from web_ui.guard import RequestQueue
from web_ui.languages import words
from web_ui.packing import json_response

_QUESTION: Final = JsonReader(QuestionAskedForm)
_POSITION: Final = JsonReader(PositionAskedForm)
AT_ONCE: Final = 2
"""The questions that are answered at the same time: an answer takes as much of the processor as the legal actions of a
few positions."""
ASKING: Final = 10
"""The most addresses with a question here, including waiting ones; each may have one."""


def judge_pages(table: TableApi) -> Blueprint:
    """Return the routes. Answers use what the phone's seats know of the game; a position taken from the game has only
    public facts."""
    pages = Blueprint("judge", __name__)
    asking = RequestQueue(AT_ONCE, ASKING)

    @pages.post("/judge")
    def answer() -> Response:
        question = read(_QUESTION, request.get_json())
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
        asked = read(_POSITION, request.get_json())
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
    """Return the present game, as this phone knows it."""
    known = table.snapshot(tokens_of(request)).known
    if known is None:
        raise UnprocessableEntity("there is no game, or what is done now is secret")
    return known


def _taken(table: TableApi) -> AskedPosition:
    """Return the position of the game, as everybody knows it."""
    return taken_from(_game(table))
