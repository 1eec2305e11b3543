"""The events that go into the session (`table.session.reducer.handle`), and the effects that come out."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.procedure_view import WorkshopView
from common.message import Message
from engine.actions import Action
from engine.events import Event
from engine.notation import Position
from engine.seats import Seat
from engine.setup import PowerName
from engine.state import State
from hardware.board import Button
from opponent.puzzles import Puzzle
from table.draft_record import DraftRecord
from table.session.board_choice import BoardKind, BoardPresence
from table.session.commands import Act, Command, CountGame, DeleteGames, MatchCommand, ShowGame, WorkshopCommand
from table.session.game_history import ReplayPosition
from table.session.journal_entries import Entry
from table.session.match_part import MatchSeats, MatchStatus
from table.session.puzzle_giver import PuzzleAnswer
from table.session.saved_state import EndedGame
from table.session.snapshot import BoardView
from table.session.table_api import UNKNOWN_CALLER, Answer, Caller
from table.setup_form import SetupForm

ActionSequence = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class JudgePuzzle:
    """Judge these steps of the player, in all turns so far, at a puzzle; its answer comes as `PuzzleJudged`."""

    number: int
    puzzle: Puzzle
    steps: ActionSequence


@dataclass(frozen=True, slots=True)
class CommandReceived:
    """A phone with seat tokens of these marks gave a command. ``fresh`` is the mark of the token it gets for a claim,
    ``name`` the name in the archive of a game that begins with the command (None: it is not archived), ``caller`` who
    has the phone."""

    marks: frozenset[str]
    version: int
    command: Command
    fresh: str
    name: str | None = None
    caller: Caller = UNKNOWN_CALLER


@dataclass(frozen=True, slots=True)
class StepsRead:
    """The board shows that the player to act made these steps."""

    actions: ActionSequence


@dataclass(frozen=True, slots=True)
class StepsRevised:
    """The board shows that the last ``back`` steps of this turn were taken back, and these made instead."""

    back: int
    actions: ActionSequence


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The board shows pieces that several step sequences explain."""

    choices: tuple[ActionSequence, ...]


@dataclass(frozen=True, slots=True)
class BoardStatusChanged:
    """The status of the reading has changed."""

    board: BoardView


@dataclass(frozen=True, slots=True)
class BoardsSeen:
    """What the table knows of its two boards has changed, or the one in use."""

    presence: BoardPresence


@dataclass(frozen=True, slots=True)
class TurnDecided:
    """What the table does next for a seat that it plays, as was thought about at this version of the game."""

    version: int
    actions: ActionSequence


@dataclass(frozen=True, slots=True)
class TableActs:
    """It is time for what the table does by itself at this version of the game: its next step, or its part in the
    draft, where ``fresh`` seeds random numbers and ``name`` is that of a game that begins with it."""

    version: int
    fresh: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class PiecesFollow:
    """Whether the pieces on the board move by themselves from now on, or hands move all of them."""

    by_themselves: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """A rim button was pressed."""

    button: Button


@dataclass(frozen=True, slots=True)
class TimePassed:
    """So much time has passed on the board's clock, in ms, since the last event."""

    ms: int


@dataclass(frozen=True, slots=True)
class CameToRest:
    """Everything that came of the last event has been dealt with: what happens by itself may happen now."""


@dataclass(frozen=True, slots=True)
class SquareTouched:
    """Before a game: a worker was put on a square, or touches it."""

    square: int


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A player was given a hint for the state of the game ``known``, which everybody may see on the lights."""

    known: State
    turns: tuple[ActionSequence, ...]


@dataclass(frozen=True, slots=True)
class HandsPaused:
    """No touch or press has continued a begun sign for so long that it starts again."""


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
    """A phone once brought this about, and a trace brings it about again."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class WorkshopChanged:
    """The view of the workshop has changed; None: the workshop is closed."""

    workshop: WorkshopView | None


@dataclass(frozen=True, slots=True)
class GameSaved:
    """The game of this name is in the archive."""

    name: str


@dataclass(frozen=True, slots=True)
class GameNotSaved:
    """A finished game could not be archived; ``reason`` says why in one line."""

    reason: str


@dataclass(frozen=True, slots=True)
class DiskFull:
    """The journal could not be written; ``reason`` says why. None: it can be written again."""

    reason: str | None


@dataclass(frozen=True, slots=True)
class HistoryLoaded:
    """The position of a finished game to show on the lights; None: show none any more."""

    showing: ReplayPosition | None


