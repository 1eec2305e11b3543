"""Who organises a club: whoever typed the words that the command printed at its start. The browser gets a token in a
cookie that scripts cannot read; the club stores only its mark, as a table does (`table.session.saved_state`)."""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass, field
from typing import Final

from flask import Request, Response

from apart.pairing_code import words_of

ORGANISER_COOKIE: Final = "thera_club"
WORD_BYTES: Final = 6
"""Three words. At the rate at which they may be tried, trying all takes longer than anybody lives."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")
_MONTH_SECONDS: Final = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class OrganiserWords:
    """The words of a start of the command."""

    words: tuple[str, ...] = field(default_factory=lambda: words_of(secrets.token_bytes(WORD_BYTES)))

    def fit(self, typed: str) -> bool:
        """Whether somebody typed them, in either case, with spaces or hyphens between them."""
        given = "-".join(re.findall(r"[^\s-]+", typed.lower()))
        return hmac.compare_digest(given.encode(), "-".join(self.words).encode())


def organiser_token(asked: Request) -> str | None:
    """The token that came with a request; None if there is none, or none that looks like one."""
    token = asked.cookies.get(ORGANISER_COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def remember_organiser(response: Response, token: str) -> None:
    """Give the browser a token. The cookie is not Secure, since a club at home speaks plain HTTP."""
    response.set_cookie(ORGANISER_COOKIE, token, max_age=_MONTH_SECONDS, httponly=True, samesite="Lax", path="/")
