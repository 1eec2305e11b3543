"""A puzzle on the board: a separate game that replaces the table's game for a while, between games.

It is in no journal and in no archive, and ends with the program. The table's own game does not change meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from common.message import Message
from engine import Game
from engine.actions import Action
from engine.seats import Seat
from opponent.levels import LevelName
from opponent.puzzles import Puzzle
from table.session.game_history import HistoryPosition
from table.session.saved_state import SavedState, SeatedPlayer, Seating
from table.session.snapshot import PuzzleStage
from table.settings.options import GameOptions

SOLVER: Final = "solver"
"""The mark of the player who solves the puzzle. No token has it, since the marks of tokens are hashes."""
SETTING_UP: Final = (PuzzleStage.BLOCKS, PuzzleStage.WORKERS)
"""The stages in which the puzzle is set up."""


@dataclass(frozen=True, slots=True)
class PuzzleOnBoard:
    """The puzzle of this ``number``, put on the board in the version ``since`` of the table's state.

    ``saved`` has its game, in which a person plays the one seat and the table the other, with the turns that it
    announces. The person has to win in ``left`` turns. After a wrong turn ``reply`` are the steps that refute it, and
    ``reason`` says how. In the stage of the solution they are the solution. The lights show the one with the index
    ``shown``.
    """

    number: int
    puzzle: Puzzle
    saved: SavedState
    since: int
    stage: PuzzleStage
    left: int
    reply: tuple[HistoryPosition, ...] = ()
    shown: int = 0
    reason: Message | None = None

    @property
    def game(self) -> Game:
        """The puzzle's game."""
        if self.saved.game is None:
            raise ValueError(f"the puzzle {self.number} has no game")
        return self.saved.game

    @property
    def solver(self) -> Seat:
        """The seat that a person plays."""
        return self.saved.seating.players[0].seat

    @property
    def steps(self) -> tuple[Action, ...]:
        """The steps of the person's seat in all turns so far, one after the other."""
        return tuple(ply.action for ply in self.game.plies if ply.seat is self.solver)

    @property
    def shown_position(self) -> HistoryPosition | None:
        """The step that is shown now, of the refutation of a wrong turn or of the solution."""
        return self.reply[self.shown] if self.shown < len(self.reply) else None

    def beside(self, table: SavedState) -> PuzzleOnBoard:
        """Return the puzzle with the settings, options and board of this table."""
        return replace(self, saved=_at_table(self.saved, table))


def put_on_board(number: int, puzzle: Puzzle, table: SavedState, since: int) -> PuzzleOnBoard:
    """Return a puzzle that is put on the board of a table now: hands lay its blocks first, which no sensor sees."""
    game = Game.at(puzzle.start())
    solver = game.active
    players = (SeatedPlayer(solver, "", SOLVER),) if solver is not None else ()
    others = (SeatedPlayer(seat, "", "", LevelName.STRONGEST) for seat in game.state.cast.seats if seat is not solver)
    saved = _at_table(SavedState(seating=Seating((*players, *others)), game=game), table)
    stage = PuzzleStage.BLOCKS if (any(game.state.levels) or game.state.domes) else PuzzleStage.WORKERS
    return PuzzleOnBoard(number, puzzle, saved, since, stage, puzzle.turns)


def _at_table(saved: SavedState, table: SavedState) -> SavedState:
    options = GameOptions(confirm=table.options.confirm)
    same = (saved.options, saved.settings, saved.turned, saved.board)
    if same == (options, table.settings, table.turned, table.board):
        return saved
    return replace(saved, options=options, settings=table.settings, turned=table.turned, board=table.board)
