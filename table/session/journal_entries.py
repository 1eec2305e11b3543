"""The entries of the journal: each says what happened at the table, in the past tense, and changes the saved state.

The entries alone rebuild the table: `evolve` is the only way from one saved state to the next, in play and in replay,
so both give the same value. These types are also the form in which `table.storage.entry_format` writes them: the tag of
a class is its ``entry`` in JSON. Journals of every version must be read, so tags, names of fields and their order stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field

from engine import Game, Setup
from engine.actions import Action, Correct, Resign
from engine.casting.draft import Draft
from engine.errors import IllegalAction, UndoBarred
from engine.events import ActionCancelled, Event
from engine.notation import Position
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, Player, PowerName
from engine.squares import Square
from engine.told_games import state_as_known, viewer_at, with_secrets
from opponent.levels import LADDER, LevelName
from table.log_forms import DraftRecord, SetupForm, draft_in, setup_in
from table.session.answers import Refusal
from table.session.board_choice import BoardKind
from table.session.chess_clock import TurnStood, with_time
from table.session.match_part import MatchPart, MatchSeats
from table.session.power_deal import Vote, with_vote
from table.session.rematch import RematchKind, next_setup
from table.session.saved_state import (
    TABLE_SEATS,
    Count,
    EndedGame,
    Mending,
    SavedState,
    SeatedPlayer,
    Seating,
    draft_of,
    may_be_undone,
    remembering,
    turn_owner,
    turn_to_take_back,
)
from table.session.snapshot import Phase
from table.settings.options import GameOptions, TableSettings

BoardSize = Annotated[int, Meta(ge=4, le=5)]
Quarters = Annotated[int, Meta(ge=1, le=3)]


class Entry(Struct, frozen=True, tag_field="entry"):
    """An entry that JSON names by its ``entry``.

    ``touches_game``: it may change the game, so commands about the game that were given before it are stale.
    ``restarts_clock``: it sets the used time of the present turn to zero. ``opens_draft``: a choice of powers begins
    with it. ``answers_offer``: it clears the offer that other tables of a match did not take. ``by_phone``: a replay of
    the board's frames does not cause it again, even if the board caused it.
    """

    touches_game: ClassVar[bool] = True
    restarts_clock: ClassVar[bool] = False
    opens_draft: ClassVar[bool] = False
    answers_offer: ClassVar[bool] = False
    by_phone: ClassVar[bool] = False

    def apply(self, saved: SavedState) -> SavedState:
        """Return the saved state after this entry, apart from the changes that `evolve` adds.

        :raises SantoriniError: if the rules of the game or of the draft do not allow it.
        :raises ValueError: if it does not fit the saved state otherwise (a taken seat, a step without a game).
        """
        raise NotImplementedError

    def still_announced(self, before: SavedState, after: SavedState) -> tuple[Action, ...]:  # noqa: ARG002
        """Return the steps that stay announced once this entry has changed the game. After most entries the table
        thinks again."""
        return ()


class Opened(Entry, frozen=True, tag="opened"):
    """The table was started (again)."""

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, starts=saved.starts + 1)


class TableCleared(Entry, frozen=True, tag="table_cleared"):
    """Everyone got up and the game was given up, as requested at the start of the table."""

    def apply(self, saved: SavedState) -> SavedState:
        starts, turned, ended, mended = saved.starts, saved.turned, saved.ended, saved.mended
        cleared = SavedState(starts=starts, turned=turned, settings=saved.settings, ended=ended, mended=mended)
        return replace(cleared, names=saved.names, gods_played=saved.gods_played)


class SeatTaken(Entry, frozen=True, tag="seat_taken"):
    """A player sat down under a name (empty: none); ``mark`` is the mark of the seat's token
    (`table.session.saved_state.token_mark`)."""

    by_phone: ClassVar[bool] = True
    seat: Seat
    name: str
    mark: str

    def apply(self, saved: SavedState) -> SavedState:
        seating = saved.seating.with_player(SeatedPlayer(self.seat, self.name, self.mark))
        return replace(saved, seating=seating, names=remembering(saved.names, self.name))


class SeatLeft(Entry, frozen=True, tag="seat_left"):
    """A player stood up."""

    seat: Seat

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, seating=saved.seating.without(self.seat))


class SeatHandedOver(Entry, frozen=True, tag="seat_handed_over"):
    """A player goes on with another phone, whose token has this mark; the token of the old phone is no longer valid."""

    touches_game: ClassVar[bool] = False
    by_phone: ClassVar[bool] = True
    seat: Seat
    mark: str

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, seating=saved.seating.with_phone(self.seat, self.mark))


class HostNamed(Entry, frozen=True, tag="host_named"):
    """The player on this seat leads the table."""

    touches_game: ClassVar[bool] = False
    seat: Seat

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, seating=saved.seating.with_host(self.seat))


class TablePlays(Entry, frozen=True, tag="table_plays", omit_defaults=True):
    """The table plays on this seat from now on, at a level. If it is None, the table plays there no longer, and a
    player who sits there plays again. With a ``rung``, a place on the ladder (`opponent.levels.LADDER`), it begins
    there and adapts after each game."""

    seat: Seat
    level: LevelName | None
    rung: Count | None = None

    def apply(self, saved: SavedState) -> SavedState:
        if self.rung is not None and self.rung >= len(LADDER):
            raise ValueError(f"the ladder has no rung {self.rung}")
        return replace(saved, seating=saved.seating.with_table(self.seat, self.level, self.rung), announced=())


class NamesRemembered(Entry, frozen=True, tag="names_remembered"):
    """The table remembers these names of players, the latest first, and no others."""

    touches_game: ClassVar[bool] = False
    names: tuple[str, ...]

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, names=self.names)


class SettingsChosen(Entry, frozen=True, tag="settings_chosen"):
    """The host set up the table."""

    touches_game: ClassVar[bool] = False
    settings: TableSettings

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, settings=self.settings)


class OptionsChosen(Entry, frozen=True, tag="options_chosen"):
    """The host chose how to play."""

    options: GameOptions

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, options=self.options)


class GameBegan(Entry, frozen=True, tag="game_began"):
    """The players left the lobby, on a board of ``size`` squares a side: to the draft, or to the first placement when
    there are no powers."""

    opens_draft: ClassVar[bool] = True
    size: BoardSize = 5

    def apply(self, saved: SavedState) -> SavedState:
        return _begun(saved, self.size)


class PowersVoted(Vote, Entry, frozen=True, tag="powers_voted"):
    """A player voted for these powers to be on offer, in place of any vote before; ``done``: that is all."""

    def apply(self, saved: SavedState) -> SavedState:
        draft = _draft(saved)
        if not saved.voting:
            raise ValueError("nobody votes now")
        return replace(saved, votes=with_vote(draft, saved.votes, self))


class DraftChoice(Entry, frozen=True):
    """A choice in the draft. It changes only the engine's draft, so it also fits a draft that is in no saved state."""

    def chosen_in(self, draft: Draft) -> Draft:
        """Return the draft after the choice.

        :raises DraftError: if the draft does not allow it.
        """
        raise NotImplementedError

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, draft=self.chosen_in(_draft(saved)))


