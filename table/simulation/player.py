"""How a simulated player's hands do a step: which worker goes where, and in which of the ways that people have."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine import Action, Build, Game, Move, Piece, Seat, Square
from engine.squares import BITS, are_neighbors
from hardware.board import Button
from table.follow.chains import Pieces, pieces
from table.simulation.bench import SimulatedHands

SLIDES = 0.15
HESITATES = 0.1
WAITS = 0.3
STACKS_FIRST = 0.5
BOTH_HANDS = 0.5


@dataclass(frozen=True, slots=True)
class Carrying:
    """A worker to be brought to a square (None: into the box)."""

    piece: str
    to: Square | None


def carryings(hands: SimulatedHands, wanted: Pieces) -> tuple[Carrying, ...]:
    """What has to be carried so that just these workers stand on the board. Those too many of a seat go to where its
    workers are missing, or into the box; workers from the box fill the rest.
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


def sync_towers(hands: SimulatedHands, game: Game) -> bool:
    """Build and take away until the towers on the board are those of the game. A worker that stands where a piece has
    to come or go is lifted meanwhile; whether there was one."""
    seen, any_lifted = hands.look(), False
    standing = {each.square: each.piece for each in seen.pieces if each.square is not None}
    for square, level in enumerate(game.state.levels):
        lifted = standing.get(square) if seen.levels[square] != level else None
        if lifted is not None:
            hands.lift(lifted)
        domed, dome = seen.domes[square], bool(game.state.domes & BITS[square])
        if domed and (not dome or seen.levels[square] != level):
            hands.unstack(square)
            domed = False
        for _ in range(seen.levels[square], level):
            hands.stack(square, dome=False)
        for _ in range(level, seen.levels[square]):
            hands.unstack(square)
        if dome and not domed:
            hands.stack(square, dome=True)
        if lifted is not None:
            hands.put(lifted, square)
            any_lifted = True
    return any_lifted


class Player:
    """Hands with habits, drawn from ``chance``."""

    def __init__(self, hands: SimulatedHands, chance: Random) -> None:
        self._hands = hands
        self._chance = chance

    def carry(self, wanted: Pieces) -> None:
        """Bring the workers to these places."""
        jobs = list(carryings(self._hands, wanted))
        self._chance.shuffle(jobs)
        if len(jobs) == 1:
            self._carry_one(jobs[0])
            return
        if self._chance.random() >= BOTH_HANDS and (order := self._one_by_one(jobs)):
            for job in order:
                self._bring(job, thinking=False)
            return
        for job in jobs:
            if job.to is not None:
                self._hands.lift(job.piece)
        for job in jobs:
            if job.to is None:
                self._hands.box(job.piece)
            else:
                self._hands.put(job.piece, job.to)

    def _bring(self, job: Carrying, *, thinking: bool) -> None:
        if job.to is None:
            self._hands.box(job.piece)
            return
        self._hands.lift(job.piece)
        if thinking:
            self._think()
        self._hands.put(job.piece, job.to)

    def hesitates(self, game: Game, action: Action) -> bool:
        """Lift the worker that is to move and put it back, sometimes; whether so."""
        if not isinstance(action, Move) or self._chance.random() >= HESITATES:
            return False
        piece = self._on(action.worker)
        if piece is None or game.outcome is not None:
            return False
        self._hands.lift(piece)
        self._think()
        self._hands.put(piece, action.worker)
        return True

    def build(self, action: Build) -> None:
        """Tap the square with the worker, and put the block or dome there before or after."""
        piece = self._on(action.worker)
        if piece is None:
            raise ValueError(f"no worker stands on {action.worker}")
        dome = action.piece is Piece.DOME
        first = not dome and self._chance.random() < STACKS_FIRST
        if first:
            self._hands.stack(action.on, dome=dome)
        self._think()
        self._hands.tap(piece, action.on)
        if not first:
            self._hands.stack(action.on, dome=dome)

    def tap_again(self, action: Build) -> None:
        """Tap the square once more; what is built there stays, but a dome is taken off for it."""
        piece = self._on(action.worker)
        if piece is None:
            raise ValueError(f"no worker stands on {action.worker}")
        if action.piece is Piece.DOME:
            self._hands.unstack(action.on)
        self._hands.tap(piece, action.on)
        if action.piece is Piece.DOME:
            self._hands.stack(action.on, dome=True)

    def nudge(self, square: Square) -> None:
        """Move the worker on a square a little."""
        piece = self._on(square)
        if piece is not None:
            self._hands.slide(piece, (square,))

    def press(self, button: Button) -> None:
        """Press a rim button."""
        self._hands.press(button)

    def _carry_one(self, job: Carrying) -> None:
        seen = self._hands.look()
        start = next(each.square for each in seen.pieces if each.piece == job.piece)
        if job.to is None or start is None or not are_neighbors(Square(start), job.to):
            self._bring(job, thinking=True)
            return
        if seen.levels[start] == seen.levels[job.to] and self._chance.random() < SLIDES:
            self._hands.slide(job.piece, (job.to,))
            return
        self._bring(job, thinking=True)

    def _one_by_one(self, jobs: list[Carrying]) -> list[Carrying]:
        """An order in which each finds its square free; empty if there is none."""
        taken = {each.square: each.piece for each in self._hands.look().pieces if each.square is not None}
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

    def _on(self, square: Square) -> str | None:
        return next((each.piece for each in self._hands.look().pieces if each.square == square), None)

    def _think(self) -> None:
        if self._chance.random() < WAITS:
            self._hands.pause(self._chance.uniform(100, 800))


def shown_after(game: Game, actions: tuple[Action, ...]) -> Pieces:
    """The workers on the board after these actions, as far as their player can foresee it."""
    foreseen = game if game.to_act is None else game.as_known_to(game.to_act)
    for action in actions:
        foreseen = foreseen.play(action)
    return pieces(foreseen)