@dataclass(frozen=True, slots=True)
class PuzzleJudged:
    """What came of a turn of the puzzle on the board, as the session has asked."""

    asked: JudgePuzzle
    answer: PuzzleAnswer


@dataclass(frozen=True, slots=True)
class MatchChanged:
    """What is known of the match, and who plays where in it (None: this table is in none)."""

    status: MatchStatus
    seats: MatchSeats | None


@dataclass(frozen=True, slots=True)
class DraftAgreed:
    """All tables of the match know that the draft is so far; None: there is no draft any more."""

    draft: DraftRecord | None


@dataclass(frozen=True, slots=True)
class GameAgreed:
    """The tables of the match agreed on a game, by the entry of this number; ``name`` is that of the game in the
    archive (None: it is not archived)."""

    number: int
    setup: SetupForm
    name: str | None = None


@dataclass(frozen=True, slots=True)
class StepsAgreed:
    """All tables of the match have these steps, which come next in the game here."""

    actions: ActionSequence


@dataclass(frozen=True, slots=True)
class TurnAgreed:
    """All tables of the match have what was done here."""


@dataclass(frozen=True, slots=True)
class TurnNotAgreed:
    """The tables of the match do not take what was offered; ``why`` says the reason."""

    why: Message


@dataclass(frozen=True, slots=True)
class GameWentBack:
    """The tables of the match have only so many plies of the game."""

    plies: int


@dataclass(frozen=True, slots=True)
class TakebackEnded:
    """The other tables do not take back the last turn; ``seat`` is a seat of who refused (None: the game went on)."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class SecretsAgreed:
    """The game of the match is over, and these are the steps so far for which others stood in here, and the seed of its
    decks (None: it has none)."""

    tokens: ActionSequence
    seed: int | None


@dataclass(frozen=True, slots=True)
class CardsAgreed:
    """These cards were drawn after the last step."""

    cards: tuple[PowerName, ...]


@dataclass(frozen=True, slots=True)
class ResultAgreed:
    """After so many ``plies`` a seat took a turn of which this table knows these events, and the position after it; it
    stands in place of what was played here since."""

    plies: int
    seat: Seat
    events: tuple[Event, ...]
    position: Position


MatchNews = (
    MatchChanged
    | DraftAgreed
    | GameAgreed
    | StepsAgreed
    | TurnAgreed
    | TurnNotAgreed
    | GameWentBack
    | TakebackEnded
    | SecretsAgreed
    | CardsAgreed
    | ResultAgreed
)
"""What comes from a match with other tables."""

TableEvent = (
    CommandReceived
    | StepsRead
    | StepsRevised
    | QuestionAsked
    | BoardStatusChanged
    | BoardsSeen
    | TurnDecided
    | TableActs
    | PiecesFollow
    | Pressed
    | TimePassed
    | CameToRest
    | SquareTouched
    | HintGiven
    | HandsPaused
    | ClaimsExpired
    | PhonesChanged
    | HostGone
    | EntryReplayed
    | WorkshopChanged
    | GameSaved
    | GameNotSaved
    | HistoryLoaded
    | PuzzleJudged
    | DiskFull
    | MatchNews
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
    """Take the present reading of the board for the game's position."""


@dataclass(frozen=True, slots=True)
class WorkshopInput:
    """Pass this command to the workshop, which also answers the phone."""

    command: WorkshopCommand


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Archive these games: all that are over and not archived yet. The last one has just ended."""

    games: tuple[EndedGame, ...]


@dataclass(frozen=True, slots=True)
class LoadHistory:
    """Pass this command to the archive, which also answers the phone."""

    command: ShowGame | DeleteGames | CountGame


@dataclass(frozen=True, slots=True)
class ChangeBoard:
    """Go over to this one of the two boards."""

    kind: BoardKind


@dataclass(frozen=True, slots=True)
class DraftWish:
    """Players at this table want the draft of the match to go on like this."""

    draft: DraftRecord


MatchWish = MatchCommand | Act | DraftWish
"""A command about the match, a resignation, or a choice in its draft."""


@dataclass(frozen=True, slots=True)
class MatchInput:
    """Pass this to what plays matches with other tables, which also answers the phone."""

    command: MatchWish


@dataclass(frozen=True, slots=True)
class AnswerNow:
    """Whoever thinks for a seat of the table is to say what it has found."""


Effect = (
    Persist
    | Reply
    | TrustReading
    | WorkshopInput
    | SaveGame
    | LoadHistory
    | ChangeBoard
    | AnswerNow
    | JudgePuzzle
    | MatchInput
)