class PowersOffered(DraftChoice, frozen=True, tag="powers_offered"):
    """The Challenger laid out these powers, or the table did, by lot or as the players voted."""

    opens_draft: ClassVar[bool] = True
    powers: tuple[PowerName, ...] = field(name="offered")

    def chosen_in(self, draft: Draft) -> Draft:
        return draft.offer(self.powers)


class PowerChosen(DraftChoice, frozen=True, tag="power_chosen", omit_defaults=True):
    """A player took this power (``seat`` None: the player to choose)."""

    power: PowerName
    seat: Seat | None = None

    def chosen_in(self, draft: Draft) -> Draft:
        return draft.choose(self.power, self.seat)


class StartPlayerNamed(DraftChoice, frozen=True, tag="start_player_named", omit_defaults=True):
    """The Challenger named the Start Player, which ends the draft; ``seed`` shuffles the deck, if there is one."""

    seat: Seat
    seed: Count = 0

    def chosen_in(self, draft: Draft) -> Draft:
        return draft.name_start_player(self.seat)

    def apply(self, saved: SavedState) -> SavedState:
        done = self.chosen_in(_draft(saved))
        return replace(saved, draft=None, votes=(), game=Game.begin(done.setup(self.seed)))


class Acted(Entry, frozen=True, tag="acted"):
    """The player to act did these steps, at the board or on the phone; all of them or none."""

    answers_offer: ClassVar[bool] = True
    actions: tuple[Action, ...]

    def apply(self, saved: SavedState) -> SavedState:
        match self.actions:
            case (Resign(seat),):
                return _resigned(saved, seat)
            case actions:
                return _after_steps(saved, actions)

    def still_announced(self, before: SavedState, after: SavedState) -> tuple[Action, ...]:
        """Return the announced steps after these, if these were the next ones."""
        count = len(self.actions)
        if count == 1 and isinstance(self.actions[0], Resign):
            return ()
        same = before.announced[:count] == self.actions and after.to_act is before.to_act
        cut = any(isinstance(event, ActionCancelled) for event in _game(after).plies[-1].events)
        return before.announced[count:] if same and not cut else ()


