"""A reader between the board and the table that passes everything on: what tests make readers from that err."""

from __future__ import annotations

from engine import Game
from hardware.board import Frame
from hardware.field_model import Measured
from table.session.board_reports import BoardStatus, Intent
from table.session.interfaces import BoardReader


class PassingReader:
    """Passes on what the table asks and what the reader reports."""

    def __init__(self, reader: BoardReader) -> None:
        self._reader = reader
        self._game: Game | None = None

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        self._game = game
        self._reader.expect(game, locked=locked, undoable=undoable)

    def restart(self) -> None:
        self._reader.restart()

    def reconnect(self) -> None:
        self._reader.reconnect()

    def renew(self) -> None:
        self._reader.renew()

    def read_by(self, fields: Measured) -> None:
        self._reader.read_by(fields)

    def trust(self) -> None:
        self._reader.trust()

    @property
    def status(self) -> BoardStatus:
        return self._reader.status

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        return self._reader.feed(frame)
