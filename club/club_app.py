"""The Flask application of a club: its page, the stream of its states, what the organiser asks for, and files."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from flask import Blueprint, Flask, Response, abort, request
from werkzeug.exceptions import Forbidden, ServiceUnavailable

from broker.broker_status import BrokerStatus
from club.club_commands import OrganiserForm, read_club_request
from club.club_forms import ClubAnswer, ClubForm, club_form
from club.club_store import ClubGame, ClubStoreError
from club.organiser import OrganiserWords, organiser_token, remember_organiser
from club.running_club import RunningClub, StaleTournament
from club.standings import standings_csv
from club.tournament import TournamentRefused
from table.session.saved_state import fresh_token, token_mark
from table.typed_json import read
from web_ui.base_app import base_app
from web_ui.forms.basic_forms import message_form
from web_ui.guard import MINUTE, RateLimit, RequestQueue, RequestSlots, guard
from web_ui.languages import language_of, names, page_texts, words
from web_ui.packing import json_response, page
from web_ui.streams import Streams

TRIES_A_MINUTE: Final = 12
"""So often an address may type words in a minute, and five times as often all addresses together."""
COMMANDS_EACH, COMMANDS = 4, 16
"""The most commands that wait at the same time, of one address and of all."""
_NAME = re.compile(r"[0-9a-f]{16}-[0-9A-Za-z_-]{1,64}")


class ClubStates:
    """What a page of the club is told. A stream has one of its own."""

    def __init__(self, club: RunningClub, *, organiser: bool) -> None:
        self._club = club
        self._organiser = organiser
        self._told = BrokerStatus()

    def now(self) -> tuple[int, ClubForm]:
        """All of the club."""
        return self._form(0)

    def after(self, version: int, timeout: float) -> tuple[int, ClubForm] | None:
        """What is new after a version, be it only how the connection to the broker stands."""
        state = self._club.wait(version, timeout)
        return None if state is None and self._club.broker == self._told else self._form(version)

    def open(self) -> AbstractContextManager[None]:
        """An empty context: nothing depends on who listens."""
        return nullcontext()

    def _form(self, since: int) -> tuple[int, ClubForm]:
        state, self._told = self._club.state, self._club.broker
        return state.version, club_form(state, self._told, since, self._club.now, organiser=self._organiser)


def create_club_app(club: RunningClub, organisers: OrganiserWords, hosts: frozenset[str]) -> Flask:
    """The application; ``organisers`` has the words for the organiser, and ``hosts`` are names besides the usual ones
    at home that it answers to (`web_ui.guard`)."""
    app = base_app()
    guard(app, hosts)
    app.register_blueprint(_pages(club))
    app.register_blueprint(_organising(club, organisers))
    app.register_blueprint(_files(club))
    return app


def _pages(club: RunningClub) -> Blueprint:
    pages = Blueprint("club", __name__)
    streams = Streams(club)

    @pages.get("/")
    def home() -> Response:
        language = language_of(request)
        return page("club.html", language=language, languages=names(), title=page_texts(language, "club")["club.title"])

    @pages.get("/stream")
    def states() -> Response:
        return streams.respond(ClubStates(club, organiser=_organises(club)))

    return pages


def _organising(club: RunningClub, organisers: OrganiserWords) -> Blueprint:
    pages = Blueprint("organising", __name__)
    tries, all_tries = RateLimit(TRIES_A_MINUTE, MINUTE), RateLimit(5 * TRIES_A_MINUTE, MINUTE)
    waiting = RequestSlots(COMMANDS_EACH, COMMANDS)

    @pages.post("/organiser")
    def organiser() -> tuple[Response, int]:
        typed = read(OrganiserForm, request.get_json()).words
        if max(tries.wait(request.remote_addr or ""), all_tries.wait("")) > 0:
            return _refused("error.too_often", 429)
        if not organisers.fit(typed):
            return _refused("club.refused.words", 403)
        token = fresh_token()
        try:
            club.admit(token_mark(token))
        except ClubStoreError as error:
            raise ServiceUnavailable(str(error)) from error
        response = json_response(ClubAnswer())
        remember_organiser(response, token)
        return response, 200

    @pages.post("/command")
    def command() -> tuple[Response, int]:
        asked = read_club_request(request.get_json())
        if not _organises(club):
            raise Forbidden("this is for the organiser of the club")
        try:
            with waiting.place():
                club.submit(asked.edition, asked.command)
        except StaleTournament:
            return _refused("error.stale", 409)
        except TournamentRefused as refused:
            told = refused.message
            error = words(told.key, dict(told.args))
            return json_response(ClubAnswer(error, message_form(told))), 422
        except ClubStoreError as error:
            raise ServiceUnavailable(str(error)) from error
        return json_response(ClubAnswer()), 200

    return pages


def _files(club: RunningClub) -> Blueprint:
    pages = Blueprint("files", __name__)
    packing = RequestQueue(1, 8)

    @pages.get("/standings.csv")
    def standings() -> Response:
        tournament = club.state.tournament
        if tournament is None:
            abort(404, "no tournament has begun")
        text = "\ufeff" + standings_csv(tournament.standings())  # by this a spreadsheet knows the letters
        return _download(text.encode(), "text/csv; charset=utf-8", "standings.csv")

    @pages.get("/games.zip")
    def games() -> Response:
        with packing.place():
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                for game in _games(club):
                    archive.writestr(f"{_file_name(game)}.json", game.text)
            return _download(packed.getvalue(), "application/zip", "games.zip")

    @pages.get("/games/<name>.json")
    def game(name: str) -> Response:
        if _NAME.fullmatch(name) is None:
            abort(404, "a game has the name of its table and its own")
        with packing.place():
            found = next((each for each in _games(club) if _file_name(each) == name), None)
        if found is None:
            abort(404, f"there is no game {name}")
        return _download(found.text.encode(), "application/json", f"thera-{name}.json")

    return pages


def _games(club: RunningClub) -> tuple[ClubGame, ...]:
    try:
        return club.games()
    except ClubStoreError as error:
        raise ServiceUnavailable(str(error)) from error


def _file_name(game: ClubGame) -> str:
    return f"{game.identity}-{game.name}"


def _download(body: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(body, content_type=kind, headers=headers)


def _organises(club: RunningClub) -> bool:
    token = organiser_token(request)
    return token is not None and club.is_organiser(token_mark(token))


def _refused(key: str, status: int) -> tuple[Response, int]:
    """Why something was not done: a key for the page, and a line of English for other programs."""
    return json_response({"error": words(key, {}), "message": {"key": key, "args": {}}}), status
