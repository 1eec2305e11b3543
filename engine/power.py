"""The base classes of powers and of heroes. Their methods are facets: each answers one question of the rules.

A power overrides the few facets that its card needs. Facets are pure: they take a ``Holding`` (the power with its
holder in a state) and return values. The base rules are also a power (``engine.mortal``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from engine.actions import Action
from engine.effects import NOTHING, BuiltPiece, Effect, Moved, Onward, Option, Remember
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName, Rulings
from engine.squares import BITS, NO_SQUARES, Mask, Square, are_neighbors
from engine.state import Memory, PowerState, State, Step, StepKind, Turn, Worker

if TYPE_CHECKING:
    from engine.casting.cast import Cast


Draw = Callable[[int], int]
"""A random number from 0 to one less than the given one."""


class Placement(Enum):
    """When the holder's workers are placed, relative to the other players'."""

    FIRST = 0
    FIRST_AFTER_OTHERS = 1
    """First, but after another power's holder who is also to be first (rulings G2, item 4)."""
    IN_TURN = 2
    LAST = 3


class Demand(Enum):
    """How a demand binds a whole turn of an opponent: always, or only if some legal turn meets it."""

    MUST = "must"
    IF_POSSIBLE = "if_possible"


class Holding(NamedTuple):
    """A power that ``seat`` uses in ``state``; ``card_index`` is the index of its card. Facets take its point of
    view."""

    state: State
    card_index: int
    seat: Seat

    @property
    def card(self) -> PowerState:
        """The power card."""
        return self.state.powers[self.card_index]

    @property
    def team(self) -> int:
        """The holder's team."""
        return self.state.cast.team(self.seat)

    @property
    def rulings(self) -> Rulings:
        """The rulings of this table on open questions."""
        return self.state.cast.setup.profile.rulings

    @property
    def revised(self) -> bool:
        """Whether this power is played in its revised wording."""
        return self.state.cast.setup.profile.is_revised(self.card.power)

    @property
    def turn(self) -> Turn:
        """The present turn.

        :raises LookupError: while workers are placed.
        """
        if self.state.turn is None:
            raise LookupError("no turn has begun")
        return self.state.turn

    @property
    def is_my_turn(self) -> bool:
        """Whether the present turn is the holder's own (a teammate's is not)."""
        return self.state.turn is not None and self.state.turn.seat == self.seat

    @property
    def my_workers(self) -> tuple[Worker, ...]:
        """The workers of the holder's team."""
        team = self.team
        return tuple(worker for worker in self.state.workers if worker.team == team)

    @property
    def opponent_workers(self) -> tuple[Worker, ...]:
        """The opponents' workers that the holder's effects may name. Workers on a token that acts as a dome in this
        turn are excluded (rulings G7)."""
        team, obstacles = self.team, self.state.obstacles
        return tuple(
            worker for worker in self.state.workers if worker.team != team and not obstacles & BITS[worker.square]
        )

    def opponent_on(self, square: Square) -> Worker | None:
        """Return the opponent's worker on a square, if any, even if the holder's effects may not name it."""
        found = self.state.worker_on(square)
        return None if found is None or found.team == self.team else found

    @property
    def unmoved_workers(self) -> tuple[Worker, ...]:
        """The holder's workers that made no move in this turn (``asks_who_moved`` must be set)."""
        return tuple(worker for worker in self.my_workers if worker.number not in self.turn.moved)

    def is_mine(self, seat: Seat) -> bool:
        """Whether a seat is the holder's own (not a teammate's)."""
        return seat == self.seat

    def made(self, built: BuiltPiece) -> bool:
        """Whether a build is the ordinary one of the holder's own turn, by one of the holder's own workers."""
        ordinary = built.step.kind is StepKind.BUILD and built.step.power == MORTAL
        return ordinary and self.is_mine(built.seat) and not self.turn.driven

    def opposes(self, seat: Seat) -> bool:
        """Whether a seat is an opponent's."""
        return self.state.cast.team(seat) != self.team

    def restricts(self, step: Step, option: Option) -> bool:
        """Whether a text about what opponents' workers cannot do applies to this option: an opponent acts, with a
        worker that is not the holder's (rulings G7)."""
        if not self.opposes(step.seat):
            return False
        return option.worker is None or self.state.worker(option.worker).team != self.team

    def places(self, step: Step) -> bool:
        """Whether a step of the setup places workers that the holder's card concerns: the holder's, or the team's if a
        teammate places them (rulings OPEN-02)."""
        return step.seat == self.seat or (
            self.state.cast.team(step.seat) == self.team and self.rulings.teammates_placement_binds
        )

    def neighbors_mine(self, square: Square) -> bool:
        """Whether a square neighbors one of the holder's workers."""
        return any(are_neighbors(worker.square, square) for worker in self.my_workers)


