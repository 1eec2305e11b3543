"""A table's last finished game as it is told to a club: its name there, and the text of its file."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from engine import NotationError
from table.storage.finished_game import FinishedGame, game_text, read_game
from table.storage.game_archive import GAME_SIZE, NAME
from table.typed_json import MalformedError, read_text


class FinishedRecord(Struct, frozen=True):
    """A finished game: the ``name`` under which the table stores it, and the ``text`` of its file as the table exports
    it."""

    name: Annotated[str, Meta(max_length=64, pattern=f"^{NAME.pattern}$")]
    text: Annotated[str, Meta(max_length=GAME_SIZE)]

    @property
    def payload(self) -> bytes:
        """The game as it is sent."""
        return msgspec.json.encode(self)

    def game(self) -> FinishedGame:
        """The game that the text holds.

        :raises MalformedError: if it holds none.
        """
        try:
            return read_game(self.text)
        except NotationError as error:
            raise MalformedError(str(error)) from error


_DECODER: Final = msgspec.json.Decoder(FinishedRecord)


def record_to_tell(name: str, game: FinishedGame) -> FinishedRecord:
    """A stored game as it is told."""
    return FinishedRecord(name, game_text(game.record, game.names, game.began, game.ended))


def read_record(payload: bytes) -> FinishedRecord:
    """The finished game in a message.

    :raises MalformedError: naming what is wrong with it.
    """
    try:
        return read_text(_DECODER, payload.decode())
    except UnicodeDecodeError as error:
        raise MalformedError("it is no text in UTF-8") from error
