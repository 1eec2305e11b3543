"""The base classes of powers and of heroes. Methods are facets: each answers one question that the rules ask every
power.

A power overrides the few facets that its card needs and leaves the rest. Facets are pure: they look at a ``Holding``
(the power as somebody holds it in a state) and answer with values. The base rules are a power too (``engine.mortal``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from engine.actions import Action
from engine.effects import NOTHING, BuiltPiece, Effect, Moved, Onward, Option, Remember
from engine.reasons import Reason
from engine.rulings import Rulings
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import BITS, NO_SQUARES, Mask, Square, are_neighbors
from engine.state import Memory, PowerState, State, Step, StepKind, Turn, Worker

if TYPE_CHECKING:
    from engine.casting.cast import Cast


class Placement(Enum):
    """When the holder's workers are placed, among all players."""

    FIRST = 0
    FIRST_AFTER_OTHERS = 1
    """First, but after another power's holder who is to be first as well (rulings G2, item 4)."""
    IN_TURN = 2
    LAST = 3


class Demand(Enum):
    """How a demand binds the whole turn of an opponent: always, or only if some legal turn meets it."""

    MUST = "must"
    IF_POSSIBLE = "if_possible"


class Holding(NamedTuple):
    """A power as ``seat`` has the use of it in ``state``; ``card_index`` is the index of its card. Facets take this
    seat's point of view."""

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
        """How the open questions are settled at this table."""
        return self.state.cast.setup.profile.rulings

    @property
    def revised(self) -> bool:
        """Whether this power is played in its revised wording."""
        return self.state.cast.setup.profile.is_revised(self.card.power)

    @property
    def turn(self) -> Turn:
        """The turn that is being taken.

        :raises LookupError: while workers are placed.
        """
        if self.state.turn is None:
            raise LookupError("no turn has begun")
        return self.state.turn

    @property
    def is_my_turn(self) -> bool:
        """Whether the turn being taken is the holder's own (a teammate's is not)."""
        return self.state.turn is not None and self.state.turn.seat == self.seat

    @property
    def my_workers(self) -> tuple[Worker, ...]:
        """The workers of the holder's team."""
        team = self.team
        return tuple(worker for worker in self.state.workers if worker.team == team)

    @property
    def opponent_workers(self) -> tuple[Worker, ...]:
        """The workers of all opponents that the holder's effects may name: those on a token that acts as a dome in
        this turn are not there for them (rulings G7)."""
        team, obstacles = self.team, self.state.obstacles
        return tuple(
            worker for worker in self.state.workers if worker.team != team and not obstacles & BITS[worker.square]
        )

    def opponent_on(self, square: Square) -> Worker | None:
        """The opponent's worker on a square, if any, whether the holder's effects may name it or not."""
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
        """Whether a text about what opponents' workers cannot do applies to this option: an opponent acts, and not
        with one of the holder's own workers (rulings G7)."""
        if not self.opposes(step.seat):
            return False
        return option.worker is None or self.state.worker(option.worker).team != self.team

    def places(self, step: Step) -> bool:
        """Whether a step of the setup places workers that the holder's card is about: the holder's, and where a
        teammate places them, the team's (rulings OPEN-02)."""
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
    """Whether it is a card that players have the use of, not a rule that is the same for all."""
    workers: ClassVar[int] = 2
    """Workers placed in the setup."""
    placement: ClassVar[Placement] = Placement.IN_TURN
    hero: ClassVar[bool] = False
    """Whether it is used once a game, and only by its owner's own choice (rulings G10)."""
    takes_powers: ClassVar[bool] = False
    """Whether the power can bring its holder the use of other cards."""
    may_be_taken: ClassVar[bool] = True
    """Whether it works for anybody but its owner."""
    deals_simple_powers: ClassVar[bool] = False
    """Whether the simple gods that nobody has come into the game with it."""
    marks_a_worker: ClassVar[bool] = False
    """Whether its text marks one of the holder's workers; it is chosen once the workers are placed."""
    secret_tokens: ClassVar[bool] = False
    """Whether its tokens lie on a map that only those see who know the card's secret."""
    secret_until_drawn: ClassVar[bool] = False
    """Whether what its card hides is revealed only between turns, so that nothing within a turn depends on it."""
    asks_in_others_turns: ClassVar[bool] = False
    """Whether its holder may have to choose within the turn of an opponent."""
    recalls_climbs: ClassVar[bool] = False
    """Whether the power asks if its holder moved up in the last own turn."""
    counts_climbs: ClassVar[bool] = False
    """Whether the power asks if a worker moved up in the turn being taken."""
    asks_who_moved: ClassVar[bool] = False
    """Whether the power asks which workers moved in the turn being taken."""
    asks_about_domes: ClassVar[bool] = False
    """Whether the power asks if domes were built in the turn being taken."""
    relocates_at_end: ClassVar[bool] = False
    """Whether what the holder may do at the end of the turn can bring workers elsewhere."""
    wins_by_first_move: ClassVar[bool] = False
    """Whether nothing that the card brings wins a game, except that a turn of the holder may begin with another step up
    from the second level: onto an occupied space. To be set only where a facet could be taken for a way to win; what a
    search spares by it is tested against the whole turn (`engine.turns.winning`)."""
    wins_by_moves: ClassVar[bool] = False
    """Whether nothing that the card brings wins a game once nobody moves any more in a turn. To be set as the one
    above."""
    win_reach: ClassVar[int | None] = None
    """With what the card adds to the holder's turn, a worker that wins stands at its start at most so many steps from a
    third level without a dome, and at most as many levels below it; None where that is not so. Tested in the same
    way."""
    forbids_tokens_only: ClassVar[bool] = False
    """Whether ``forbid`` is only about where tokens are put, and about the second half of a move that is carried on."""
    removes_workers: ClassVar[bool] = False
    """Whether workers of others may leave the game by it, which at some tables wins (rulings OPEN-03)."""
    demand: ClassVar[Demand | None] = None
    demand_reason: ClassVar[str] = ""

    # Setup

    def memory_at_start(self, cast: Cast, index: int) -> Memory | None:
        """Setup: what the card (by index) holds when the game begins."""
        del cast, index
        return None

    def before_placing(self, h: Holding) -> Iterable[Step]:
        """Setup: what the holder decides before anybody's workers are placed."""
        del h
        return ()

    def after_all_placed(self, h: Holding) -> Iterable[Step]:
        """Setup: what the holder decides once everybody has placed."""
        del h
        return ()

    # Start of a turn

    def take_powers(self, h: Holding) -> Iterable[Effect]:
        """Start of any turn, before anything else: whose powers change hands."""
        del h
        return NOTHING

    def start_of_my_turn(self, h: Holding) -> Iterable[Effect]:
        """Start of Your Turn: what happens without a choice."""
        del h
        return NOTHING

    def start_of_opponents_turn(self, h: Holding) -> Iterable[Effect]:
        """Start of Opponent's Turn: what is fixed before the opponent chooses anything."""
        del h
        return NOTHING

    def plan(self, h: Holding, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Your Turn: the steps that the turn consists of, given those it would have otherwise (move, build)."""
        del h
        return steps

    # Options

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Your Move, Your Build, Your Turn: options that the text adds to an open step of the holder."""
        del h, step
        return ()

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Cannot: the reason why an option, anybody's, is not allowed; None if this power allows it."""
        del h, step, option
        return None

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """Why the text does not offer the holder an action in an open step, though it is about actions of this kind;
        None if it is not."""
        del h, step, action
        return None

    # A move

    def onward(self, h: Holding, origin: Square, to: Square) -> Onward | None:
        """Where a worker that moves, anybody's, is carried on to from the square it enters. Asked before the move."""
        del h, origin, to
        return None

    def note_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """What the power notes of a move before anything follows from it; asked for each half of a move that was
        carried on, whether it is a move of its own (``moved.counts``) or not."""
        del h, moved
        return NOTHING

    def loses_by_entering(self, h: Holding, worker: Worker) -> Reason | None:
        """Why a worker that has just come to its square, in whatever way, loses the game for its player."""
        del h, worker
        return None

    def wins(self, h: Holding, moved: Moved) -> Reason | None:
        """Win Condition: the reason why a move of the holder wins, if it does."""
        del h, moved
        return None

    def denies_win(self, h: Holding, moved: Moved) -> bool:
        """Whether a move of an opponent that would win does not."""
        del h, moved
        return False

    def steals_win(self, h: Holding, moved: Moved) -> Reason | None:
        """Win Condition: the reason why the holder wins by an opponent's move that would win."""
        del h, moved
        return None

    def wins_at_any_time(self, h: Holding) -> Reason | None:
        """Win Condition: the reason why the holder wins by what stands on the board."""
        del h
        return None

    def win_is_far(self, state: State) -> bool:
        """Whether what stands and lies on the board keeps the card from winning within a turn that begins now, so that
        it wins as one with ``wins_by_first_move`` at most. What a search spares by it is tested against the whole
        turn."""
        del state
        return False

    def after_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """What happens to workers upon a move, anybody's; asked for each half of a move that was carried on."""
        del h, moved
        return NOTHING

    def further_steps(self, h: Holding, moved: Moved, landed: Moved) -> Iterable[Effect]:
        """What more the holder may do after a move; ``landed`` is the last half of it if it was carried on."""
        del h, moved, landed
        return NOTHING

    # A build, and other changes of the board

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """What follows from a build, anybody's."""
        del h, built
        return NOTHING

    def token_square_changed(self, h: Holding, square: Square) -> Iterable[Effect]:
        """What becomes of a token of this power when a piece was put on its square, or taken from it."""
        del h, square
        return NOTHING

    def obstructs(self, h: Holding) -> Mask:
        """The squares that the turn being taken treats as domed, for a token of this power."""
        del h
        return NO_SQUARES

    def tokens(self, h: Holding) -> tuple[Square, ...]:
        """The squares with a token of this power on the board (secret marks on a map are none)."""
        del h
        return ()

    def saved(self, h: Holding) -> int:
        """How many pieces its owner keeps for builds of later turns."""
        del h
        return 0

    # The end of a turn

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """End of Your Turn."""
        del h
        return NOTHING

    def after_turn(self, h: Holding) -> Iterable[Effect]:
        """What follows from a turn once it is over. Asked of every card still in the game, held or not; ``h.seat`` is
        the seat whose turn it was."""
        del h
        return NOTHING

    # Demands

    def is_demanding(self, h: Holding) -> bool:
        """Whether the power demands something of the turn that begins."""
        del h
        return True

    def excuses_demand(self, h: Holding) -> bool:
        """Whether the turn, as far as it went, need not meet the demand. Whether it can be met does not depend on
        it."""
        del h
        return False

    def meets_demand(self, h: Holding) -> bool:
        """Whether the turn, as far as it went, meets the power's demand. Asked when the turn or the game ends."""
        del h
        return True

    def can_still_meet_demand(self, h: Holding) -> bool:
        """False as soon as no continuation can meet the demand; spares the look-ahead a search without result."""
        del h
        return True

    def distance_to_demand(self, h: Holding) -> int:
        """How far the turn is from meeting the demand, as an estimate that guides the search: 0 when it meets it."""
        return 0 if self.meets_demand(h) else 1

    def announces_void_demand(self, h: Holding) -> bool:
        """Whether the players learn that the demand cannot be met in this turn."""
        del h
        return False

    # Secrets and other powers

    def conceals(self, h: Holding, worker: Worker) -> bool:
        """Whether the holder's opponents do not know where this worker stands."""
        del h, worker
        return False

    def hidden(self, card: PowerState) -> Memory | None:
        """What the card remembers, as those see it who do not know its secret; all of it if it has none."""
        return card.memory

    def knows(self, card: PowerState, seat: Seat) -> bool:
        """Whether a seat knows the card's secret."""
        return seat == card.owner

    def drawable(self, card: PowerState) -> tuple[PowerName, ...]:
        """The cards of which one is drawn next, in no order that matters; none if nothing is ever drawn."""
        del card
        return ()

    def about_to_draw(self, card: PowerState, drawn: PowerName) -> Memory | None:
        """What the card remembers if this one is drawn next, and no other card is known to be in the deck."""
        del drawn
        return card.memory

    def having_drawn(self, card: PowerState, drawn: PowerName) -> Memory | None:
        """What the card remembers once this one of the drawable cards was drawn."""
        del drawn
        return card.memory

    def tests_secret(self, h: Holding, action: Action) -> bool:
        """Whether an opponent learns something secret by carrying out this action, so that it cannot be undone."""
        del h, action
        return False

    def lends(self, card: PowerState) -> PowerName | None:
        """The power of another card that the holder of this one may use."""
        del card
        return None


@dataclass(frozen=True, slots=True)
class Once(Memory):
    """Whether the power has been used."""

    used: bool = False


SPENT: Final = Remember(Once(used=True))
"""The effect that marks the power as used."""


class Hero(Power):
    """A power that only its owner uses, once in the game (rulings G10): it is spent when its effect happens. No other
    power can ask for its use, and it cannot be taken."""

    hero = True
    may_be_taken = False

    def memory_at_start(self, cast: Cast, index: int) -> Memory | None:
        """Not used yet."""
        del cast, index
        return Once()

    def is_unused(self, h: Holding) -> bool:
        """Whether the power is still to be used."""
        return h.card.memory == Once()
