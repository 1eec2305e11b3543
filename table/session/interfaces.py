"""The interfaces of the parts of a running table: readers of the board and its workers, lights, the store of
entries, hints and puzzles.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol

from common.message import Message
from engine.actions import Action
from engine.game import Game
from engine.seats import Seat
from engine.squares import Square
from engine.state import State
from hardware.board import Frame, Lights, Weighed
from hardware.field_model import Measured
from hardware.scale import Scale
from opponent.puzzles import Grade, PuzzleVerdict
from perception.calibration.procedure import LiveReadings
from table.session.answers import UNKNOWN_CALLER, Answer, Caller
from table.session.at_board import BoardReport
from table.session.board_reports import BoardStatus
from table.session.command import Command
from table.session.game_history import HistoryPosition
from table.session.journal_entries import Entry
from table.session.snapshot import Snapshot
from table.session.table_state import TableState


class SurveyState(StrEnum):
    """How the board could be read. ``disturbed``: what is measured is not explained by workers on squares alone;
    ``moving``: hands move, or no frame has come for a moment."""

    CLEAR = "clear"
    DISTURBED = "disturbed"
    MOVING = "moving"


@dataclass(frozen=True, slots=True)
class SurveyedWorker:
    """A worker on a square, of one of these ``seats``, whose magnets point the same way. ``level`` is the number of
    blocks under it, or None if that is not certain. ``sure``: it is certain that it stands there at all."""

    square: Square
    seats: tuple[Seat, ...]
    level: int | None
    sure: bool


@dataclass(frozen=True, slots=True)
class WorkerSurvey:
    """The workers on the board. Blocks and domes have no magnets."""

    state: SurveyState
    workers: tuple[SurveyedWorker, ...] = ()


class BoardReader(Protocol):
    """Turns frames into steps (`table.moves.follower.Follower`)."""

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        """Read steps of this game from now on; ``locked`` while a turn waits to be confirmed. The last ``undoable``
        steps may be taken back."""

    def restart(self) -> None:
        """Forget how the pieces came to stand as they do."""

    def reconnect(self) -> None:
        """Go on after frames were lost, in which the players may have moved pieces."""

    def renew(self) -> None:
        """Start over: the squares have other sensors than before."""

    def turn(self, quarters: int) -> None:
        """Start over: the board lies turned clockwise by these quarters."""

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker from now on, and start over."""

    def trust(self) -> None:
        """Take the present reading for the position of the game."""

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        """Return what the players did according to this frame."""

    def weigh(self, weighed: Weighed) -> None:
        """Take in what the scale of a board that weighs reports."""

    def weigh_by(self, scale: Scale) -> None:
        """Take loads for those of this scale from now on, and start over if it is another than before."""

    @property
    def status(self) -> BoardStatus:
        """The present status of the reading."""


class TouchReader(Protocol):
    """Detects touches of squares while no game is running (`table.moves.idle_board.TouchDetector`)."""

    def forget(self) -> None:
        """Start over: the next frame is the base."""

    def feed(self, frame: Frame) -> tuple[int, ...]:
        """Return the squares that a worker was put on or touches, once for each time."""


