"""The Flask application of a club: its page, the stream of its states, the organiser's commands, and files."""

from __future__ import annotations

import hmac
import io
import re
import secrets
import zipfile
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from flask import Blueprint, Flask, Request, Response, abort, request
from werkzeug.exceptions import Forbidden, ServiceUnavailable

from common.json_reader import JsonReader
from common.mqtt.broker import BrokerStatus
from online.club.club_forms import ClubAnswer, ClubForm, club_form
from online.club.club_store import ClubGame, ClubStoreError
from online.club.running_club import OrganiserForm, RunningClub, StaleTournament, read_club_request
from online.club.tournament import TournamentRefused, standings_csv
from online.match.pairing_code import words_of
from table.session.saved_state import fresh_token, token_mark
from table.typed_json import read
from web_ui.base_app import base_app
from web_ui.callers import TokenCookie
from web_ui.forms.basic_forms import message_form
from web_ui.guard import MINUTE, RateLimit, RequestQueue, RequestSlots, guard
from web_ui.languages import language_of, names, page_texts, words
from web_ui.packing import json_response, page
from web_ui.public_address import place_behind_proxy
from web_ui.streams import StreamEventKind, Streams, Wake

# ---- organiser
#
# Who organises a club: whoever typed the words that the command printed at its start. The browser gets a token in a
# cookie that scripts cannot read; the club stores only its mark, as a table does (`table.session.saved_state`).


ORGANISER_COOKIE: Final = "thera_club"
WORD_BYTES: Final = 6
"""Three words. At a thousand requests a second, trying half of all words takes four thousand years, from however many
addresses."""
ORGANISER: Final = TokenCookie(ORGANISER_COOKIE, 1)
"""The token of an organiser's browser."""


@dataclass(frozen=True, slots=True)
class OrganiserWords:
    """The words of one start of the command."""

    words: tuple[str, ...] = field(default_factory=lambda: words_of(secrets.token_bytes(WORD_BYTES)))

    def fit(self, typed: str) -> bool:
        """Whether a text is these words, in either case, with spaces or hyphens between them."""
        given = "-".join(re.findall(r"[^\s-]+", typed.lower()))
        return hmac.compare_digest(given.encode(), "-".join(self.words).encode())


def organiser_token(asked: Request) -> str | None:
    """The token of a request, or None if it has no well-formed one."""
    return next(iter(ORGANISER.tokens(asked)), None)


# ---- club app


TRIES_A_MINUTE: Final = 12
"""The wrong words that an address may type in a minute. There is no limit for all addresses together: with one,
strangers could lock out the organiser."""
COMMANDS_EACH, COMMANDS = 4, 16
"""The most commands that wait at the same time, of one address and in all."""
_ORGANISER: Final = JsonReader(OrganiserForm)
_NAME = re.compile(r"[0-9a-f]{16}-[0-9A-Za-z_-]{1,64}")


class ClubStates:
    """The messages of one page's stream."""

    def __init__(self, club: RunningClub, *, organiser: bool) -> None:
        self._club = club
        self._organiser = organiser
        self._told = BrokerStatus()

    def now(self) -> tuple[int, ClubForm]:
        """All of the club."""
        return self._form(0)

    def after(self, version: int) -> tuple[int, ClubForm] | None:
        """The changes after a version; also a changed state of the broker's connection is one."""
        state = self._club.wait(version, 0.0)
        return None if state is None and self._club.broker == self._told else self._form(version)

    def open(self, wake: Wake) -> AbstractContextManager[None]:
        """All pages get the same."""
        return self._club.telling(wake)

    def _form(self, since: int) -> tuple[int, ClubForm]:
        state, self._told = self._club.state, self._club.broker
        return state.version, club_form(state, self._told, since, self._club.now, organiser=self._organiser)


def create_club_app(
    club: RunningClub, organisers: OrganiserWords, hosts: frozenset[str], address: str | None = None
) -> Flask:
    """The application; ``organisers`` has the words for the organiser, and ``hosts`` are names besides the usual ones
    at home that it answers to (`web_ui.guard`). ``address`` is the one that is configured for the page of a table; a
    proxy may serve that beside the club's (`web_ui.public_address`; None: none is)."""
    app = base_app()
    place_behind_proxy(app, address)
    guard(app, hosts, address=address)
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
        organises = _organises(club)
        response = streams.respond({StreamEventKind.STATE: ClubStates(club, organiser=organises)})
        ORGANISER.renew(request, response, lambda: organises)
        return response

    return pages


def _organising(club: RunningClub, organisers: OrganiserWords) -> Blueprint:
    pages = Blueprint("organising", __name__)
    tries = RateLimit(TRIES_A_MINUTE, MINUTE)
    waiting = RequestSlots(COMMANDS_EACH, COMMANDS)

    @pages.post("/organiser")
    def organiser() -> tuple[Response, int]:
        typed = read(_ORGANISER, request.get_json()).words
        who = request.remote_addr or ""
        if (seconds := tries.wait(who)) > 0:
            refused, status = _refused("error.too_often", 429)
            refused.headers["Retry-After"] = str(ceil(seconds))
            return refused, status
        if not organisers.fit(typed):
            return _refused("club.refused.words", 403)
        tries.take_back(who)
        token = fresh_token()
        try:
            club.admit(token_mark(token))
        except ClubStoreError as error:
            raise ServiceUnavailable(str(error)) from error
        response = json_response(ClubAnswer())
        ORGANISER.remember(request, response, token)
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
        response = json_response(ClubAnswer())
        ORGANISER.renew(request, response, lambda: True)
        return response, 200

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
    """The reason of a refusal: a key for the page, and a line of English for other programs."""
    return json_response({"error": words(key, {}), "message": {"key": key, "args": {}}}), status
