"""The parts of a line of notation: where in it something is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import NotationError


@contextmanager
def in_part(part: str, number: int | None = None) -> Iterator[None]:
    """What cannot be read in here stands in this part of the line: ``to_move``, ``player``, ``brackets`` (of a player),
    ``fleece`` (the card beside the Ram), ``fleece_brackets``, ``rules`` or ``step``; the ``number`` is that of the
    player or the step. Of several parts within each other, the innermost is named.

    :raises NotationError: what is raised in here, whose reason names the part in ``at``.
    """
    try:
        yield
    except NotationError as error:
        if error.reason is not None and "at" not in dict(error.reason.args):
            error.reason = error.reason.also(at=part) if number is None else error.reason.also(at=part, number=number)
        raise
