"""The ways of hands: for each step one that fits, careful or sloppy, and all that goes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from engine import Build, Done, Game, Move, Piece, Seat, Square
from engine.squares import are_neighbors
from hardware.board import Button
from table.follow.chains import Chains, Pieces, foreseen, pieces
from table.session import Reading
from table.simulation.attempts import VERDICT, Attempts
from table.simulation.causes import SLOPPY, Cause
from table.simulation.mishaps import Mishap, Mishaps
from table.simulation.player import BESIDE, Carrying, Player, carryings, shown_after
from table.simulation.sitting import Sitting
from table.snapshot import BoardMode

T = TypeVar("T")

SLIDES = 0.15
THINKS = 0.2
PUTS_BACK = 0.08
LEFT_LYING = 4_000
"""How long a worker that fell is left so, at most, if the table does not speak of it; in ms."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What hands have done: the steps that should come of it and the game after them. ``doubts`` is what the table
    doubted on the way, ``noticed`` whether it spoke of a mistake (None: there was none)."""

    cause: Cause
    actions: Reading
    after: Game
    doubts: list[str] = field(default_factory=list)
    noticed: bool | None = None


Way = Callable[[Game, Reading, Game], Deed | None]
"""Does a step in one way, or returns None at once if the step cannot be done so."""


class Ways:
    """The hands of both players, with their habits drawn from ``chance``."""

    def __init__(self, sitting: Sitting, player: Player, attempts: Attempts, mishaps: Mishaps, chance: Random) -> None:
        self._sitting = sitting
        self._hands = sitting.bench.hands
        self._player = player
        self._attempts = attempts
        self._mishaps = mishaps
        self._chance = chance
        self._steps = 0
        self.latest = Cause.PLAIN
        """The way in which hands try, or tried last."""
        self._sloppy: dict[Cause, Way] = {
            Cause.SLIDE_WITH_RESTS: self._slide_with_rests,
            Cause.TWO_LIFTED: self._two_lifted,
            Cause.OFF_CENTRE: self._off_centre,
            Cause.SECOND_CHANGE: self._second_change,
            Cause.QUICK: self._quick,
            Cause.HOVER: self._hover,
            Cause.HESITANT_TAP: self._hesitant_tap,
            Cause.UNMEANT_TAP: self._unmeant_tap,
            Cause.KNOCKED_OVER: self._knocked_over,
            Cause.ROLLED: self._rolled,
            Cause.TAKEBACK: self._takeback,
            Cause.ILLEGAL_MOVE: self._illegal_move,
            Cause.OFF_THE_BOARD: self._off_the_board,
            Cause.BLOCK_FORGOTTEN: self._block_forgotten,
            Cause.WRONG_TOWER: self._wrong_tower,
            Cause.TWO_BLOCKS: self._two_blocks,
        }

    def do(self, game: Game, actions: Reading, after: Game, *, clumsiness: float) -> Deed:
        """Let hands do these steps, sloppily with this probability."""
        self._steps += 1
        if self._chance.random() < clumsiness:
            for cause in self._chance.sample(SLOPPY, len(SLOPPY)):
                self.latest = cause
                deed = self._sloppy[cause](game, actions, after)
                if deed is not None:
                    return deed
        self.latest = Cause.PLAIN
        return self._carefully(game, actions, after)

    # -- careful hands

    def _carefully(self, game: Game, actions: Reading, after: Game) -> Deed:
        first = actions[0]
        if isinstance(first, Build):
            self._player.build(first)
            return Deed(Cause.PLAIN, actions, after)
        cause, doubts = Cause.PLAIN, list[str]()
        if isinstance(first, Move) and self._chance.random() < PUTS_BACK:
            cause = Cause.PUT_BACK
            self._player.lift_and_put_back(first.worker)
            self._sitting.rest()
            self._sitting.pause(200)
            doubts = self._attempts.unchanged(game, "nothing, a worker was put back")
        jobs = carryings(self._hands, shown_after(game, actions))
        if len(jobs) > 1:
            self._player.carry(shown_after(game, actions))
            return Deed(Cause.ANY_ORDER if cause is Cause.PLAIN else cause, actions, after, doubts)
        if len(actions) > 1:
            cause = Cause.SEVERAL_IN_ONE_CARRY
        for job in jobs:
            if cause is Cause.PLAIN and self._can_slide(job) and self._chance.random() < SLIDES:
                self._hands.slide(job.piece, (Square(job.to or 0),))
                return Deed(Cause.SLIDE, actions, after)
            if cause is Cause.PLAIN and job.to is not None and self._chance.random() < THINKS:
                self._player.lift_and_think(job)
                return Deed(Cause.LIFT_AND_THINK, actions, after)
        self._player.carry(shown_after(game, actions))
        return Deed(cause, actions, after, doubts)

    def _can_slide(self, job: Carrying) -> bool:
        start = self._place(job)
        if job.to is None or start is None or not are_neighbors(start, job.to):
            return False
        levels = self._hands.look().levels
        return levels[start] == levels[job.to]

    def _place(self, job: Carrying) -> Square | None:
        at = next(each.square for each in self._hands.look().pieces if each.piece == job.piece)
        return None if at is None else Square(at)

    # -- the step itself, in another way

    def _job(self, game: Game, actions: Reading) -> Carrying | None:
        """The only worker that is to be carried from square to square; None for anything else."""
        if not isinstance(actions[0], Move):
            return None
        jobs = carryings(self._hands, shown_after(game, actions))
        return jobs[0] if len(jobs) == 1 and jobs[0].to is not None and self._place(jobs[0]) is not None else None

    def _slide_with_rests(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        job = self._job(game, actions)
        start = None if job is None else self._place(job)
        if job is None or job.to is None or start is None or len(actions) != 1:
            return None
        seen = self._hands.look()
        if seen.levels[start] != seen.levels[job.to]:
            return None
        for over in self._free_beside(start, job.to):
            if seen.levels[over] == seen.levels[start] and not self._means_something(game, start, over, pieces(after)):
                self._hands.slide(job.piece, (over, job.to), self._chance.uniform(200, 1500))
                return Deed(Cause.SLIDE_WITH_RESTS, actions, after)
        return None

    def _means_something(self, game: Game, start: Square, over: Square, end: Pieces) -> bool:
        """Whether a worker that rests on a square on its way to another could be read as more than that."""
        for action in game.legal_actions():
            match action:
                case Build(on=on) if on == over:
                    return True
                case Move(worker=worker, to=to) if (worker, to) == (start, over):
                    further = foreseen(game.play(action))
                    if further.outcome is not None or game.turn != further.turn:
                        return True
                    if end in (pieces(further), *(pieces(each) for each in _next_games(further))):
                        return True
                case _:
                    pass
        return False

    def _two_lifted(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        job = self._job(game, actions)
        others = [] if job is None else self._standing(but=job.piece)
        if job is None or not others or len(actions) != 1:
            return None
        piece, home = self._chance.choice(others)
        self._player.lift_two(job, piece, home)
        return Deed(Cause.TWO_LIFTED, actions, after)

    def _off_centre(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        job = self._job(game, actions)
        if job is None:
            return None
        self._player.put_off_centre(job)
        return Deed(Cause.OFF_CENTRE, actions, after)

    def _second_change(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        return self._two_steps(game, actions, after, Cause.SECOND_CHANGE, (100, 250))

    def _quick(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        return self._two_steps(game, actions, after, Cause.QUICK, (250, 600))

    def _two_steps(
        self, game: Game, actions: Reading, after: Game, cause: Cause, pause: tuple[float, float]
    ) -> Deed | None:
        """Go on to the build at once, after so many ms."""
        job = self._job(game, actions)
        move = actions[0]
        if job is None or len(actions) != 1 or not isinstance(move, Move) or foreseen(game) is not game:
            return None
        if (after.turn, after.to_act) != (game.turn, game.to_act):
            return None
        builds = [
            each
            for each in after.legal_actions()
            if isinstance(each, Build) and each.worker == move.to != each.on and each.piece is Piece.BLOCK
        ]
        if not builds or shown_after(game, (move,)) != pieces(after):
            return None
        build = self._chance.choice(builds)
        self._hands.lift(job.piece)
        self._hands.put(job.piece, move.to)
        self._hands.pause(self._chance.uniform(*pause))
        self._hands.tap(job.piece, build.on)
        self._hands.stack(build.on, dome=False)
        return Deed(cause, (move, build), after.play(build))

    def _hover(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        job = self._job(game, actions)
        start = None if job is None else self._place(job)
        if job is None or job.to is None or start is None:
            return None
        over = self._chance.choice([*self._free_beside(start, start), start])
        self._player.hover_first(job, over)
        return Deed(Cause.HOVER, actions, after)

    def _hesitant_tap(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        build = actions[0]
        if not isinstance(build, Build) or Move(build.worker, build.on) in game.legal_actions():
            return None
        self._player.build_hesitantly(build)
        return Deed(Cause.HESITANT_TAP, actions, after)

    # -- something else before it

    def _unmeant_tap(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        meant = actions[0]
        if not isinstance(meant, Build):
            return None
        legal = game.legal_actions()
        others = [
            each
            for each in legal
            if isinstance(each, Build) and each.worker == meant.worker and each.on not in (meant.on, each.worker)
            if Build(each.worker, each.on, Piece.DOME) not in legal and Move(each.worker, each.on) not in legal
        ]
        if not others:
            return None
        tapped = self._chance.choice(others)
        built = game.play(tapped)
        if game.to_act is None or pieces(built) != pieces(game) or built.plies[-1].barrier is not None:
            return None
        self._hands.tap(self._player.on(tapped.worker), tapped.on)
        self._sitting.rest()
        doubts = []
        if self._attempts.wait_until(lambda: self._attempts.is_at(built), VERDICT):
            self._player.press(Button.UNDO)
            self._sitting.rest()
            self._sitting.pass_on()
        else:
            doubts.append(f"a touch was not seen: {self._attempts.belief(game)}")
        doubts += self._attempts.unchanged(game, "a build taken back")
        self._player.build(meant)
        return Deed(Cause.UNMEANT_TAP, actions, after, doubts)

    def _knocked_over(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        return self._fallen(game, actions, after, Cause.KNOCKED_OVER)

    def _rolled(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        return self._fallen(game, actions, after, Cause.ROLLED)

    def _fallen(self, game: Game, actions: Reading, after: Game, cause: Cause) -> Deed | None:
        """A worker falls, and is put back when the table says so or its player sees it."""
        for piece, home in self._shuffled(self._standing()):
            levels = self._hands.look().levels
            ways = [each for each in self._free_beside(home, home) if levels[each] <= levels[home]]
            if cause is Cause.ROLLED and not ways:
                continue
            if cause is Cause.ROLLED:
                self._hands.roll(piece, self._chance.choice(ways))
            else:
                self._hands.knock(piece)
            self._sitting.rest()
            noticed = self._attempts.wait_until(self._speaks, LEFT_LYING)
            self._sitting.pause(self._chance.uniform(0, 1500))
            self._hands.lift(piece)
            self._hands.put(piece, home)
            self._sitting.rest()
            doubts = self._attempts.unchanged(game, f"nothing, a worker fell ({cause})")
            deed = self._carefully(game, actions, after)
            return Deed(cause, actions, after, doubts + deed.doubts, noticed)
        return None

    def _speaks(self) -> bool:
        """Whether the table says that something is not as it should be."""
        return self._attempts.mode in (BoardMode.RESTORE, BoardMode.UNSURE)

    def _takeback(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        if not isinstance(actions[0], Move) or foreseen(game) is not game or game.to_act is None:
            return None
        legal = game.legal_actions()
        for first in self._shuffled(legal):
            if (
                not isinstance(first, Move)
                or first == actions[0]
                or any(isinstance(each, Build) and each.on == first.to for each in legal)
            ):
                continue
            moved = game.play(first)
            back = frozenset(carryings(self._hands, pieces(moved)))
            if len(back) != 1 or moved.outcome is not None or moved.plies[-1].barrier is not None:
                continue
            if (moved.turn, moved.to_act) != (game.turn, game.to_act) or self._explained(moved, pieces(game)):
                continue
            piece = self._player.on(first.worker)
            self._hands.lift(piece)
            self._hands.put(piece, first.to)
            self._sitting.rest()
            if self._chance.random() < 0.7:
                self._attempts.wait_until(lambda: self._attempts.is_at(moved), VERDICT)  # noqa: B023 - called at once
            self._sitting.pause(self._chance.uniform(0, 800))
            self._hands.lift(piece)
            self._player.think()
            self._hands.put(piece, first.worker)
            self._sitting.rest()
            self._sitting.pause(200)
            doubts = self._attempts.unchanged(game, f"a move to {first.to} and back")
            deed = self._carefully(game, actions, after)
            return Deed(Cause.TAKEBACK, actions, after, doubts + deed.doubts)
        return None

    def _illegal_move(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        seat = game.to_act
        if seat is None or foreseen(game) is not game:
            return None
        touched = {each.on for each in game.legal_actions() if isinstance(each, Build)}
        touched |= {each.on for each in game.view(seat).after_done if isinstance(each, Build)}
        mine = [(piece, home) for piece, home in self._standing(of=seat)]
        for piece, home in self._shuffled(mine):
            free = [each for each in self._free() if each not in touched]
            if not free:
                return None
            to = self._chance.choice(free)
            standing = pieces(game) - {(home, seat)} | {(to, seat)}
            if any(self._explained(each, standing) or pieces(each) == standing for each in self._earlier(game)):
                continue
            self._hands.lift(piece)
            self._hands.put(piece, to)
            self._sitting.rest()
            noticed = self._attempts.wait_until(self._speaks, VERDICT)
            self._sitting.pause(self._chance.uniform(0, 1500))
            self._hands.lift(piece)
            self._hands.put(piece, home)
            self._sitting.rest()
            doubts = self._attempts.unchanged(game, f"an illegal move to {to} and back")
            deed = self._carefully(game, actions, after)
            return Deed(Cause.ILLEGAL_MOVE, actions, after, doubts + deed.doubts, noticed)
        return None

    def _off_the_board(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        for piece, home in self._shuffled(self._standing()):
            rest = frozenset(place for place in pieces(game) if place[0] != home)
            if self._explained(game, rest):
                continue
            self._hands.lift(piece)
            self._hands.put_beside(piece, *BESIDE)
            self._sitting.rest()
            noticed = self._attempts.wait_until(lambda: self._attempts.mode is not BoardMode.FOLLOWING, LEFT_LYING)
            self._sitting.pause(self._chance.uniform(0, 3000))
            self._hands.lift(piece)
            self._hands.put(piece, home)
            self._sitting.rest()
            doubts = self._attempts.unchanged(game, "nothing, a worker was beside the board")
            deed = self._carefully(game, actions, after)
            return Deed(Cause.OFF_THE_BOARD, actions, after, doubts + deed.doubts, noticed)
        return None

    # -- mistakes at towers

    def _block_forgotten(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        build = self._plain_build(game, actions, after)
        if build is None:
            return None
        self._player.build(build, stacked=0)
        self._mishaps.add(build.on, Mishap(Cause.BLOCK_FORGOTTEN, self._steps))
        return Deed(Cause.BLOCK_FORGOTTEN, actions, after)

    def _two_blocks(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        build = self._plain_build(game, actions, after)
        if build is None or self._hands.look().levels[build.on] > 1:
            return None
        self._player.build(build, stacked=2)
        self._mishaps.add(build.on, Mishap(Cause.TWO_BLOCKS, self._steps))
        return Deed(Cause.TWO_BLOCKS, actions, after)

    def _wrong_tower(self, game: Game, actions: Reading, after: Game) -> Deed | None:
        build = self._plain_build(game, actions, after)
        if build is None:
            return None
        levels = self._hands.look().levels
        others = [
            each
            for each in self._free_beside(build.worker, build.worker)
            if each != build.on and levels[each] < 3 and each not in self._mishaps.squares
        ]
        if not others:
            return None
        other = self._chance.choice(others)
        self._player.build(build, stacked=0)
        self._player.stack(other, 1, dome=False)
        for square in (build.on, other):
            self._mishaps.add(square, Mishap(Cause.WRONG_TOWER, self._steps))
        return Deed(Cause.WRONG_TOWER, actions, after)

    def _plain_build(self, game: Game, actions: Reading, after: Game) -> Build | None:
        """The build of a block on a square of its own, without further consequences."""
        build = actions[0]
        if not isinstance(build, Build) or build.piece is not Piece.BLOCK or build.on in self._mishaps.squares:
            return None
        if build.worker == build.on or pieces(after) != pieces(game):
            return None
        rises = [level for level, before in zip(after.state.levels, game.state.levels, strict=True) if level != before]
        return build if rises == [game.state.levels[build.on] + 1] and after.outcome is None else None

    # -- what stands where

    def _standing(self, of: Seat | None = None, but: str = "") -> list[tuple[str, Square]]:
        """The workers on the board (of one seat; all but one) and their squares."""
        return [
            (each.piece, Square(each.square))
            for each in self._hands.look().pieces
            if each.square is not None and each.piece != but and of in (None, Seat(each.seat))
        ]

    def _free(self) -> list[Square]:
        """The squares where a worker can be put."""
        seen = self._hands.look()
        taken = {each.square for each in seen.pieces}
        size = self._sitting.bench.model.geometry.size
        squares = [Square(5 * rank + file) for rank in range(size) for file in range(size)]
        return [each for each in squares if each not in taken and not seen.domes[each]]

    def _free_beside(self, one: Square, other: Square) -> list[Square]:
        """The free squares that neighbor both, in any order."""
        beside = [each for each in self._free() if are_neighbors(each, one) and are_neighbors(each, other)]
        return self._shuffled(beside)

    def _shuffled(self, things: Iterable[T]) -> list[T]:
        some = list(things)
        self._chance.shuffle(some)
        return some

    # -- what could be read

    @staticmethod
    def _explained(game: Game, standing: Pieces) -> bool:
        """Whether legal steps lead to these workers."""
        return bool(Chains(game).explaining(standing))

    def _earlier(self, game: Game) -> Iterator[Game]:
        """The game, and as it was before each step of this turn."""
        yield game
        standing = self._sitting.state.evening.standing
        while len(game.plies) > standing and game.plies[-1].barrier is None:
            game = game.undo()
            yield game


def _next_games(game: Game) -> Iterator[Game]:
    """The games one step further, in the same turn."""
    for action in game.legal_actions():
        if not isinstance(action, Done):
            yield game.play(action)
