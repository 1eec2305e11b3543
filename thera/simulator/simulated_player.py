"""Simulated players: which legal steps they choose by chance, and how their hands carry these out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import TypeVar

from engine import Action, Build, Done, Game, Move, Piece, Seat, Square
from engine.squares import BITS, are_neighbors
from hardware.board import Button
from hardware.hand_actions import Hover, Lift, Pause, Press, Put, PutInBox, Slide, Stack, Tap, Unstack
from hardware.virtual_hands import HandQueue
from table.moves.analysed_positions import keeps_every_option
from table.moves.step_search import Pieces, StepSearch, known_to_mover, placed, visible_pieces
from table.session.table_state import ActionSequence
from thera.simulator.hand_styles import NO_HABITS, HandHabits, TouchKind, drawn_touch

WAITS = 0.3
BOTH_HANDS = 0.5
LONGEST_THOUGHT = 3000.0
TALLEST = 3
"""The most blocks of a tower."""
BESIDE = (-75.0, 90.0)
"""The place for workers beside the board, in mm from the middle of a1."""
OFF_CENTRE = (12.0, 15.0)
"""The distance in mm from the middle at which careless hands put a worker."""
HESITATING = (14.0, 30.0)
"""The height in mm at which hesitating hands hold a worker over a square."""
HESITATING_MS = (200.0, 1000.0)


@dataclass(frozen=True, slots=True)
class Carrying:
    """A worker to carry to a square, or into the box if it is None."""

    piece: str
    to: Square | None


def carryings(hands: HandQueue, wanted: Pieces) -> tuple[Carrying, ...]:
    """Return what has to be carried so that just these workers stand on the board. Surplus workers of a seat go where
    its workers are missing, or into the box; workers from the box fill the rest.
    """
    seen = hands.look()
    standing = {(Square(each.square), Seat(each.seat)): each.piece for each in seen.pieces if each.square is not None}
    boxed = [each for each in seen.pieces if each.square is None]
    surplus = {place: piece for place, piece in sorted(standing.items()) if place not in wanted}
    found = []
    for square, seat in sorted(wanted - frozenset(standing)):
        mine = [place for place in surplus if place[1] is seat]
        if mine:
            found.append(Carrying(surplus.pop(mine[0]), square))
            continue
        spare = next(each for each in boxed if each.seat == seat)
        boxed.remove(spare)
        found.append(Carrying(spare.piece, square))
    return (*(Carrying(piece, None) for piece in surplus.values()), *found)


def sync_towers(hands: HandQueue, game: Game, spared: Collection[int] = ()) -> bool:
    """Build and take away until the towers on the board are those of the game, but for the ``spared`` squares, where
    only a dome is put. A worker in the way is lifted meanwhile, or goes into the box if its seat has one more than in
    the game. Return whether there was one.
    """
    seen, any_lifted = hands.look(), False
    standing = {each.square: each for each in seen.pieces if each.square is not None}
    left = Counter(each.seat for each in standing.values())
    left.subtract(seat.value for _, seat in visible_pieces(game))
    for square, level in enumerate(game.state.levels):
        dome = bool(game.state.domes & BITS[square])
        wanted = seen.levels[square] if square in spared else level
        if seen.levels[square] == wanted and seen.domes[square] == dome:
            continue
        lifted = standing.get(square)
        if lifted is not None:
            hands.do(Lift(lifted.piece))
        set_tower(hands, square, wanted, dome=dome)
        if lifted is not None:
            is_gone = left[lifted.seat] > 0 and (square, Seat(lifted.seat)) not in visible_pieces(game)
            left[lifted.seat] -= is_gone
            hands.do(PutInBox(lifted.piece) if is_gone else Put(lifted.piece, square))
            any_lifted = True
    return any_lifted


def set_tower(hands: HandQueue, square: int, level: int, *, dome: bool) -> None:
    """Set the number of blocks on a square, with a dome or without; nothing may stand there."""
    seen = hands.look()
    domed = seen.domes[square]
    if domed and (not dome or seen.levels[square] != level):
        hands.do(Unstack(square))
        domed = False
    for _ in range(seen.levels[square], level):
        hands.do(Stack(square, dome=False))
    for _ in range(level, seen.levels[square]):
        hands.do(Unstack(square))
    if dome and not domed:
        hands.do(Stack(square, dome=True))


class SimulatedPlayer:
    """Hands that do a step in ways drawn from ``chance``, with ``habits`` drawn from ``whims``. Nothing here waits: all
    is done while the board is scanned."""

    def __init__(
        self,
        hands: HandQueue,
        chance: Random,
        habits: HandHabits = NO_HABITS,
        whims: Random | None = None,
        *,
        weighs: bool = False,
    ) -> None:
        self.hands = hands
        self.habits = habits
        self.weighs = weighs
        """Whether the board weighs, so that only wood is set down to build."""
        self.touch = TouchKind.CLEAN
        """The last touch of a square."""
        self.block_first = False
        """Whether its block was put before the touch."""
        self._chance = chance
        self._whims = whims or chance

    def carry(self, wanted: Pieces) -> None:
        """Bring the workers to these places, several in any order and with one hand or both."""
        jobs = list(carryings(self.hands, wanted))
        self._chance.shuffle(jobs)
        if len(jobs) > 1 and self._chance.random() < BOTH_HANDS:
            self._all_at_once(jobs)
        elif order := self._one_by_one(jobs):
            for job in order:
                self._bring(job)
        else:
            self._all_at_once(jobs)

    def think(self) -> None:
        """Hold still for a short time, as hands sometimes do."""
        if self._chance.random() < WAITS:
            self.hands.do(Pause(self._chance.uniform(100, 800)))

    def ponder(self) -> None:
        """Hold still for up to a few seconds."""
        self.hands.do(Pause(self._chance.uniform(300, LONGEST_THOUGHT)))

    def lift_and_put_back(self, square: Square) -> None:
        """Take the worker on a square into the hand, think, and put it back."""
        piece = self.on(square)
        self.hands.do(Lift(piece))
        self.ponder()
        self.hands.do(Put(piece, square))

    def lift_and_think(self, job: Carrying) -> None:
        """Bring a worker to its place after long thought."""
        self.hands.do(Lift(job.piece))
        self.ponder()
        self._put(job)

    def put_off_centre(self, job: Carrying) -> None:
        """Put it down near the edge of its square."""
        self.hands.do(Lift(job.piece))
        away, direction = self._chance.uniform(*OFF_CENTRE), self._chance.uniform(0, 2 * pi)
        if job.to is not None:
            self.hands.do(Put(job.piece, job.to, (away * cos(direction), away * sin(direction))))

    def hover_first(self, job: Carrying, over: int) -> None:
        """Hold it low over another square before it is put down."""
        self.hands.do(Lift(job.piece))
        self.hands.do(Hover(job.piece, over, self._chance.uniform(12, 25), self._chance.uniform(700, 1300)))
        self._put(job)

    def lift_two(self, job: Carrying, other: str, home: Square) -> None:
        """Lift another worker as well, and put it back before or after the one that goes elsewhere."""
        pair = [job.piece, other]
        self._chance.shuffle(pair)
        for piece in pair:
            self.hands.do(Lift(piece))
            self.think()
        first_back = self._chance.random() < 0.5
        if first_back:
            self.hands.do(Put(other, home))
            self.think()
        self._put(job)
        if not first_back:
            self.hands.do(Put(other, home))

    def build(self, action: Build, *, stacked: int = 1) -> None:
        """Tap the square with the worker, and put the block or dome there before or after: none or two by mistake. On a
        board that weighs only the wood is put there."""
        dome = action.piece is Piece.DOME
        if self.weighs:
            self.block_first = True
            self.think()
            self.stack(action.on, stacked, dome=dome)
            return
        piece = self.on(action.worker)
        first = not dome and self._chance.random() < self.habits.block_first
        self.block_first = first and stacked > 0
        if first:
            self.stack(action.on, stacked, dome=dome)
        self.think()
        touch = drawn_touch(self.habits, self._whims)
        self.touch = touch.kind
        self.hands.do(Tap(piece, action.on, duration=touch.duration, wobble=touch.wobble))
        if not first:
            self.stack(action.on, stacked, dome=dome)

    def build_hesitantly(self, action: Build) -> None:
        """Let the worker rest for a long time on the square that it touches."""
        piece = self.on(action.worker)
        self.touch, self.block_first = TouchKind.RESTING, False
        self.hands.do(Lift(piece))
        self.hands.do(Put(piece, action.on))
        self.hands.do(Pause(self._chance.uniform(700, 2500)))
        self.hands.do(Lift(piece))
        self.hands.do(Put(piece, action.worker))
        self.stack(action.on, 1, dome=action.piece is Piece.DOME)

    def stack(self, square: int, count: int, *, dome: bool) -> None:
        """Put ``count`` blocks, or a dome, on a square; no more blocks than there is room for."""
        room = count if dome else TALLEST - self.hands.look().levels[square]
        for _ in range(min(count, room)):
            self.hands.do(Stack(square, dome=dome))

    def hesitates(self) -> bool:
        """Whether hands hover over the square where they mean to build."""
        return not self.weighs and self.habits.hesitates > 0 and self._whims.random() < self.habits.hesitates

    def hesitate(self, action: Build) -> None:
        """Hold the worker over the square of the build, and take it home."""
        piece, whims = self.on(action.worker), self._whims
        self.hands.do(Lift(piece))
        self.hands.do(Hover(piece, action.on, whims.uniform(*HESITATING), whims.uniform(*HESITATING_MS)))
        self.hands.do(Put(piece, action.worker))

    def tap_again(self, action: Build, duration: float | None = None) -> None:
        """Tap the square once more; its blocks stay, but a dome is taken off for the tap."""
        piece = self.on(action.worker)
        domed = self.hands.look().domes[action.on]
        if domed:
            self.hands.do(Unstack(action.on))
        self.hands.do(Tap(piece, action.on, duration=duration))
        if domed:
            self.hands.do(Stack(action.on, dome=True))

    def nudge(self, square: Square) -> None:
        """Move the worker on a square a little, if one is there: a power may have carried it on or off the board."""
        piece = self.seen_on(square)
        if piece is not None:
            self.hands.do(Slide(piece, (square,)))

    def press(self, button: Button) -> None:
        """Press a rim button."""
        self.hands.do(Press(button))

    def on(self, square: int) -> str:
        """Return the worker that stands or lies on a square.

        :raises ValueError: if none does.
        """
        piece = self.seen_on(square)
        if piece is None:
            raise ValueError(f"no worker stands on square {square}")
        return piece

    def seen_on(self, square: int) -> str | None:
        """Return the worker that stands or lies on a square; None if none does."""
        return next((each.piece for each in self.hands.look().pieces if each.square == square), None)

    def _bring(self, job: Carrying) -> None:
        if job.to is None:
            self.hands.do(PutInBox(job.piece))
            return
        self.hands.do(Lift(job.piece))
        self._put(job)

    def _put(self, job: Carrying) -> None:
        if job.to is None:
            self.hands.do(PutInBox(job.piece))
        else:
            self.hands.do(Put(job.piece, job.to))

    def _all_at_once(self, jobs: list[Carrying]) -> None:
        for job in jobs:  # also what goes into the box: it may stand where another comes
            self.hands.do(Lift(job.piece))
        for job in jobs:
            self._put(job)

    def _one_by_one(self, jobs: list[Carrying]) -> list[Carrying]:
        """Return an order in which each finds its square free; empty if there is none."""
        taken = {each.square: each.piece for each in self.hands.look().pieces if each.square is not None}
        at = {piece: square for square, piece in taken.items()}
        left, order = list(jobs), []
        while left:
            free = next((job for job in left if job.to not in taken), None)
            if free is None:
                return []
            left.remove(free)
            order.append(free)
            if free.piece in at:
                del taken[at[free.piece]]
            if free.to is not None:
                taken[free.to] = free.piece
        return order


def shown_after(game: Game, actions: tuple[Action, ...]) -> Pieces:
    """Return the workers on the board after these actions, as far as their player can foresee it."""
    foreseen = game if game.to_act is None else game.as_known_to(game.to_act)
    for action in actions:
        foreseen = foreseen.play(action)
    return visible_pieces(foreseen)


def shown_on_the_way(game: Game, actions: tuple[Action, ...]) -> Pieces | None:
    """Return the workers on the board when the worker of a single move has just come to its square, as far as their
    player can foresee it; None if all then stand as after the move."""
    if len(actions) != 1 or not isinstance(actions[0], Move):
        return None
    on_the_way = placed(known_to_mover(game).workers_entering(actions[0]))
    return None if on_the_way == shown_after(game, actions) else on_the_way


# ---- The choice of steps


T = TypeVar("T")


class SquareChoice:
    """Chooses squares of a board of ``size`` by ``size``; ``chance`` decides between several."""

    def __init__(self, hands: HandQueue, size: int, chance: Random) -> None:
        self._hands = hands
        self._size = size
        self._chance = chance

    def place(self, job: Carrying) -> Square | None:
        """Return the square of a worker that has to be carried; None if it does not stand on the board."""
        at = next(each.square for each in self._hands.look().pieces if each.piece == job.piece)
        return None if at is None else Square(at)

    def job(self, game: Game, actions: ActionSequence) -> Carrying | None:
        """Return the only worker that has to be carried, from square to square; None for anything else."""
        if not isinstance(actions[0], Move):
            return None
        jobs = carryings(self._hands, shown_after(game, actions))
        return jobs[0] if len(jobs) == 1 and jobs[0].to is not None and self.place(jobs[0]) is not None else None

    def standing(self, of: Seat | None = None, but: str = "") -> list[tuple[str, Square]]:
        """Return the workers on the board (of one seat; all but one) and their squares."""
        return [
            (each.piece, Square(each.square))
            for each in self._hands.look().pieces
            if each.square is not None and each.piece != but and of in (None, Seat(each.seat))
        ]

    def free(self) -> list[Square]:
        """Return the squares where a worker can be put."""
        seen = self._hands.look()
        taken = {each.square for each in seen.pieces}
        size = self._size
        squares = [Square(5 * rank + file) for rank in range(size) for file in range(size)]
        return [each for each in squares if each not in taken and not seen.domes[each]]

    def free_beside(self, one: Square, other: Square) -> list[Square]:
        """Return the free squares that neighbor both, in random order."""
        beside = [each for each in self.free() if are_neighbors(each, one) and are_neighbors(each, other)]
        return self.shuffled(beside)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return these in random order."""
        some = list(things)
        self._chance.shuffle(some)
        return some