class TurnAnnounced(Entry, frozen=True, tag="turn_announced"):
    """The table will do these steps next: it plays for the seat to act, or another table does."""

    actions: tuple[Action, ...]

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, announced=self.actions)


class SeatedApart(Entry, frozen=True, tag="seated_apart"):
    """The seats of a match are played like this from now on; None if the table is in no match any more."""

    seats: MatchSeats | None

    def apply(self, saved: SavedState) -> SavedState:
        return _seated_apart(saved, self.seats)


class GameBeganApart(Entry, frozen=True, tag="game_began_apart"):
    """The tables of the match agreed on a game, by the entry of this number."""

    restarts_clock: ClassVar[bool] = True
    number: Count
    setup: SetupForm

    def apply(self, saved: SavedState) -> SavedState:
        return _began_apart(saved, self.number, self.setup)


class DraftedApart(Entry, frozen=True, tag="drafted_apart"):
    """The tables of the match agreed on the state of the draft; None if there is no draft any more."""

    opens_draft: ClassVar[bool] = True
    draft: DraftRecord | None

    def apply(self, saved: SavedState) -> SavedState:
        return _drafted_apart(saved, self.draft)


class TurnOffered(Entry, frozen=True, tag="turn_offered"):
    """The steps of this table go to the other tables, and count once they have them."""

    answers_offer: ClassVar[bool] = True

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, match=replace(_part(saved), offered=True))


class OfferAnswered(Entry, frozen=True, tag="offer_answered"):
    """The tables of the match have agreed on the offered steps, or not: then the turn is open again."""

    agreed: bool

    def apply(self, saved: SavedState) -> SavedState:
        part = _part(saved)
        known = len(_game(saved).plies) if self.agreed else part.agreed
        return replace(saved, match=part.with_agreed(known))


class WentBackApart(Entry, frozen=True, tag="went_back_apart"):
    """The tables of the match agreed on a game of only this number of plies."""

    restarts_clock: ClassVar[bool] = True
    answers_offer: ClassVar[bool] = True
    plies: Count

    def apply(self, saved: SavedState) -> SavedState:
        game, part = saved.game, _part(saved)
        if game is None or len(game.plies) < self.plies:
            raise ValueError(f"there are no {self.plies} plies to go back to")
        before = game.as_it_stood(self.plies)
        turns = tuple(turn for turn in saved.turns if turn.plies <= self.plies)
        spent = turns[-1].spent if turns else ()
        return replace(
            saved, game=before, confirming=None, turns=turns, spent=spent, match=part.with_agreed(self.plies)
        )


