"""The interfaces of the parts of a running table: the board reader, the lights, the store of entries."""

from __future__ import annotations

from typing import Protocol

from engine import Game
from hardware.board import Frame, Lights
from hardware.field_model import Measured
from table.session.board_reports import BoardStatus, Intent
from table.session.journal_entries import Entry
from table.session.session_events import MatchNews, MatchWish
from table.session.table_api import Answer
from table.session.table_state import TableState
from table.session.worker_survey import WorkerSurvey


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
        """Start over: the board was turned, and its squares have other sensors than before."""

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker from now on, and start over."""

    def trust(self) -> None:
        """Take the present reading for the position of the game."""

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """What the players did according to this frame."""

    @property
    def status(self) -> BoardStatus:
        """The present status of the reading."""


class TouchReader(Protocol):
    """Detects touches of squares while no game is running (`table.moves.touch_detector.TouchDetector`)."""

    def forget(self) -> None:
        """Start over: the next frame is the base."""

    def feed(self, frame: Frame) -> tuple[int, ...]:
        """The squares that a worker was put on or touches, once for each time."""


class WorkerSurveyor(Protocol):
    """Reads which workers stand on the board while no game is read (`table.moves.board_surveyor.BoardSurveyor`)."""

    def note(self, frame: Frame) -> None:
        """Take in a frame."""

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker from now on."""

    def survey(self) -> WorkerSurvey:
        """What stands on the board now. Safe from any thread."""


class TableMatches(Protocol):
    """Plays matches with other tables (`thera.matches.match_control.MatchControl`). All calls come from the table's
    thread, and return at once."""

    @property
    def due(self) -> float:
        """When there is something to do, in seconds of the table's clock; ``inf``: not before something comes."""

    def next_news(self, state: TableState) -> MatchNews | None:
        """What the session has to hear now; None: nothing, until the state or the match changes."""

    def not_followed(self, why: str) -> None:
        """The session could not take in the news that it was given last."""

    def carry_out(self, command: MatchWish, state: TableState) -> Answer:
        """Do what a phone asks, which the session has found that it may ask."""

    def close(self) -> None:
        """End with the program."""


class AnyLightPlan(Protocol):
    """The lights of one state as a function of time: `table.view.light_plan.LightPlan` for the game, and
    `table.runtime.workshop_mode.WorkshopLights` for the workshop."""

    @property
    def animated(self) -> bool:
        """Whether the lights change by themselves."""

    def at(self, ms: int) -> Lights:
        """The lights at a time in ms, counted from when the board was first shown lights."""


class PassingLights(AnyLightPlan, Protocol):
    """Lights that are shown once over all others, at times counted from their start."""

    @property
    def lasts_ms(self) -> int:
        """How long they take."""


class LightChooser(Protocol):
    """Chooses the lights for a table state."""

    def __call__(self, state: TableState) -> AnyLightPlan:
        """The lights for a state."""


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
