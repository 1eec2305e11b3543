"""What a phone can ask of the table. Each command comes with a seat token and the version that the phone saw."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.procedure import ProcedureAnswer
from calibration.procedure_view import Task
from engine.actions import Action
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square
from table.session.rematch import RematchKind
from table.session.snapshot import OfferKind
from table.settings.game_options import GameOptions
from table.settings.table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class ClaimSeat:
    """Ask for a seat under a name; the answer carries a token, which is the seat's once it is proved that whoever asks
    sits at the table (`table.session.seat_claims`). On a seat that has a player, that player's phone gives way to this
    one."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class WithdrawClaim:
    """Ask for the seat no longer; or, by whoever did not get it, that this need not be told any more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Say, at the table, that whoever asks for a seat with this code may have it, or may not."""

    code: str
    accept: bool


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Stand up again; only before the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandHost:
    """Let the player on this seat lead the table from now on (the host, and for a seat of their own whoever sits while
    the host's phone is gone)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseSettings:
    """Set up the table (host only)."""

    settings: TableSettings


@dataclass(frozen=True, slots=True)
class WatchCorner:
    """Before a game: see which corner a worker touches, so that a1 can be where people want it; or no longer (host
    only)."""

    watching: bool


@dataclass(frozen=True, slots=True)
class ShowColours:
    """Before a game: light the four seats' colours as brightly as they are in games, so that people can say whether
    they tell them apart; or no longer (host only)."""

    showing: bool


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Set the table's options in the lobby (host only)."""

    options: GameOptions


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Leave the lobby: to the draft, or straight to placing workers when there are no powers (host only)."""


@dataclass(frozen=True, slots=True)
class VoteForPowers:
    """Vote, for a seat, for these powers to be on offer, in place of any vote before; ``done``: that is all."""

    seat: Seat
    powers: tuple[PowerName, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class CountVotes:
    """Count the votes as they stand, and wait for nobody any more (host only)."""


@dataclass(frozen=True, slots=True)
class DrawLots:
    """Let the lot decide what the draft waits for now: what is on offer, the choice of whoever has not chosen, or who
    starts (host only). Where there is a vote, the votes are counted instead."""


@dataclass(frozen=True, slots=True)
class OfferPowers:
    """The Challenger lays out as many powers as there are players."""

    powers: tuple[PowerName, ...]


@dataclass(frozen=True, slots=True)
class ChoosePower:
    """Take one of the offered powers for a seat (None: the first one of the phone's that may choose now)."""

    power: PowerName
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class NameStartPlayer:
    """The Challenger names who starts."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Act:
    """Do a step of the game from the phone."""

    action: Action


@dataclass(frozen=True, slots=True)
class ChooseReading:
    """Answer the table's question: which of the snapshot's ``choices`` the hands meant, by its place from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class TakeOffer:
    """Take one of the ways out that the board's reading offers (`table.session.snapshot.Offer`)."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class UndoStep:
    """Take back the last step of the turn that is not confirmed yet."""


@dataclass(frozen=True, slots=True)
class RestartTurn:
    """Take back all steps of the turn that is not confirmed yet, as far as they can be."""


@dataclass(frozen=True, slots=True)
class AskTakeback:
    """Ask the other players to let the last turn that stands be taken back."""


@dataclass(frozen=True, slots=True)
class AnswerTakeback:
    """Agree that the turn is taken back, or not; who asked may withdraw so."""

    agree: bool


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Stop the chess clock for a while, or let it run on; anyone who sits at the table may."""

    paused: bool


@dataclass(frozen=True, slots=True)
class ConfirmTurn:
    """The turn stands; the next player may begin."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """After the end: play again with the same seats, in one of several ways."""

    kind: RematchKind = RematchKind.LOBBY


@dataclass(frozen=True, slots=True)
class AbandonGame:
    """End the game without a result and go back to the lobby (host only)."""


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Go on with the game that was found when the table started."""


@dataclass(frozen=True, slots=True)
class DismissMending:
    """Show no longer that the journal was damaged (host only)."""


@dataclass(frozen=True, slots=True)
class OpenWorkshop:
    """Take the board into the workshop (host only); ``anew`` gives up a calibration that was begun before."""

    task: Task
    anew: bool = False


@dataclass(frozen=True, slots=True)
class AnswerWorkshop:
    """Answer what the workshop asks (host only)."""

    answer: ProcedureAnswer


@dataclass(frozen=True, slots=True)
class NameSquare:
    """Name the square that the workshop asks for (host only)."""

    square: Square


@dataclass(frozen=True, slots=True)
class CloseWorkshop:
    """The board goes back to the game; whoever sits at the table may say so."""


@dataclass(frozen=True, slots=True)
class ShowGame:
    """Show a finished game on the board's lights, as it stood after so many actions; before or after a game, for
    whoever sits at the table."""

    game: str
    ply: int


@dataclass(frozen=True, slots=True)
class StopShowing:
    """Show no finished game any more."""


@dataclass(frozen=True, slots=True)
class DeleteGames:
    """Delete finished games, and with them what is counted of them (host only)."""

    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountGame:
    """Let a finished game count in the statistics, or not (host only). Those that were played here count until somebody
    says otherwise, those from elsewhere do not."""

    game: str
    counted: bool


GamesCommand = ShowGame | StopShowing | DeleteGames | CountGame
"""What is about finished games."""

WorkshopCommand = OpenWorkshop | AnswerWorkshop | NameSquare | CloseWorkshop

DoorCommand = ClaimSeat | WithdrawClaim | AnswerClaim | LeaveSeat | HandHost
"""What is about sitting down and not about a game."""

TableCommand = ChooseSettings | WatchCorner | ShowColours | DismissMending
"""What is about the table itself."""

Command = (
    DoorCommand
    | TableCommand
    | ChooseOptions
    | BeginGame
    | VoteForPowers
    | CountVotes
    | DrawLots
    | OfferPowers
    | ChoosePower
    | NameStartPlayer
    | Act
    | ChooseReading
    | TakeOffer
    | UndoStep
    | RestartTurn
    | AskTakeback
    | AnswerTakeback
    | PauseClock
    | ConfirmTurn
    | Rematch
    | AbandonGame
    | ResumeGame
    | GamesCommand
    | WorkshopCommand
)