class Power:
    """A power. Subclasses set ``name`` and override the facets that their card needs."""

    name: ClassVar[PowerName] = MORTAL
    is_card: ClassVar[bool] = True
    """Whether it is a card for players, and not a rule that is the same for all."""
    workers: ClassVar[int] = 2
    """The workers placed in the setup."""
    placement: ClassVar[Placement] = Placement.IN_TURN
    hero: ClassVar[bool] = False
    """Whether it is used once in a game, and only by its owner's choice (rulings G10)."""
    takes_powers: ClassVar[bool] = False
    """Whether the power can give its holder the use of other cards."""
    may_be_taken: ClassVar[bool] = True
    """Whether the power works for seats other than its owner."""
    deals_simple_powers: ClassVar[bool] = False
    """Whether the simple gods that no player has come into the game with it."""
    marks_a_worker: ClassVar[bool] = False
    """Whether its text marks one of the holder's workers, which is chosen once the workers are placed."""
    secret_tokens: ClassVar[bool] = False
    """Whether its tokens lie on a map that only seats that know the card's secret see: where, its memory says."""
    secret_until_drawn: ClassVar[bool] = False
    """Whether the secret of its card is revealed only between turns, so that nothing within a turn depends on it."""
    asks_in_others_turns: ClassVar[bool] = False
    """Whether its holder may have to choose within the turn of an opponent."""
    recalls_climbs: ClassVar[bool] = False
    """Whether the power asks if its holder moved up in the last own turn."""
    counts_climbs: ClassVar[bool] = False
    """Whether the power asks if a worker moved up in the present turn."""
    asks_who_moved: ClassVar[bool] = False
    """Whether the power asks which workers moved in the present turn."""
    asks_about_domes: ClassVar[bool] = False
    """Whether the power asks if domes were built in the present turn."""
    relocates_at_end: ClassVar[bool] = False
    """Whether the holder's effects at the end of the turn can relocate workers."""
    wins_by_first_move: ClassVar[bool] = False
    """Whether nothing on the card wins a game, except that a turn of the holder may begin with another step up from the
    second level, onto an occupied space. It must be set only if a facet could be taken for a way to win; a test
    compares the searches that it saves with the whole turn (`engine.turns.winning`)."""
    wins_by_moves: ClassVar[bool] = False
    """Whether nothing on the card wins a game after the last move of a turn. It is set and tested as the flag above."""
    win_reach: ClassVar[int | None] = None
    """With the card's additions to the holder's turn, a winning worker stands at its start at most this number of steps
    from a third level without a dome, and at most as many levels below it, or None. It is tested in the same way."""
    forbids_tokens_only: ClassVar[bool] = False
    """Whether ``forbid`` only concerns the squares of tokens, and the second half of a move that is continued."""
    removes_workers: ClassVar[bool] = False
    """Whether it may remove other players' workers from the game, which wins at some tables (rulings OPEN-03)."""
    demand: ClassVar[Demand | None] = None
    demand_reason: ClassVar[str] = ""

    # Setup

    def memory_at_start(self, cast: Cast, index: int) -> Memory | None:
        """Setup: return the memory of the card (by index) when the game begins."""
        del cast, index
        return None

    def before_placing(self, h: Holding) -> Iterable[Step]:
        """Setup: return the holder's decisions before any workers are placed."""
        del h
        return ()

    def after_all_placed(self, h: Holding) -> Iterable[Step]:
        """Setup: return the holder's decisions once all workers are placed."""
        del h
        return ()

    # Start of a turn

    def take_powers(self, h: Holding) -> Iterable[Effect]:
        """Start of any turn, before anything else: return which powers change hands."""
        del h
        return NOTHING

    def start_of_my_turn(self, h: Holding) -> Iterable[Effect]:
        """Start of Your Turn: return what happens without a choice."""
        del h
        return NOTHING

    def start_of_opponents_turn(self, h: Holding) -> Iterable[Effect]:
        """Start of Opponent's Turn: return what is fixed before the opponent chooses anything."""
        del h
        return NOTHING

    def plan(self, h: Holding, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Your Turn: return the steps of the turn, given the steps that it would have otherwise (move, build)."""
        del h
        return steps

    # Options

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Your Move, Your Build, Your Turn: return options that the text adds to an open step of the holder."""
        del h, step
        return ()

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Cannot: return the reason why any player's option is not allowed; None if this power allows it."""
        del h, step, option
        return None

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """Return why the text does not offer the holder an action in an open step; None if the text does not concern
        actions of this kind."""
        del h, step, action
        return None

    # A move

    def onward(self, h: Holding, origin: Square, to: Square) -> Onward | None:
        """Return where any moving worker is carried on to from the square that it enters. Asked before the move."""
        del h, origin, to
        return None

    def note_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """Return the power's notes on a move, before anything follows from it; asked for each half of a continued move,
        whether it is a separate move (``moved.counts``) or not."""
        del h, moved
        return NOTHING

    def loses_by_entering(self, h: Holding, worker: Worker) -> Reason | None:
        """Return why a worker that has just come to its square, in any way, loses the game for its player."""
        del h, worker
        return None

    def wins(self, h: Holding, moved: Moved) -> Reason | None:
        """Win Condition: return the reason why a move of the holder wins, if it does."""
        del h, moved
        return None

    def denies_win(self, h: Holding, moved: Moved) -> bool:
        """Whether an opponent's move that would win does not."""
        del h, moved
        return False

    def steals_win(self, h: Holding, moved: Moved) -> Reason | None:
        """Win Condition: return the reason why the holder wins by an opponent's move that would win."""
        del h, moved
        return None

    def wins_at_any_time(self, h: Holding) -> Reason | None:
        """Win Condition: return the reason why the holder wins by the position on the board."""
        del h
        return None

    def win_is_far(self, state: State) -> bool:
        """Whether the position keeps the card from winning within a turn that begins now, so that it wins at most as
        one with ``wins_by_first_move``. A test compares the searches that it saves with the whole turn."""
        del state
        return False

    def after_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """Return what happens to workers upon any player's move; asked for each half of a continued move."""
        del h, moved
        return NOTHING

    def further_steps(self, h: Holding, moved: Moved, landed: Moved) -> Iterable[Effect]:
        """Return the holder's further options after a move; ``landed`` is the second half of a continued one."""
        del h, moved, landed
        return NOTHING

    # A build, and other changes of the board

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """Return what follows from any player's build."""
        del h, built
        return NOTHING

    def token_square_changed(self, h: Holding, square: Square) -> Iterable[Effect]:
        """Return what happens to a token of this power when a piece was put on its square, or taken from it."""
        del h, square
        return NOTHING

    def obstructs(self, h: Holding) -> Mask:
        """Return the squares that count as domed in the present turn because of a token of this power."""
        del h
        return NO_SQUARES

    def tokens(self, h: Holding) -> tuple[Square, ...]:
        """Return the squares with a token of this power on the board (secret marks on a map do not count)."""
        del h
        return ()

    def saved(self, h: Holding) -> int:
        """Return the number of pieces that its owner saves for builds of later turns."""
        del h
        return 0

    # The end of a turn

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """Return the effects at the End of Your Turn."""
        del h
        return NOTHING

    def after_turn(self, h: Holding) -> Iterable[Effect]:
        """Return the effects after a turn is over. Every card still in the game is asked, held or not; ``h.seat`` is
        the seat that took the turn."""
        del h
        return NOTHING

    # Demands

    def is_demanding(self, h: Holding) -> bool:
        """Whether the power makes a demand on the turn that begins."""
        del h
        return True

    def excuses_demand(self, h: Holding) -> bool:
        """Whether the turn so far excuses the demand. Whether the demand can be met does not depend on it."""
        del h
        return False

    def meets_demand(self, h: Holding) -> bool:
        """Whether the turn so far meets the power's demand. Asked when the turn or the game ends."""
        del h
        return True

    def can_still_meet_demand(self, h: Holding) -> bool:
        """Whether some continuation may meet the demand; False saves the look-ahead a vain search."""
        del h
        return True

    def distance_to_demand(self, h: Holding) -> int:
        """Estimate the distance of the turn from meeting the demand, to guide the search: 0 when it meets it."""
        return 0 if self.meets_demand(h) else 1

    def announces_void_demand(self, h: Holding) -> bool:
        """Whether the players learn that the demand cannot be met in this turn."""
        del h
        return False

    # Written positions

    def memory_objection(self, h: Holding) -> Reason | None:
        """Return why the card can never have this memory in such a position, at the start of a turn; None if it can.
        All cards are checked for tokens on one square or under a dome. ``h.seat`` is the card's owner."""
        del h
        return None

    # Secrets and other powers

    def conceals(self, h: Holding, worker: Worker) -> bool:
        """Whether the holder's opponents do not know this worker's place."""
        del h, worker
        return False

    def hidden(self, card: PowerState) -> Memory | None:
        """Return the card's memory for seats that do not know its secret; all of it if it has none."""
        return card.memory

    def supposed(self, h: Holding, draw: Draw) -> Memory | None:
        """Draw one of the memories of the card that are possible, all equally likely, for seats to which it is
        ``hidden``. ``h.state`` is the state as they know it."""
        del draw
        return h.card.memory

    def knows(self, card: PowerState, seat: Seat) -> bool:
        """Whether a seat knows the card's secret."""
        return seat == card.owner

    def drawable(self, card: PowerState) -> tuple[PowerName, ...]:
        """Return the cards of which one is drawn next, in any order; none if the power never draws."""
        del card
        return ()

    def about_to_draw(self, card: PowerState, drawn: PowerName) -> Memory | None:
        """Return the memory of the card if this one is drawn next, and no other card is known to be in the deck."""
        del drawn
        return card.memory

    def having_drawn(self, card: PowerState, drawn: PowerName) -> Memory | None:
        """Return the memory of the card after this one of the drawable cards was drawn."""
        del drawn
        return card.memory

    def tests_secret(self, h: Holding, action: Action) -> bool:
        """Whether an opponent learns a secret by this action, so that it cannot be undone."""
        del h, action
        return False

    def lends(self, card: PowerState) -> PowerName | None:
        """Return the power of another card that the holder of this one may use."""
        del card
        return None


@dataclass(frozen=True, slots=True)
class Once(Memory):
    """The memory of a power that is used once."""

    used: bool = False


SPENT: Final = Remember(Once(used=True))
"""The effect that marks the power as used."""


class Hero(Power):
    """A power that only its owner uses, once in the game (rulings G10). Its effect spends it. No other power can demand
    its use, and it cannot be taken."""

    hero = True
    may_be_taken = False

    def memory_at_start(self, cast: Cast, index: int) -> Memory | None:
        """Return the memory of an unused power."""
        del cast, index
        return Once()

    def is_unused(self, h: Holding) -> bool:
        """Whether the power is unused."""
        return h.card.memory == Once()