def means_something(game: Game, start: Square, over: Square, end: Pieces) -> bool:
    """Whether a worker that rests on a square on its way to another could be read as a step."""
    for action in game.legal_actions():
        match action:
            case Build(on=on) if on == over:
                return True
            case Move(worker=worker, to=to) if (worker, to) == (start, over):
                played = game.play(action)
                further = known_to_mover(played)
                if played.plies[-1].barrier or further.outcome is not None or game.turn != further.turn:
                    return True
                if end in (visible_pieces(further), *(visible_pieces(each) for each in _next_games(further))):
                    return True
            case _:
                pass
    return False


def tapped(game: Game) -> frozenset[Square]:
    """Return the squares that a worker may touch to build there, now or once the open step is declined."""
    if game.to_act is None:
        return frozenset()
    actions = (*game.legal_actions(), *game.view(game.to_act).after_done)
    return frozenset(each.on for each in actions if isinstance(each, Build))


def explained(game: Game, standing: Pieces) -> bool:
    """Whether legal steps lead to these workers."""
    return bool(StepSearch(game).explaining(standing))


def could_stand(game: Game, confirmed: int, standing: Pieces) -> bool:
    """Whether these workers could be the result of other legal steps of this turn, or of taking steps back; the first
    ``confirmed`` steps cannot be taken back."""
    return any(explained(each, standing) or visible_pieces(each) == standing for each in earlier(game, confirmed))


