"""A reader between the board and the table: what tests make readers from that err."""

from __future__ import annotations

from engine import Game
from thera.simulator.tested_table import PassingReader


class ErringReader(PassingReader):
    """Knows the game whose steps it is to read."""

    _game: Game | None = None

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        self._game = game
        super().expect(game, locked=locked, undoable=undoable)