class WorkerSurveyor(Protocol):
    """Reads which workers stand on the board while no game is read (`table.moves.idle_board.BoardSurveyor`)."""

    def note(self, frame: Frame) -> None:
        """Take in a frame."""

    def turn(self, quarters: int) -> None:
        """Read a board that lies turned clockwise by these quarters from now on."""

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker from now on."""

    def survey(self) -> WorkerSurvey:
        """Return the workers on the board now. Safe from any thread."""


class AnyLightPlan(Protocol):
    """The lights of one state as a function of time: `table.view.led_patterns.LightPlan` for the game, and
    `table.runtime.workshop_mode.WorkshopLights` for the workshop."""

    @property
    def animated(self) -> bool:
        """Whether the lights change by themselves."""

    def at(self, ms: int) -> Lights:
        """Return the lights at a time in ms, counted from the first lights of the board."""


class PassingLights(AnyLightPlan, Protocol):
    """Lights that are shown once over all others, at times counted from their start."""

    @property
    def lasts_ms(self) -> int:
        """Their duration in ms."""


class LightChooser(Protocol):
    """Chooses the lights for a table state."""

    def __call__(self, state: TableState) -> AnyLightPlan:
        """Return the lights for a state."""


class EntryStore(Protocol):
    """Stores entries durably (`table.storage.journal.Journal`)."""

    @property
    def count(self) -> int:
        """The number of entries."""

    def append(self, *entries: Entry) -> None:
        """Store these entries, all or none; raises JournalError if that fails."""

    def replace_all(self, *entries: Entry) -> None:
        """Replace all entries by these, which give the same saved state; raises JournalError if that fails, and then
        nothing has changed."""

    def close(self) -> None:
        """Close the store; nothing is appended afterwards."""


# ---- Hints


@dataclass(frozen=True, slots=True)
class GivenHint:
    """Good turns, the best first, and a sentence that says why the best one is."""

    turns: tuple[tuple[Action, ...], ...]
    reason: Message


class HintsBusy(Exception):
    """Another question is being answered; there is one at a time."""


class NoHint(Exception):
    """There is no hint now, or the process that thinks failed."""


class HintGiver(Protocol):
    """Gives hints. Safe from any thread; each answer takes a second or two, in another process."""

    def hint(self, known: State) -> GivenHint:
        """Return the hint for the seat to act; the state is as it knows it.

        :raises HintsBusy: if another question is being answered.
        :raises NoHint: if there is no hint.
        """

    def warning(self, before: State, after: State, seat: Seat) -> Message | None:
        """Return a sentence if the turn from one state to the other leaves a win that it could have stopped; both as
        the seat knows them.

        :raises HintsBusy: if another question is being answered.
        :raises NoHint: if it cannot be said.
        """


# ---- Puzzles


@dataclass(frozen=True, slots=True)
class PuzzleGroup:
    """The puzzles of one length that are alike in difficulty, by their numbers."""

    turns: int
    grade: Grade
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PuzzleOverview:
    """All puzzles, the one of the ``day`` and whether it was solved, the number of days in a row with a solved puzzle,
    and the longest such streak."""

    groups: tuple[PuzzleGroup, ...]
    day: date
    today: int
    is_solved: bool
    days: int
    longest: int


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The result of an attempt at a puzzle: the ``game`` now, the number of the player's steps that are ``kept`` since
    they are those of right turns, and the steps of the other player since the last turn. After a wrong turn these
    refute it, and ``reason`` says how."""

    number: int
    turns: int
    grade: Grade
    verdict: PuzzleVerdict
    left: int
    kept: int
    game: Game
    reply: tuple[HistoryPosition, ...]
    reason: Message | None = None


class NoPuzzleError(LookupError):
    """There is no puzzle with this number."""


class PuzzleGiver(Protocol):
    """Gives puzzles and judges attempts. Safe from any thread."""

    def overview(self, day: date | None = None) -> PuzzleOverview:
        """Return all puzzles, and whether the puzzle of the ``day`` is solved. The ``day`` is the caller's, who may be
        in another time zone than the table. If it is None, or is no date on earth now, the table's own date counts."""

    def attempt(self, number: int, steps: tuple[str, ...]) -> PuzzleAnswer:
        """Return the result of a player's steps, in notation. A wrong turn takes seconds, in another process.

        :raises NoPuzzleError: if there is no such puzzle.
        :raises SantoriniError: if a step cannot be read, or is not legal.
        """

    def solution(self, number: int) -> tuple[HistoryPosition, ...]:
        """Return the positions from the puzzle to the win; raises as ``attempt`` does."""


# ---- table api
#
# The interface between the web page and the table: commands in, snapshots and answers out.


Tokens = frozenset[str]
"""The seat tokens that one phone holds; empty for a spectator."""


class TableApi(Protocol):
    """A running table as the page uses it. Every method may be called from any thread."""

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """Return the table as the phone with these seat tokens may see it."""

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """Wait for the first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the
        end."""

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """Call ``wake`` whenever there may be a new snapshot or new readings, and when the table closes, until the
        context closes. It is called in any thread and must not block."""

    @property
    def readings(self) -> LiveReadings:
        """Return the present readings of the board, while a phone shows them in the workshop."""

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """Wait for the first readings with a version other than ``version``; None after ``timeout`` seconds or at the
        end."""

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Ask the table to carry out a command of this caller; returns when it is durable or refused."""

    def survey(self) -> WorkerSurvey:
        """Read the workers on the board now, while no game is played; takes some tenths of a second.

        :raises CommandRefused: while a game is played, the board is in the workshop, or there is no board.
        """

    def light_hint(self, known: State, turns: tuple[tuple[Action, ...], ...]) -> None:
        """Show these turns of a hint for the state ``known`` on the lights soon, unless the game has gone on or has
        secrets."""

    def listening(self, tokens: Tokens) -> AbstractContextManager[None]:
        """Mark the phone's seats as connected until the context closes."""

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down; streams end then."""