class TokensShown(Entry, frozen=True, tag="tokens_shown"):
    """The game of the match is over elsewhere, so its judge showed these steps: others stood in for them here. ``seed``
    shuffled the decks; it is None if the game has none."""

    tokens: tuple[Action, ...]
    seed: int | None = None

    def apply(self, saved: SavedState) -> SavedState:
        game = with_secrets(_game(saved), self.tokens, self.seed)
        turns = tuple(turn for turn in saved.turns if turn.plies <= len(game.plies))
        return replace(saved, game=game, turns=turns, announced=())


class CardsTold(Entry, frozen=True, tag="cards_told"):
    """The judge of the match reported the cards that were drawn after the last step."""

    cards: tuple[PowerName, ...]

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, game=_game(saved).with_drawn(self.cards))


class ResultTold(Entry, frozen=True, tag="result_told"):
    """The judge of the match reported what this table may know of a turn: these events, and the position after it."""

    seat: Seat
    events: tuple[Event, ...]
    position: Position

    def apply(self, saved: SavedState) -> SavedState:
        game = saved.game
        if game is None or game.known_by is None:
            raise ValueError("there is no game that is told")
        told = game.with_result(self.seat, self.events, state_as_known(self.position, game.known_by))
        return _with_confirmed_turn(replace(saved, confirming=None, announced=()), told)


class StepUndone(Entry, frozen=True, tag="step_undone"):
    """The last step was taken back."""

    answers_offer: ClassVar[bool] = True

    def apply(self, saved: SavedState) -> SavedState:
        game = _game(saved)
        if saved.offered:
            raise UndoBarred(Reason.of(Refusal.NOT_AGREED_YET))
        if len(game.plies) <= saved.settled:
            raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
        if not may_be_undone(game):
            raise UndoBarred(Reason.of("undo.revealed"))
        return replace(saved, game=game.undo(), confirming=None)

    def still_announced(self, before: SavedState, after: SavedState) -> tuple[Action, ...]:
        """A step that was undone is announced again."""
        undone = _game(before).plies[-1]
        return (undone.action, *before.announced) if undone.seat in after.seating.announced_seats else ()


class PositionCorrected(Entry, frozen=True, tag="position_corrected"):
    """The players said that the pieces on the board are right: these workers (all that can be seen), and these heights
    in pieces of these squares. The turn of the player to act began again."""

    workers: tuple[tuple[int, Seat], ...]
    heights: tuple[tuple[int, int], ...] = ()

    @property
    def correction(self) -> Correct:
        """Return the same as a correction of the game."""
        workers = tuple((Square(on), seat) for on, seat in self.workers)
        return Correct(workers, tuple((Square(on), pieces) for on, pieces in self.heights))

    def apply(self, saved: SavedState) -> SavedState:
        """Return the state in which the turn of the seat to act begins again from the correction. A finished turn that
        waited to be confirmed is confirmed."""
        game = _game(saved)
        before = saved if saved.confirming is None else _with_confirmed_turn(saved, game)
        return replace(before, game=game.after(self.correction), confirming=None)


class BoardTurned(Entry, frozen=True, tag="board_turned"):
    """The players said that the board stands turned: clockwise by this number of quarters more than before (1 to 3)."""

    quarters: Quarters

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, turned=(saved.turned + self.quarters) % 4)


class BoardChanged(Entry, frozen=True, tag="board_changed"):
    """The table changed to this one of its two boards."""

    touches_game: ClassVar[bool] = False
    by_phone: ClassVar[bool] = True
    kind: BoardKind

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, board=self.kind)


class TimeUsed(Entry, frozen=True, tag="time_used"):
    """A player has thought for this number of milliseconds about the turn that is being confirmed."""

    seat: Seat
    ms: Count

    def apply(self, saved: SavedState) -> SavedState:
        clock = saved.options.clock
        increment = 0 if clock is None or self.seat is not saved.confirming else 1000 * clock.increment
        return replace(saved, spent=with_time(saved.spent, self.seat, self.ms - increment))


class ClockPaused(Entry, frozen=True, tag="clock_paused"):
    """The chess clock was stopped for a while, or runs on."""

    touches_game: ClassVar[bool] = False
    paused: bool

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, paused=self.paused)


