"""What the journal holds: each thing that happened at the table, in the past tense.

The entries alone rebuild the table: `table.session.evolve.evolve` folds them. These types are also the form in
which `table.storage.entry_format` writes them: the tag of a class is its ``entry`` in JSON. Journals of every version
must be read, so tags, names of fields and their order stay.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from engine.actions import Action, Correct
from engine.events import Event
from engine.notation import Position
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square
from opponent.levels import LevelName
from table.draft_record import DraftRecord
from table.session.board_choice import BoardKind
from table.session.match_part import MatchSeats
from table.session.rematch import RematchKind
from table.settings.game_options import GameOptions
from table.settings.table_settings import TableSettings
from table.setup_form import SetupForm

Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
BoardSize = Annotated[int, Meta(ge=4, le=5)]
Quarters = Annotated[int, Meta(ge=1, le=3)]


class TaggedEntry(Struct, frozen=True, tag_field="entry"):
    """An entry that JSON names by its ``entry``."""


class Opened(TaggedEntry, frozen=True, tag="opened"):
    """The table was started (again)."""


class TableCleared(TaggedEntry, frozen=True, tag="table_cleared"):
    """Everyone got up and the game was given up, asked for where the table was started."""


class SeatTaken(TaggedEntry, frozen=True, tag="seat_taken"):
    """A player sat down under a name (empty: none); ``mark`` is the mark of the seat's token
    (`table.session.saved_state.token_mark`)."""

    seat: Seat
    name: str
    mark: str


class SeatLeft(TaggedEntry, frozen=True, tag="seat_left"):
    """A player stood up."""

    seat: Seat


class SeatHandedOver(TaggedEntry, frozen=True, tag="seat_handed_over"):
    """A player goes on with another phone, whose token has this mark; that of the phone before is worth nothing."""

    seat: Seat
    mark: str


class HostNamed(TaggedEntry, frozen=True, tag="host_named"):
    """The player on this seat leads the table."""

    seat: Seat


class TablePlays(TaggedEntry, frozen=True, tag="table_plays"):
    """The table plays on this seat from now on, at a level; None: it does so no longer, and a player who sits there
    plays again."""

    seat: Seat
    level: LevelName | None


class NamesRemembered(TaggedEntry, frozen=True, tag="names_remembered"):
    """The table remembers these names of players, the latest first, and no others."""

    names: tuple[str, ...]


class SettingsChosen(TaggedEntry, frozen=True, tag="settings_chosen"):
    """The host set up the table."""

    settings: TableSettings


class OptionsChosen(TaggedEntry, frozen=True, tag="options_chosen"):
    """The host chose how to play."""

    options: GameOptions


class GameBegan(TaggedEntry, frozen=True, tag="game_began"):
    """The players left the lobby, on a board of ``size`` squares a side: to the draft, or to the first placement when
    there are no powers."""

    size: BoardSize = 5


class PowersVoted(TaggedEntry, frozen=True, tag="powers_voted"):
    """A player voted for these powers to be on offer, in place of any vote before; ``done``: that is all."""

    seat: Seat
    powers: tuple[PowerName, ...]
    done: bool


class PowersOffered(TaggedEntry, frozen=True, tag="powers_offered"):
    """The Challenger laid out these powers, or the table did, by lot or as the players voted."""

    powers: tuple[PowerName, ...] = field(name="offered")


class PowerChosen(TaggedEntry, frozen=True, tag="power_chosen", omit_defaults=True):
    """A player took this power (``seat`` None: the player to choose)."""

    power: PowerName
    seat: Seat | None = None


class StartPlayerNamed(TaggedEntry, frozen=True, tag="start_player_named", omit_defaults=True):
    """The Challenger named the Start Player, which ends the draft; ``seed`` shuffles the deck, if there is one."""

    seat: Seat
    seed: Count = 0


class Acted(TaggedEntry, frozen=True, tag="acted"):
    """The player to act did these steps, at the board or on the phone; all of them or none."""

    actions: tuple[Action, ...]


class TurnAnnounced(TaggedEntry, frozen=True, tag="turn_announced"):
    """The table will do these steps next: it plays for the seat to act, or another table does."""

    actions: tuple[Action, ...]


class SeatedApart(TaggedEntry, frozen=True, tag="seated_apart"):
    """From now on the seats of a match are played like this; None: the table is in no match any more."""

    seats: MatchSeats | None


class GameBeganApart(TaggedEntry, frozen=True, tag="game_began_apart"):
    """The tables of the match agreed on a game, by the entry of this number."""

    number: Count
    setup: SetupForm


class DraftedApart(TaggedEntry, frozen=True, tag="drafted_apart"):
    """The tables of the match agreed on how far the draft is; None: there is no draft any more."""

    draft: DraftRecord | None


class TurnOffered(TaggedEntry, frozen=True, tag="turn_offered"):
    """What was done here goes to the other tables, and counts once they have it."""


class OfferAnswered(TaggedEntry, frozen=True, tag="offer_answered"):
    """The tables of the match have agreed on what was offered, or not: then it is open again."""

    agreed: bool


class WentBackApart(TaggedEntry, frozen=True, tag="went_back_apart"):
    """The tables of the match agreed on a game of only so many of these plies."""

    plies: Count


class TokensShown(TaggedEntry, frozen=True, tag="tokens_shown"):
    """The game of the match is over elsewhere, so its judge showed these steps: others stood in for them here. ``seed``
    is that of the decks (None: the game has none)."""

    tokens: tuple[Action, ...]
    seed: int | None = None


class CardsTold(TaggedEntry, frozen=True, tag="cards_told"):
    """The judge of the match told which cards were drawn after the last step."""

    cards: tuple[PowerName, ...]


class ResultTold(TaggedEntry, frozen=True, tag="result_told"):
    """The judge of the match told what this table may know of a turn: these events, and the position after it."""

    seat: Seat
    events: tuple[Event, ...]
    position: Position


class StepUndone(TaggedEntry, frozen=True, tag="step_undone"):
    """The last step was taken back."""


class PositionCorrected(TaggedEntry, frozen=True, tag="position_corrected"):
    """The players said that what stands on the board is right: these workers (all that can be seen), and these
    heights in pieces of these squares. The turn of the player to act began again."""

    workers: tuple[tuple[int, Seat], ...]
    heights: tuple[tuple[int, int], ...] = ()

    @property
    def correction(self) -> Correct:
        """The same in the words of the game."""
        workers = tuple((Square(on), seat) for on, seat in self.workers)
        return Correct(workers, tuple((Square(on), pieces) for on, pieces in self.heights))


class BoardTurned(TaggedEntry, frozen=True, tag="board_turned"):
    """The players said that the board stands turned: clockwise by so many quarters more than before (1 to 3)."""

    quarters: Quarters


class BoardChanged(TaggedEntry, frozen=True, tag="board_changed"):
    """The table went over to this one of its two boards."""

    kind: BoardKind


class TimeUsed(TaggedEntry, frozen=True, tag="time_used"):
    """A player has thought for so many milliseconds of the turn that is about to stand."""

    seat: Seat
    ms: Count


class ClockPaused(TaggedEntry, frozen=True, tag="clock_paused"):
    """The chess clock was stopped for a while, or runs on."""

    paused: bool


class TurnConfirmed(TaggedEntry, frozen=True, tag="turn_confirmed"):
    """The finished turn stands."""


class TurnTakenBack(TaggedEntry, frozen=True, tag="turn_taken_back"):
    """All agreed that the last turn that stood is taken back, with what was done since: so many plies."""

    plies: Count


class RematchAgreed(TaggedEntry, frozen=True, tag="rematch_agreed", omit_defaults=True):
    """After the end, the same players play again: in the lobby, with a new draft, or at once with the cards that they
    have, where ``seed`` shuffles the deck, if there is one."""

    # The default comes from a factory, since it is written and ``omit_defaults`` leaves out plain ones.
    kind: RematchKind = field(default_factory=lambda: RematchKind.LOBBY)
    seed: Count = 0


class GameAbandoned(TaggedEntry, frozen=True, tag="game_abandoned"):
    """The game ended without a result."""


class GameNamed(TaggedEntry, frozen=True, tag="game_named"):
    """The game that has begun will be archived under this name, once it is over."""

    name: str


class GameKept(TaggedEntry, frozen=True, tag="game_kept"):
    """The game of this name is over, and is in the archive."""

    name: str


class JournalMended(TaggedEntry, frozen=True, tag="journal_mended"):
    """The journal was damaged: its first ``kept`` entries were right and went on, the file as it was is saved under the
    name ``aside`` in the same folder."""

    kept: Count
    aside: str


class JournalShortened(TaggedEntry, frozen=True, tag="journal_shortened"):
    """The journal had become long and was compacted, after the table had been started so often."""

    starts: Count


class MendingRead(TaggedEntry, frozen=True, tag="mending_read"):
    """The host has read that the journal was damaged."""


Entry = (
    Opened
    | TableCleared
    | SeatTaken
    | SeatLeft
    | SeatHandedOver
    | HostNamed
    | TablePlays
    | NamesRemembered
    | SettingsChosen
    | OptionsChosen
    | GameBegan
    | PowersVoted
    | PowersOffered
    | PowerChosen
    | StartPlayerNamed
    | SeatedApart
    | GameBeganApart
    | DraftedApart
    | TurnOffered
    | OfferAnswered
    | WentBackApart
    | TokensShown
    | CardsTold
    | ResultTold
    | TurnAnnounced
    | Acted
    | StepUndone
    | PositionCorrected
    | BoardTurned
    | BoardChanged
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
