"""What a phone can ask of the table. Each command comes with seat tokens and the version that the phone saw.

These types are also the form in which phones send commands: the tag of a class is its ``kind`` in JSON, and its
docstring describes it in ``docs/openapi.json``.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from calibration.procedure import ProcedureAnswer
from calibration.procedure_view import Task
from engine.actions import Action
from engine.casting.catalogue import CARDS
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square
from opponent.levels import LevelName
from table.session.board_choice import BoardKind
from table.session.match_part import MOST_TABLES, TableNumber
from table.session.rematch import RematchKind
from table.session.snapshot import OfferKind
from table.settings.game_options import GameOptions
from table.settings.table_settings import TableSettings
from table.typed_json import Whole

PowerNames = Annotated[tuple[PowerName, ...], Meta(max_length=len(CARDS))]
SeatsOfTables = Annotated[tuple[tuple[Seat, ...], ...], Meta(min_length=1, max_length=MOST_TABLES)]
GameNames = Annotated[tuple[str, ...], Meta(max_length=100)]


class TaggedCommand(Struct, frozen=True, tag_field="kind"):
    """A command that JSON names by its ``kind``."""


class ClaimSeat(TaggedCommand, frozen=True, tag="claim_seat"):
    """Ask for a seat under a name (empty: none, and phones call the player by the seat's colour). The answer sets a
    cookie, which acts for the seat once the player has proved that they are at the table. On a seat that has a player,
    that player's phone gives way."""

    seat: Seat
    name: str


class WithdrawClaim(TaggedCommand, frozen=True, tag="withdraw_claim"):
    """Stop asking for a seat, or dismiss the news that this phone did not get it."""

    seat: Seat


class AnswerClaim(TaggedCommand, frozen=True, tag="answer_claim"):
    """Let the phone that asks for a seat with this code have it, or not (players only)."""

    code: str
    accept: bool


class LeaveSeat(TaggedCommand, frozen=True, tag="leave_seat"):
    """Leave a seat, before a game."""

    seat: Seat


class HandHost(TaggedCommand, frozen=True, tag="hand_host"):
    """Make the player on this seat the host (host only; while the host's phone is gone, each player for their own
    seat)."""

    seat: Seat


class LetTablePlay(TaggedCommand, frozen=True, tag="let_table_play"):
    """Let the table play for a seat at a level, before a game (host only). Without a level it plays there no longer: a
    player who has the seat plays again, else it is free. On the host's own seat the host watches."""

    seat: Seat
    level: LevelName | None


class PlayNow(TaggedCommand, frozen=True, tag="play_now"):
    """Have the table play at once (players only): it thinks no longer about its turn, and its announced steps count as
    done without waiting for hands."""


class ForgetName(TaggedCommand, frozen=True, tag="forget_name"):
    """Forget the name of a player who sat at this table; before a game (host only)."""

    name: str


class ChooseSettings(TaggedCommand, frozen=True, tag="choose_settings"):
    """Set up the table (host only)."""

    settings: TableSettings


class WatchCorner(TaggedCommand, frozen=True, tag="watch_corner"):
    """Start or stop showing which corner was touched last, so that players can choose a1; before a game (host only)."""

    watching: bool


class ShowColours(TaggedCommand, frozen=True, tag="show_colours"):
    """Light the four seats' colours as in games, or stop; before a game (host only)."""

    showing: bool


class ChooseOptions(TaggedCommand, frozen=True, tag="choose_options"):
    """Choose the options of games in the lobby (host only)."""

    options: GameOptions


class BeginGame(TaggedCommand, frozen=True, tag="begin_game"):
    """Begin a game: with the draft, or without powers with the placement of workers (host only)."""


class VoteForPowers(TaggedCommand, frozen=True, tag="vote_for_powers"):
    """Vote for the powers on offer, in place of the seat's earlier vote. ``done``: the vote is final."""

    seat: Seat
    powers: PowerNames
    done: bool


class CountVotes(TaggedCommand, frozen=True, tag="count_votes"):
    """Count the votes now, without waiting for the others (host only)."""


class DrawLots(TaggedCommand, frozen=True, tag="draw_lots"):
    """Decide by lot what the draft waits for: the offer, a power, or the Start Player. A vote is counted instead (host
    only)."""


class OfferPowers(TaggedCommand, frozen=True, tag="offer_powers"):
    """Offer these powers (the Challenger)."""

    powers: PowerNames


class ChoosePower(TaggedCommand, frozen=True, tag="choose_power"):
    """Take one of the offered powers for a seat; without one for the phone's first seat that may choose now."""

    power: PowerName
    seat: Seat | None = None


class NameStartPlayer(TaggedCommand, frozen=True, tag="name_start_player"):
    """Name the Start Player (the Challenger)."""

    seat: Seat


class Act(TaggedCommand, frozen=True, tag="act"):
    """Do an action of the game."""

    action: Action


class ChooseReading(TaggedCommand, frozen=True, tag="choose_reading"):
    """Say which of the snapshot's ``choices`` was meant, by its index."""

    index: Whole


class TakeOffer(TaggedCommand, frozen=True, tag="take_offer"):
    """Accept one of the snapshot's ``offers``."""

    offer: OfferKind


class UndoStep(TaggedCommand, frozen=True, tag="undo_step"):
    """Undo the last step of the turn."""


class RestartTurn(TaggedCommand, frozen=True, tag="restart_turn"):
    """Undo all steps of the turn that can be undone."""


class AskTakeback(TaggedCommand, frozen=True, tag="ask_takeback"):
    """Ask the other players to take back the last confirmed turn."""


class AnswerTakeback(TaggedCommand, frozen=True, tag="answer_takeback"):
    """Agree to a takeback or refuse it. The player who asked withdraws it by refusing."""

    agree: bool


class PauseClock(TaggedCommand, frozen=True, tag="pause_clock"):
    """Pause the chess clock or let it run (players only)."""

    paused: bool


class ConfirmTurn(TaggedCommand, frozen=True, tag="confirm_turn"):
    """Confirm the finished turn."""


class Rematch(TaggedCommand, frozen=True, tag="rematch"):
    """Play again after a game."""

    again: RematchKind


class AbandonGame(TaggedCommand, frozen=True, tag="abandon_game"):
    """End the game or the draft without a result (host only)."""


class ResumeGame(TaggedCommand, frozen=True, tag="resume_game"):
    """Continue the game that the table found when it started."""


class UseBoard(TaggedCommand, frozen=True, tag="use_board"):
    """Take the game to the board that the snapshot's ``boards`` offer (players only)."""

    board: BoardKind


class DismissMending(TaggedCommand, frozen=True, tag="dismiss_mending"):
    """Dismiss the notice that the journal was damaged (host only)."""


class OpenWorkshop(TaggedCommand, frozen=True, tag="open_workshop"):
    """Take the board into the workshop (host only). ``anew`` discards an unfinished calibration."""

    task: Task
    restart: bool = field(name="anew")


class AnswerWorkshop(TaggedCommand, frozen=True, tag="answer_workshop"):
    """Answer what the workshop asks (host only)."""

    answer: ProcedureAnswer


class NameSquare(TaggedCommand, frozen=True, tag="name_square"):
    """Name the square that the workshop asks for (host only)."""

    square: Square


class CloseWorkshop(TaggedCommand, frozen=True, tag="close_workshop"):
    """Give the board back to the game (players only)."""


class ShowGame(TaggedCommand, frozen=True, tag="show_game"):
    """Show a finished game on the lights, as it stood after so many actions; before or after a game (players only).
    ``better``: as it would stand after this step, from 0, of the better turn that its review found there."""

    game: str
    ply: Whole
    better: Whole | None = None


class StopShowing(TaggedCommand, frozen=True, tag="stop_showing"):
    """Stop showing a finished game."""


class DeleteGames(TaggedCommand, frozen=True, tag="delete_games"):
    """Delete finished games and their share of the statistics (host only)."""

    games: GameNames


class CountGame(TaggedCommand, frozen=True, tag="count_game"):
    """Let a finished game count in the statistics, or not (host only). Until this is chosen, games of this table count
    and imported ones do not."""

    game: str
    counted: bool


class PutPuzzle(TaggedCommand, frozen=True, tag="put_puzzle"):
    """Put the puzzle of this number on the board, in place of any other; before or after a game (players only)."""

    number: Whole


class PutPuzzleAway(TaggedCommand, frozen=True, tag="put_puzzle_away"):
    """Take the puzzle off the board (players only)."""


class FinishBlocks(TaggedCommand, frozen=True, tag="finish_blocks"):
    """Say that the blocks of the puzzle on the board are laid, which no sensor sees (players only)."""


class GiveUpPuzzle(TaggedCommand, frozen=True, tag="give_up_puzzle"):
    """Have the solution of the puzzle on the board shown, step by step (players only)."""


class ShowReply(TaggedCommand, frozen=True, tag="show_reply"):
    """Show this step, from 0, of what refutes a wrong turn of the puzzle on the board, or of its solution (players
    only)."""

    step: Whole


class OpenMatch(TaggedCommand, frozen=True, tag="open_match"):
    """Open a match with other tables, in the lobby (host only): the seats that each of them will play. For each there
    is a code. At any time in a match that this table opened: codes for more tables, for seats that nobody has."""

    tables: SeatsOfTables


class JoinMatch(TaggedCommand, frozen=True, tag="join_match"):
    """Join a match by the code that another table shows, in the lobby (host only)."""

    code: Annotated[str, Meta(max_length=200)]


class LeaveMatch(TaggedCommand, frozen=True, tag="leave_match"):
    """Leave the match, or stop waiting to be let in (host only). A game of the match ends here without a result; at the
    table that opened the match it ends for all."""


class RevokeTable(TaggedCommand, frozen=True, tag="revoke_table"):
    """Take its seats from a table of the match that this table opened (host only)."""

    table: TableNumber


MatchCommand = OpenMatch | JoinMatch | LeaveMatch | RevokeTable
"""Commands about a match with other tables."""

PuzzleCommand = PutPuzzle | PutPuzzleAway | FinishBlocks | GiveUpPuzzle | ShowReply
"""Commands about the puzzle on the board, besides the steps of its turns."""

PuzzleTurnCommand = Act | ChooseReading | UndoStep | RestartTurn | ConfirmTurn | PlayNow
"""Commands that belong to the puzzle while one is on the board."""

GamesCommand = ShowGame | StopShowing | DeleteGames | CountGame
"""Commands about finished games."""

WorkshopCommand = OpenWorkshop | AnswerWorkshop | NameSquare | CloseWorkshop

PlainSeatCommand = WithdrawClaim | AnswerClaim | LeaveSeat | HandHost
SeatCommand = ClaimSeat | PlainSeatCommand
"""Commands about seats. Phones send those called plain as their types declare them, the others in a form of their own
(`web_ui.forms.command_forms`)."""

PlainTableCommand = WatchCorner | ShowColours | DismissMending | ForgetName
TableCommand = ChooseSettings | PlainTableCommand
"""Commands about the table itself."""

PlainSetupCommand = (
    BeginGame | VoteForPowers | CountVotes | DrawLots | OfferPowers | ChoosePower | NameStartPlayer | LetTablePlay
)
"""Commands that set up a game, besides its options."""

PlainGameCommand = (
    ChooseReading
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
    | UseBoard
    | PlayNow
)
"""Commands during a game and after it, besides its actions."""

Command = (
    SeatCommand
    | TableCommand
    | ChooseOptions
    | PlainSetupCommand
    | Act
    | PlainGameCommand
    | GamesCommand
    | PuzzleCommand
    | MatchCommand
    | WorkshopCommand
)