class TurnConfirmed(Entry, frozen=True, tag="turn_confirmed"):
    """The finished turn stands."""

    answers_offer: ClassVar[bool] = True

    def apply(self, saved: SavedState) -> SavedState:
        return _with_confirmed_turn(replace(saved, confirming=None), _game(saved))


class TurnTakenBack(Entry, frozen=True, tag="turn_taken_back"):
    """All agreed to take back the last confirmed turn with all later steps: this number of plies."""

    restarts_clock: ClassVar[bool] = True
    plies: Count

    def apply(self, saved: SavedState) -> SavedState:
        if self.plies != turn_to_take_back(saved):
            raise ValueError(f"a turn of {turn_to_take_back(saved)} plies cannot be taken back as one of {self.plies}")
        game = _game(saved)
        for _ in range(self.plies):
            game = game.undo()
        *before, _ = saved.turns
        spent = before[-1].spent if before else ()
        return replace(saved, game=game, confirming=None, turns=tuple(before), spent=spent)


class RematchAgreed(Entry, frozen=True, tag="rematch_agreed", omit_defaults=True):
    """After the end, the same players play again: in the lobby, with a new draft, or at once with the cards that they
    have, where ``seed`` shuffles the deck, if there is one."""

    restarts_clock: ClassVar[bool] = True
    opens_draft: ClassVar[bool] = True
    # The default comes from a factory, since it is written and ``omit_defaults`` leaves out plain ones.
    kind: RematchKind = field(default_factory=lambda: RematchKind.LOBBY)
    seed: Count = 0

    def apply(self, saved: SavedState) -> SavedState:
        setup, empty = _game(saved).setup, _without_game(saved)
        match self.kind:
            case RematchKind.LOBBY:
                return empty
            case RematchKind.DRAFT:
                return replace(_begun(empty, setup.profile.size), again=True)
            case _:
                return replace(empty, game=Game.begin(next_setup(setup, self.kind, self.seed)), again=True)


class GameAbandoned(Entry, frozen=True, tag="game_abandoned"):
    """The game ended without a result."""

    def apply(self, saved: SavedState) -> SavedState:
        return _without_game(saved)


class GameNamed(Entry, frozen=True, tag="game_named"):
    """The game that has begun will be archived under this name, once it is over."""

    touches_game: ClassVar[bool] = False
    name: str

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, name=self.name)


class GameKept(Entry, frozen=True, tag="game_kept"):
    """The game of this name is over, and is in the archive."""

    touches_game: ClassVar[bool] = False
    name: str

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, ended=tuple(game for game in saved.ended if game.name != self.name))


class JournalMended(Mending, Entry, frozen=True, tag="journal_mended"):
    """The journal was damaged: its first ``kept`` entries were good and were used, and the damaged file is saved under
    the name ``aside`` in the same folder."""

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, mended=self)


class JournalShortened(Entry, frozen=True, tag="journal_shortened", omit_defaults=True):
    """The journal had become long and was compacted, after this number of ``starts`` of the table. ``gods_played``: a
    game with powers was finished before."""

    starts: Count
    gods_played: bool = False

    def apply(self, saved: SavedState) -> SavedState:
        del saved
        return SavedState(starts=self.starts, gods_played=self.gods_played)


class MendingRead(Entry, frozen=True, tag="mending_read"):
    """The host has read that the journal was damaged."""

    touches_game: ClassVar[bool] = False

    def apply(self, saved: SavedState) -> SavedState:
        return replace(saved, mended=None)


