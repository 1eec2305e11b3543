"""The cookie in which a phone keeps its seat tokens: one cookie, several tokens, out of reach for scripts."""

from __future__ import annotations

import re

from flask import Request, Response

from table.session.table_api import Tokens

COOKIE = "thera_seats"
KEPT = 8
"""So many tokens a phone keeps; the oldest are of seats that it left long ago."""
_SEPARATOR = "."
_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,128}")
_MONTH_SECONDS = 30 * 24 * 3600


def tokens_of(request: Request) -> Tokens:
    """The tokens that came with a request, the newest that a phone keeps; anything that does not look like a token is
    left out."""
    return frozenset(_listed(request))


def remember_token(request: Request, response: Response, token: str) -> None:
    """Let the phone keep ``token`` beside those that it has.

    The cookie is HttpOnly and SameSite=Lax; it is not Secure, since a table at home speaks plain HTTP.
    """
    kept = [*(old for old in _listed(request) if old != token), token][-KEPT:]
    response.set_cookie(COOKIE, _SEPARATOR.join(kept), max_age=_MONTH_SECONDS, httponly=True, samesite="Lax", path="/")


def _listed(request: Request) -> list[str]:
    kept = request.cookies.get(COOKIE, "").split(_SEPARATOR)[-KEPT:]
    return [token for token in kept if _TOKEN.fullmatch(token)]
