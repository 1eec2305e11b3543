"""What a reason claims, and the facts to hold it against: the position as the asked seat knows it, and this turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine import Action, Build, Game, Move, Place, Reason, Seat, square
from engine.actions import Choose, Force, Piece, Swap, TakeBlock, bare, card_named, target_of
from engine.effects import Option
from engine.events import Built, Event, WorkerForced, WorkerMoved, WorkerPlaced, WorkerRemoved
from engine.field_text import memory_fields
from engine.secrets import known_to
from engine.squares import Square, are_neighbors, wrapped_neighbors
from engine.state import PowerState, State, StepKind, Worker
from engine.turns.lookahead import continuations
from engine.turns.steps import objection, offered, resolve

MOST_STATES = 20_000
"""So many states a turn may go on through, or it is none for a check."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Where a worker is brought by an event of a turn: by its own move, or not; ``near`` are the workers (by number)
    that it neighbors then."""

    worker: int
    event: WorkerMoved | WorkerForced
    near: frozenset[int]


class TurnTrail:
    """Who went where in a turn, by the numbers that the workers have in it; told by the events alone."""

    def __init__(self, start: State, events: list[Event]) -> None:
        self.start = start
        self.team_of_seat = start.cast.team
        self.events = events
        self.squares = {worker.number: worker.square for worker in start.workers}
        self.teams = {worker.number: worker.team for worker in start.workers}
        self.stays: list[Stay] = []
        for event in events:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        match event:
            case WorkerMoved(seat=seat, origin=origin, to=to) | WorkerForced(seat=seat, origin=origin, to=to):
                number = self._on(origin, seat)
                self.squares[number] = to
                near = (other for other, on in self.squares.items() if are_neighbors(on, to))
                self.stays.append(Stay(number, event, frozenset(near)))
            case WorkerPlaced(seat=seat, square=on):
                number = 1 + max(self.squares, default=-1)
                self.squares[number], self.teams[number] = on, self.team_of_seat(seat)
            case WorkerRemoved(seat=seat, square=on):
                del self.squares[self._on(on, seat)]
            case _:
                pass

    def _on(self, on: Square, seat: Seat) -> int:
        """The worker that leaves a square; of two, since one has just been forced there, that of the seat."""
        there = [number for number, square in self.squares.items() if square == on]
        own = [number for number in there if self.teams[number] == self.team_of_seat(seat)]
        return (own or there)[0]

    @property
    def moves(self) -> list[Stay]:
        """The moves of the turn, in their order."""
        return [stay for stay in self.stays if isinstance(stay.event, WorkerMoved)]

    @property
    def moved(self) -> set[int]:
        """The workers that made a move."""
        return {stay.worker for stay in self.moves}

    @property
    def teams_left(self) -> set[int]:
        """The teams that have a worker on the board."""
        return {self.teams[number] for number in self.squares}

    @property
    def built(self) -> list[Built]:
        """The builds of the turn, in their order."""
        return [event for event in self.events if isinstance(event, Built)]

    @property
    def climbed(self) -> bool:
        """Whether a move of the turn went up."""
        return any(isinstance(e, WorkerMoved) and e.to_level > e.from_level for e in self.events)


class KnownGame:
    """A game as the seat to act knows it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seat = game.to_act or Seat.BLUE
        self.state = known_to(game.state, self.seat)
        self.view = game.view(self.seat)
        self.step = game.state.step
        self.team = game.state.cast.team(self.seat)

    @cached_property
    def trail(self) -> TurnTrail:
        """What happened in the open turn so far."""
        start, actions = self.game.turn_so_far
        plies = self.game.plies[len(self.game.plies) - len(actions) :]
        return TurnTrail(start, [event for ply in plies for event in ply.events])

    @cached_property
    def offers(self) -> tuple[Option, ...]:
        """All that is put forward in the open step, forbidden or not."""
        return () if self.step is None else tuple(offered(self.state, self.step))

    def acts_towards(self, square: Square) -> list[Action]:
        """What a player may mean by pointing at a square."""
        offers = [each.action for each in self.offers if target_of(each.action) == square]
        if offers or self.step is None:
            return list(dict.fromkeys(offers))
        workers = [worker for worker in self.state.workers if worker.square != square]
        if self.step.kind is StepKind.MOVE:
            return [Move(worker.square, square) for worker in workers]
        if self.step.kind is StepKind.BUILD:
            return [Build(worker.square, square, self.next_piece(square)) for worker in workers]
        if self.step.kind is StepKind.FORCE:
            return [Force(worker.square, square) for worker in workers]
        if self.step.kind is StepKind.TAKE:
            return [TakeBlock(square)]
        return [Place(square)] if self.step.kind is StepKind.PLACE else []

    def next_piece(self, square: Square) -> Piece:
        """What comes next on a tower."""
        return Piece.DOME if self.view.levels[square] == 3 else Piece.BLOCK

    def uses(self, power: str, seat: Seat) -> bool:
        """Whether a seat has the use of a power now."""
        return any(player.seat == seat and power in player.uses for player in self.view.players)

    def memory(self, power: str, holder: Seat) -> dict[str, str]:
        """What the cards of a power that a seat has the use of remember, as far as the seat to act knows it."""
        cards = [card for card in self.state.powers if card.power == power and self._serves(card, holder)]
        return dict(pair for card in cards for pair in memory_fields(card.memory))

    def _serves(self, card: PowerState, holder: Seat) -> bool:
        lent = [role.card_index for role in self.state.roles.everyone if role.seat is holder]
        return any(self.state.powers[index] == card for index in lent)

    def team_of(self, seat: Seat) -> list[Worker]:
        """The workers of a seat's team that can be seen."""
        return [worker for worker in self.state.workers if worker.team == self.game.state.cast.team(seat)]

    def results(self, act: Action) -> list[State]:
        """The states right after an act."""
        return [resolve(self.state, option) for option in self._options(act)]

    def ways_to_end(self, action: Action) -> Iterator[tuple[State, TurnTrail]]:
        """Every way to complete the turn after an act, the demands of other powers left aside."""
        seen: set[State] = set()
        ahead = deque((self.state, option, list[Event]()) for option in self._options(action))
        while ahead:  # the shortest ways first: a long walk on the level would make each of them long
            before, option, events = ahead.popleft()
            told = list(events)
            after = resolve(before, option, told)
            if after in seen:
                continue
            seen.add(after)
            assert len(seen) < MOST_STATES, f"too many ways to go on after {action}"
            if after.outcome is not None or not after.agenda:
                yield after, TurnTrail(self.trail.start, [*self.trail.events, *told])
            else:
                ahead.extend((after, each, told) for each in continuations(after))

    def _options(self, action: Action) -> list[Option]:
        assert self.step is not None
        card = card_named(action)
        return [
            each
            for each in self.offers
            if each.action == bare(action)
            and card in (None, each.power)
            and objection(self.state, self.step, each) is None
        ]