AnyEntry = (
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
"""The entries that a journal may hold."""


def evolve(saved: SavedState, entry: Entry) -> SavedState:
    """Return the saved state after an entry; raises as `Entry.apply` does."""
    after = entry.apply(saved)
    if after.game is not saved.game and (saved.announced or after.seating.announced_seats):
        after = replace(after, announced=entry.still_announced(saved, after))
    if not after.gods_played and after.phase is Phase.OVER and after.game is not None and _has_powers(after.game.setup):
        after = replace(after, gods_played=True)
    ended = _ended_game(saved, after)
    return after if ended is None else replace(after, ended=(*after.ended, ended))


def replay(entries: Iterable[Entry]) -> SavedState:
    """Return the saved state after all these entries; raises as `evolve` does."""
    return reduce(evolve, entries, SavedState())


def _ended_game(before: SavedState, after: SavedState) -> EndedGame | None:
    """Return the game that has just ended and has to be archived: it is over, or was abandoned after at least one turn.
    None if there is none."""
    if before.name is None or before.game is None or before.phase is Phase.OVER:
        return None
    if after.name == before.name:
        game = after.game if after.phase is Phase.OVER else None
    else:
        game = before.game if before.game.turn > 1 else None
    if game is None or game.known_by is not None:
        return None  # a game that is not known in full cannot be replayed
    playing = {player.seat for player in game.setup.players}
    seated = tuple(player for player in before.seating.players if player.seat in playing)
    # A host who lets the table play the own seat watches: the game is none of theirs in the statistics.
    names = tuple((player.seat, player.name) for player in seated if player.name and player.level is None)
    levels = tuple((player.seat, player.level) for player in seated if player.level is not None)
    return EndedGame(before.name, game, names, levels)


def _has_powers(setup: Setup) -> bool:
    """Whether a game is played with powers."""
    return setup.fleece is not None or any(power != MORTAL for player in setup.players for power in player.powers)


def _begun(saved: SavedState, size: int) -> SavedState:
    draft = draft_of(saved, size)
    if draft is not None:
        return replace(saved, draft=draft)
    players = tuple(Player(seat, team=team) for team, seat in enumerate(saved.seating.turn_order))
    return replace(saved, game=Game.begin(Setup(players, saved.options.profile(size))))


def _with_confirmed_turn(saved: SavedState, game: Game) -> SavedState:
    match = None if saved.match is None else saved.match.with_agreed(len(game.plies))
    return replace(saved, game=game, turns=(*saved.turns, TurnStood(len(game.plies), saved.spent)), match=match)


def _resigned(saved: SavedState, seat: Seat) -> SavedState:
    """Return the state after a player resigned. That is possible at any time, needs no confirmation and cannot be taken
    back. A finished turn of that player is confirmed."""
    game = _game(saved).resign(seat)
    confirming = None if game.outcome is not None or saved.confirming is seat else saved.confirming
    return _with_confirmed_turn(replace(saved, confirming=confirming), game)


def _after_steps(saved: SavedState, actions: tuple[Action, ...]) -> SavedState:
    """Return the state after a sequence of declared steps. The steps after one that was cancelled are not made."""
    before = _game(saved)
    owner = turn_owner(before)
    after = before
    for action in actions:
        if _finished(before, after):
            raise IllegalAction(
                f"{action} comes after the end of the turn", Reason.of(Refusal.CONFIRM_FIRST, seat=owner)
            )
        after = after.play(after.meant(action))
        if any(isinstance(event, ActionCancelled) for event in after.plies[-1].events):
            break
    return replace(saved, game=after, confirming=owner if _finished(before, after) else None)


def _finished(before: Game, after: Game) -> bool:
    """Whether the turn of ``before`` is finished in ``after``; a player's placements count as a turn."""
    if after.outcome is not None or after.turn != before.turn:
        return True
    return before.turn == 0 and after.to_act is not before.to_act


def _seated_apart(saved: SavedState, seats: MatchSeats | None) -> SavedState:
    """Return the state once the seats of a match are played like this. Players here on far seats move to free seats of
    this table, the host first; those without a free one stand up."""
    here = tuple(player for player in saved.seating.players if player.far is None)
    host = saved.seating.named_host
    if seats is None:
        return replace(saved, seating=Seating(here, host), match=None)
    moved = _moved(here, saved.seating.host, seats)
    staying = tuple(replace(player, seat=moved[player.seat]) for player in here if player.seat in moved)
    far = tuple(SeatedPlayer(each.seat, each.name, "", far=each) for each in seats.far)
    seating = Seating((*staying, *far), None if host is None else moved.get(host))
    part = MatchPart(seats) if saved.match is None else replace(saved.match, seats=seats)
    return replace(saved, seating=seating, match=part)


def _moved(here: tuple[SeatedPlayer, ...], host: Seat | None, seats: MatchSeats) -> dict[Seat, Seat]:
    """Return the new seats of those who stay, by their old seats."""
    moved = {player.seat: player.seat for player in here if seats.may_sit(player.seat)}
    free = [seat for seat in TABLE_SEATS if seats.may_sit(seat) and seat not in moved]
    for player in sorted(here, key=lambda each: each.seat is not host):
        if player.seat not in moved and player.mark and free:
            moved[player.seat] = free.pop(0)
    return moved


def _began_apart(saved: SavedState, number: int, form: SetupForm) -> SavedState:
    """Return the state once all tables have begun the game of this number: either the game that has begun here, with
    its steps so far, or a new one that replaces the state of this table. Seats of this table without a player are the
    host's.

    :raises ValueError: if the table is in no match, or does not know enough of the game to play it.
    """
    part, setup = _part(saved), setup_in(form)
    match, game = part.with_game(number), saved.game
    begun_here = part.seats.opened_here and not part.current and saved.phase is not Phase.OVER
    if begun_here and game is not None and game.setup == setup:
        return replace(saved, match=replace(match, offered=part.offered))
    seating = _with_host_on(saved.seating, (player.seat for player in setup.players))
    return replace(_without_game(saved), seating=seating, match=match, game=_told(setup, part))


def _drafted_apart(saved: SavedState, form: DraftRecord | None) -> SavedState:
    """Return the state once all tables know this state of the draft; None if there is no draft any more.

    :raises ValueError: if the table is in no match.
    :raises SantoriniError: if there is no such draft.
    """
    part = _part(saved)
    if form is None:
        return _without_game(saved)
    draft = draft_in(form)
    before = saved if saved.game is None else _without_game(saved)
    seating = _with_host_on(saved.seating, draft.seats)
    return replace(before, seating=seating, draft=draft, votes=(), match=replace(part, drafting=True))


def _with_host_on(seating: Seating, seats: Iterable[Seat]) -> Seating:
    """Return the seating in which the host has the free ones of these seats."""
    leader = None if seating.host is None else seating.at(seating.host)
    for seat in seats:
        if seating.at(seat) is None and leader is not None:
            seating = seating.with_player(SeatedPlayer(seat, "", leader.mark))
    return seating


def _told(setup: Setup, part: MatchPart) -> Game:
    """Return a game of the match as this table has it: if a judge has secrets, as far as the table's own seats know
    it."""
    game = Game.begin(setup)
    if part.seats.opened_here or not game.state.cast.has_secrets:
        return game
    viewer = viewer_at(game.state.cast, part.seats.own)
    if viewer is None:
        raise ValueError("this table cannot play a game of which it is told so little")
    return Game.begin(setup, viewer)


def _without_game(saved: SavedState) -> SavedState:
    """Return the state without a draft and a game. A table that adapts has learned from a game that was over."""
    match = None if saved.match is None else saved.match.between_games
    ended = replace(saved, draft=None, votes=(), game=None, confirming=None, turns=(), match=match)
    outcome = saved.game.outcome if saved.game is not None and saved.phase is Phase.OVER else None
    seating = saved.seating if outcome is None else saved.seating.after_game(outcome.winners)
    return replace(ended, seating=seating, spent=(), paused=False, name=None, again=False)


def _part(saved: SavedState) -> MatchPart:
    """Return the part in the match.

    :raises ValueError: if the table is in none.
    """
    if saved.match is None:
        raise ValueError("this table is in no match")
    return saved.match


def _game(saved: SavedState) -> Game:
    if saved.game is None:
        raise ValueError("there is no game")
    return saved.game


def _draft(saved: SavedState) -> Draft:
    if saved.draft is None:
        raise ValueError("there is no draft")
    return saved.draft