def earlier(game: Game, standing: int) -> Iterator[Game]:
    """Yield the game, and the game before each step that can be taken back; the first ``standing`` cannot."""
    yield game
    while len(game.plies) > standing and game.plies[-1].barrier is None:
        game = game.undo()
        yield game


def leads_back(game: Game, actions: ActionSequence, confirmed: int) -> bool:
    """Whether these steps only lead back to the beginning of others: it looks as if those were taken back, since they
    allow no new action. The first ``confirmed`` steps of the game cannot be taken back."""
    if not isinstance(actions[-1], Move):
        return False
    shown = shown_after(game, actions)
    before = [each for each in earlier(game, confirmed) if each is not game and visible_pieces(each) == shown]
    if not before:
        return False
    for action in actions:
        game = game.play(action)
    return any(keeps_every_option(known_to_mover(each), known_to_mover(game)) for each in before)


def _next_games(game: Game) -> Iterator[Game]:
    """Yield the games one step further, in the same turn."""
    for action in game.legal_actions():
        if not isinstance(action, Done):
            yield game.play(action)


SHIFTS = 0.15
"""The share of moves that are done two in one carry."""


def choose(game: Game, confirmed: int, chance: Random) -> Action:
    """Choose a legal step that does not only lead back, if there is one. The first ``confirmed`` steps of the game
    cannot be undone."""
    legal = game.legal_actions()
    return liked(game, [each for each in legal if not leads_back(game, (each,), confirmed)] or legal, chance)


