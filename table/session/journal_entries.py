"""What the journal holds: each thing that happened at the table, in the past tense.

The entries alone rebuild the table: `table.session.evolve.evolve` folds them. How they are written is told in
`table.storage.entry_format`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action, Correct
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square
from table.session.rematch import RematchKind
from table.settings.game_options import GameOptions
from table.settings.table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was started (again)."""


@dataclass(frozen=True, slots=True)
class TableCleared:
    """Everyone got up and the game was given up, asked for where the table was started."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down; ``mark`` is the mark of the seat's token (`table.session.seating.token_mark`)."""

    seat: Seat
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player stood up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """A player goes on with another phone, whose token has this mark; that of the phone before is worth nothing."""

    seat: Seat
    mark: str


@dataclass(frozen=True, slots=True)
class HostNamed:
    """The player on this seat leads the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SettingsChosen:
    """The host set up the table."""

    settings: TableSettings


@dataclass(frozen=True, slots=True)
class OptionsChosen:
    """The host chose how to play."""

    options: GameOptions


@dataclass(frozen=True, slots=True)
class GameBegan:
    """The players left the lobby, on a board of ``size`` squares a side: to the draft, or to the first placement when
    there are no powers."""

    size: int = 5


@dataclass(frozen=True, slots=True)
class PowersVoted:
    """A player voted for these powers to be on offer, in place of any vote before; ``done``: that is all."""

    seat: Seat
    powers: tuple[PowerName, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class PowersOffered:
    """The Challenger laid out these powers, or the table did, by lot or as the players voted."""

    powers: tuple[PowerName, ...]


@dataclass(frozen=True, slots=True)
class PowerChosen:
    """A player took this power (``seat`` None: the player to choose)."""

    power: PowerName
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class StartPlayerNamed:
    """The Challenger named the Start Player, which ends the draft; ``seed`` shuffles the deck, if there is one."""

    seat: Seat
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Acted:
    """The player to act did these steps, at the board or on the phone; all of them or none."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The last step was taken back."""


@dataclass(frozen=True, slots=True)
class PositionCorrected:
    """The players said that what stands on the board is right: these workers (all that can be seen), and these
    heights in pieces of these squares. The turn of the player to act began anew."""

    workers: tuple[tuple[int, Seat], ...]
    heights: tuple[tuple[int, int], ...] = ()

    @property
    def correction(self) -> Correct:
        """The same in the words of the game."""
        workers = tuple((Square(on), seat) for on, seat in self.workers)
        return Correct(workers, tuple((Square(on), pieces) for on, pieces in self.heights))


@dataclass(frozen=True, slots=True)
class BoardTurned:
    """The players said that the board stands turned: clockwise by so many quarters more than before (1 to 3)."""

    quarters: int


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """A player has thought for so many milliseconds of the turn that is about to stand."""

    seat: Seat
    ms: int


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The chess clock was stopped for a while, or runs on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class TurnConfirmed:
    """The finished turn stands."""


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """All agreed that the last turn that stood is taken back, with what was done since: so many plies."""

    plies: int


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """After the end, the same players play again: in the lobby, with a new draft, or at once with the cards that they
    have, where ``seed`` shuffles the deck, if there is one."""

    kind: RematchKind = RematchKind.LOBBY
    seed: int = 0


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ended without a result."""


@dataclass(frozen=True, slots=True)
class GameNamed:
    """The game that has begun will be kept under this name, once it is over."""

    name: str


@dataclass(frozen=True, slots=True)
class GameKept:
    """The game of this name is over, and is among those that are kept."""

    name: str


@dataclass(frozen=True, slots=True)
class JournalMended:
    """The journal was damaged: its first ``kept`` entries were right and went on, the file as it was is kept under the
    name ``aside`` in the same folder."""

    kept: int
    aside: str


@dataclass(frozen=True, slots=True)
class JournalShortened:
    """The journal had become long and began anew, after the table had been started so often."""

    starts: int


@dataclass(frozen=True, slots=True)
class MendingRead:
    """The host has read that the journal was damaged."""


Entry = (
    Opened
    | TableCleared
    | SeatTaken
    | SeatLeft
    | SeatHandedOver
    | HostNamed
    | SettingsChosen
    | OptionsChosen
    | GameBegan
    | PowersVoted
    | PowersOffered
    | PowerChosen
    | StartPlayerNamed
    | Acted
    | StepUndone
    | PositionCorrected
    | BoardTurned
    | TimeUsed
    | ClockPaused
    | TurnConfirmed
    | TurnTakenBack
    | RematchAgreed
    | GameAbandoned
    | GameNamed
    | GameKept
    | JournalMended
    | JournalShortened
    | MendingRead
)
