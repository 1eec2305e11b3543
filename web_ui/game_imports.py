"""Games from elsewhere: who may add them, how often, and what is said where one is not taken in."""

from __future__ import annotations

from math import ceil
from typing import Final

from flask import Blueprint, Response, jsonify, request

from engine import NotationError
from engine.seats import Seat
from table.session.table_api import TableApi
from table.storage.autosave import SaveError
from table.storage.game_archive import GAME_SIZE, MOST_IMPORTED, ArchiveFullError, GameArchive, KnownGameError
from web_ui.languages import words
from web_ui.limits import MINUTE, AtOnce, Limit
from web_ui.seat_cookie import tokens_of

IMPORTS_A_MINUTE: Final = 10
"""So many games from elsewhere one seat may add."""

DETAIL: Final = 300
"""Characters of what is wrong with a file."""

CREATED: Final = 201
INSUFFICIENT_STORAGE: Final = 507


def add_import(pages: Blueprint, door: TableApi, archive: GameArchive, replaying: AtOnce) -> None:
    """Add the route to which files of games are posted; ``replaying`` are those who wait for a game to be played
    again, as each of these is."""
    imports = Limit(IMPORTS_A_MINUTE, MINUTE)

    def wait(held: tuple[Seat, ...]) -> float:
        """After how many seconds these seats may add a game; 0: now."""
        return max(imports.wait(seat) for seat in held)

    @pages.post("/games")
    def take_in() -> tuple[Response, int]:
        request.max_content_length = GAME_SIZE
        held = door.snapshot(tokens_of(request)).seats_held
        if not held:
            return _refused("games.seats_only", 403)
        if (seconds := wait(held)) > 0:
            response, status = _refused("games.too_often", 429, most=str(IMPORTS_A_MINUTE))
            response.headers["Retry-After"] = str(ceil(seconds))
            return response, status
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError:
            return _refused("games.no_game", 400, detail="file: this is no text in UTF-8")
        try:
            with replaying.place():
                name = archive.import_game(text)
        except NotationError as error:
            return _refused("games.no_game", 400, detail=_in_short(str(error)))
        except KnownGameError as known:
            return _refused("games.known", 409, game=str(known))
        except ArchiveFullError:
            return _refused("games.full", INSUFFICIENT_STORAGE, most=str(MOST_IMPORTED))
        except SaveError as error:
            return _refused("games.not_kept", INSUFFICIENT_STORAGE, detail=str(error))
        return jsonify({"game": name}), CREATED


def _in_short(text: str) -> str:
    """One line of it; it may repeat what was sent."""
    line = " ".join(text.split())
    return line if len(line) <= DETAIL else f"{line[:DETAIL]}..."


def _refused(key: str, status: int, **args: str) -> tuple[Response, int]:
    """Why a game is not taken in: a key for the page, and a line for whoever reads it without."""
    return jsonify(error=words(key, args), message={"key": key, "args": args}), status