def liked(game: Game, actions: Sequence[Action], chance: Random) -> Action:
    """Choose one of these, preferably one that lets a game go on."""
    return chance.choices(actions, [_liking(game, action) for action in actions])[0]


def choose_carry(game: Game, first: Action, confirmed: int, chance: Random) -> ActionSequence:
    """Return the step with another move of the same worker, if both are done in one carry; else the step alone."""
    # What hands do at once the player must foresee: into the unknown they go one step at a time.
    if not isinstance(first, Move) or chance.random() >= SHIFTS or known_to_mover(game) is not game:
        return (first,)
    after = game.play(first)
    if (after.turn, after.to_act) != (game.turn, game.to_act):
        return (first,)
    single = single_steps(game)
    both = [(first, each) for each in after.legal_actions() if isinstance(each, Move) and each.worker == first.to]
    further = [each for each in both if shown_after(game, each) not in single]
    further = [each for each in further if not leads_back(game, each, confirmed)]
    return chance.choice(further) if further else (first,)


def single_steps(game: Game) -> set[Pieces]:
    """Return the workers after no step or a single one: a carry that one step explains is that step, and one that ends
    where it began is none."""
    single = [(each,) for each in game.legal_actions()]
    on_the_way = (shown_on_the_way(game, each) for each in single)
    after = (shown_after(game, each) for each in single)
    return {visible_pieces(game), *after, *(each for each in on_the_way if each is not None)}


def _liking(game: Game, action: Action) -> float:
    levels = game.state.levels
    match action:
        case Move(worker=worker, to=to):
            rise = levels[to] - levels[worker]
            return 6.0 if rise > 0 else 1.0 + levels[to] if rise == 0 else 0.7
        case Build(on=on, piece=Piece.BLOCK):
            beside_dome = bool(game.state.domes & BITS[on])
            return 0.5 if beside_dome else 1.5 + levels[on]
        case Build():
            return 0.6
        case Done():
            return 1.5
        case _:
            return 3.0