class Claim:
    """A reason why an act is refused, in a game. ``act`` is None where the reason is about a whole ``target``."""

    def __init__(self, known: KnownGame, reason: Reason, act: Action | None, target: Square | None = None) -> None:
        self.known, self.reason, self.act = known, reason, act
        self.view, self.trail, self.size = known.view, known.trail, known.view.size
        self.args = dict(reason.args)
        self.target = target if act is None else target_of(act)

    @property
    def holder(self) -> Seat:
        """The seat that is said to use the power."""
        return Seat(self.args["holder"])

    @property
    def named(self) -> Square:
        """The square that the reason names."""
        return square(self.args["square"])

    @property
    def is_about_target(self) -> bool:
        """Whether the square that is named is where the act leads, through a whirlpool too."""
        return self.named in (self.target, self.landing)

    @property
    def is_about_worker(self) -> bool:
        """Whether the square that is named is that of the worker in the act."""
        return self.origin == self.named

    @property
    def origin(self) -> Square | None:
        """Where the worker of the act stands."""
        match self.act:
            case Move(worker=worker) | Build(worker=worker) | Force(worker=worker) | Swap(mine=worker):
                return worker
            case Choose(worker=worker):
                return worker
            case _:
                return None

    @property
    def worker(self) -> Worker | None:
        """The worker of the act."""
        return None if self.origin is None else self.known.state.worker_on(self.origin)

    @property
    def landing(self) -> Square | None:
        """The other whirlpool, if the act is a move onto one."""
        pools = [token.square for token in self.view.tokens if token.power == "charybdis"]
        others = [each for each in pools if each != self.target]
        return others[0] if isinstance(self.act, Move) and len(pools) == 2 and len(others) == 1 else None

    @property
    def rise(self) -> int:
        """How many levels the move to the named square gains: from where the worker stands, or from the whirlpool."""
        start = self.origin if self.named == self.target else self.target
        assert start is not None
        return self.view.levels[self.named] - self.view.levels[start]

    @property
    def touches(self) -> bool:
        """Whether the target touches the worker; to Urania opposite edges touch."""
        assert self.origin is not None
        assert self.target is not None
        over = self.known.uses("urania", self.known.seat) and self.target in wrapped_neighbors(self.origin, self.size)
        return over or are_neighbors(self.origin, self.target)

    def inner(self) -> Claim:
        """What the reason says is in the way."""
        args = tuple((name, value) for name, value in self.reason.args if name != "reason")
        return Claim(self.known, Reason(self.args["reason"], args), self.act, self.target)

    def names_workers(self, numbers: set[int]) -> bool:
        """Whether these workers, and no others, are named in the reason."""
        squares = {worker.square for worker in self.known.state.workers if worker.number in numbers}
        return {square(name) for name in self.args["workers"].split(",")} == squares
