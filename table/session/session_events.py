"""What the table's session is told, and what it wants done: events come in (`table.session.reducer.handle`), effects go
out."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.procedure_view import WorkshopView
from engine.actions import Action
from engine.seats import Seat
from hardware.board import Button
from table.session.callers import SOMEBODY, Caller
from table.session.commands import Command, CountGame, DeleteGames, ShowGame, WorkshopCommand
from table.session.ended_game import EndedGame
from table.session.game_history import ReplayPosition
from table.session.journal_entries import Entry
from table.session.snapshot import BoardView
from table.session.table_api import Answer

Reading = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class CommandReceived:
    """A phone with seat tokens of these marks gave a command. ``fresh`` is the mark of the token it gets on a claim,
    ``name`` the one under which a game that begins with it will be kept (None: none is kept), ``caller`` whoever has
    the phone."""

    marks: frozenset[str]
    version: int
    command: Command
    fresh: str
    name: str | None = None
    caller: Caller = SOMEBODY


@dataclass(frozen=True, slots=True)
class StepsRead:
    """The board shows that the player to act did these steps."""

    actions: Reading


@dataclass(frozen=True, slots=True)
class StepsRevised:
    """The board shows that the last ``back`` steps of this turn were taken back, and these done instead."""

    back: int
    actions: Reading


@dataclass(frozen=True, slots=True)
class QuestionRead:
    """The board shows something that can mean several things."""

    choices: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class BoardRead:
    """How the reading of the board stands has changed."""

    board: BoardView


@dataclass(frozen=True, slots=True)
class Pressed:
    """A rim button was pressed."""

    button: Button


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The board's clock shows ``at`` ms now. What passes before the next one passes as the table stands now."""

    at: int


@dataclass(frozen=True, slots=True)
class CameToRest:
    """Everything that came of the last event has been dealt with: what happens by itself may happen now."""


@dataclass(frozen=True, slots=True)
class SquareTouched:
    """Before a game: a worker was put on a square, or touches it."""

    square: int


@dataclass(frozen=True, slots=True)
class HandsPaused:
    """Hands have done a part of a sign, and no more for so long that it has to be begun anew."""


@dataclass(frozen=True, slots=True)
class ClaimsExpired:
    """Those who ask for a seat with tokens of these marks have not shown for long that they sit at the table."""

    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class PhonesChanged:
    """Other seats than before have a phone that listens."""

    connected: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class HostGone:
    """The phone of the host on this seat has not listened for so long that others may go on as host."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EntryReplayed:
    """A phone once brought this about, and a trace tells of it again."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class WorkshopChanged:
    """What is shown of the workshop has changed; None: it is closed."""

    workshop: WorkshopView | None


@dataclass(frozen=True, slots=True)
class GameSaved:
    """The game of this name is among the finished ones that are kept."""

    name: str


@dataclass(frozen=True, slots=True)
class GameNotSaved:
    """A game that is over could not be kept; ``reason`` is why, in one line."""

    reason: str


@dataclass(frozen=True, slots=True)
class DiskFull:
    """What came about could not be written; ``reason`` is why. None: the journal can be written again."""

    reason: str | None


@dataclass(frozen=True, slots=True)
class HistoryLoaded:
    """A moment of a finished game was found, to be shown on the lights; None: none is to be shown any more."""

    showing: ReplayPosition | None


TableEvent = (
    CommandReceived
    | StepsRead
    | StepsRevised
    | QuestionRead
    | BoardRead
    | Pressed
    | TimePassed
    | CameToRest
    | SquareTouched
    | HandsPaused
    | ClaimsExpired
    | PhonesChanged
    | HostGone
    | EntryReplayed
    | WorkshopChanged
    | GameSaved
    | GameNotSaved
    | HistoryLoaded
    | DiskFull
)


@dataclass(frozen=True, slots=True)
class Persist:
    """Make this entry durable before the new state is shown."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Reply:
    """Give the phone that asked this answer."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class TrustReading:
    """Let the reading of the board take what it sees for the game's position."""


@dataclass(frozen=True, slots=True)
class WorkshopInput:
    """Let the workshop do this; whether it can is known there, and so the answer to the phone comes from there."""

    command: WorkshopCommand


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Keep these games, all that are over and are not kept yet; the last of them has ended just now."""

    games: tuple[EndedGame, ...]


@dataclass(frozen=True, slots=True)
class LoadHistory:
    """Find this moment of a finished game, delete these games, or count this one; whether that can be done is known
    there, and so the answer to the phone comes from there."""

    command: ShowGame | DeleteGames | CountGame


Effect = Persist | Reply | TrustReading | WorkshopInput | SaveGame | LoadHistory
