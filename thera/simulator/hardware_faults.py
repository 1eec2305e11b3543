"""What goes wrong in a simulated game: faults of the board and its surroundings, and players' mistakes at towers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from common.numbers import seeded
from engine import Build, Game, Piece
from hardware.board import BoardEvent, Frame, LinkChanged, LinkState, Weighed
from hardware.hand_actions import PHONE, Break, Failure, FailureKind, Mend, PutStray, TakeStray, Tilt, phone
from hardware.virtual_hands import HandQueue
from perception.orientation import Orientation
from table.moves.step_search import visible_pieces
from table.session.table_state import ActionSequence
from thera.simulator.hand_styles import FamilyMishap, HandStyleName, StepCause
from thera.simulator.simulated_board import Conditions, Physics, WorldFault
from thera.simulator.simulated_player import SimulatedPlayer, SquareChoice

FIRST_TURN, LAST_TURN = 2, 14
"""The turns between which a fault begins."""
LASTING = (4, 12)
"""The number of turns that a temporary fault lasts."""
STAYS = 0.5
MISSED = 0.15
"""The share of frames that are lost one by one during that fault, and now and then some in a row."""
BURST = 0.01
LOST = 0.01
"""The share of frames that are always lost, with real physics."""
SENSORS = {WorldFault.DEAD, WorldFault.STUCK, WorldFault.NOISY, WorldFault.SWAPPED}


class HardwareFaults:
    """The fault of one game, if its conditions name one."""

    def __init__(self, conditions: Conditions) -> None:
        self._chance = seeded("troubles", conditions.seed)
        kinds = sorted(conditions.faults)
        self._kind = self._chance.choice(kinds) if kinds else None
        self._lost = LOST if conditions.physics is Physics.REAL else 0.0
        self._losses = seeded("lost frames", conditions.seed)
        self._size = conditions.size
        self._pitch = conditions.pitch
        self._begins = self._chance.randint(FIRST_TURN, LAST_TURN)
        stays = self._chance.random() < STAYS or self._kind is WorldFault.TURNED
        self._ends = None if stays else self._begins + self._chance.randint(*LASTING)
        self._square = self._any_square()
        self._lost_until: float | None = None
        self._lost_from: float | None = None
        self._burst = 0
        self._orientation = Orientation()
        self.active = False

    @property
    def kind(self) -> WorldFault | None:
        """The present fault."""
        return self._kind if self.active or self._kind in (WorldFault.DRIFT, WorldFault.LED) else None

    @property
    def planned(self) -> bool:
        """Whether anything goes wrong in the world in this game, sooner or later."""
        return self._kind is not None

    @property
    def turned(self) -> bool:
        """Whether the board lies turned."""
        return self._orientation.quarters != 0

    def set_up(self, now: float, world: HandQueue) -> None:
        """Begin the faults of a badly built board before the first worker is placed."""
        if self._kind is WorldFault.SWAPPED:
            self.active, self._ends = True, None
            self._begin(self._kind, now, world)
            world.check()

    def turn_began(self, turn: int, now: float, world: HandQueue) -> None:
        """Begin or end the fault, at the beginning of this turn of the game."""
        if self._kind is None:
            return
        if not self.active and turn == self._begins:
            self.active = True
            self._begin(self._kind, now, world)
        elif self.active and turn == self._ends:
            self.active = False
            self._end(self._kind, world)
        world.check()

    def hands_carry(self, now: float) -> None:
        """Note that a hand begins to carry a worker to another square: the link may be lost on the way."""
        if self.kind is WorldFault.LINK and self._chance.random() < 0.25:
            self._lost_from = now + self._chance.uniform(0, 800)
            self._lost_until = self._lost_from + self._chance.uniform(200, 3000)

    def spoil(self, event: BoardEvent) -> tuple[BoardEvent, ...]:
        """Return the events that reach the table from an event of the board."""
        return tuple(self._spoilt(event))

    def _spoilt(self, event: BoardEvent) -> Iterator[BoardEvent]:
        if not isinstance(event, Frame):
            if not isinstance(event, Weighed) or self._lost_until is None or self._lost_from is not None:
                yield event  # weights are lost with the link
            return
        if self._lost_from is not None and event.at >= self._lost_from:
            self._lost_from = None
            yield LinkChanged(LinkState.LOST, "unplugged")
        elif self._lost_from is None and self._lost_until is not None and event.at >= self._lost_until:
            self._lost_until = None
            yield LinkChanged(LinkState.READY)
        if self._lost_until is not None and self._lost_from is None:
            return
        if self.kind is WorldFault.MISSED and self._is_missed():
            return
        if self._lost and self._losses.random() < self._lost:
            return
        yield self._orientation.frame(event)

    def _is_missed(self) -> bool:
        if self._burst:
            self._burst -= 1
            return True
        if self._chance.random() < BURST:
            self._burst = self._chance.randint(3, 15)
        return self._chance.random() < MISSED

    def _begin(self, kind: WorldFault, now: float, world: HandQueue) -> None:
        match kind:
            case WorldFault.EARTH:
                self._tilt(world)
            case WorldFault.STRAY:
                world.do(PutStray(phone(*_beside(self._size, self._pitch, (25, 70), self._chance))))
            case WorldFault.TURNED:
                # Put away and set up again with another side towards the players.
                self._orientation = Orientation(self._chance.choice((1, 2, 3)), self._size)
                self._lost_from, self._lost_until = now, now + 1500
            case _ if kind in SENSORS:
                other = self._any_square() if kind is WorldFault.SWAPPED else None
                if other == self._square:
                    other = next(each for each in range(3) if each != self._square)
                world.do(Break(Failure(self._square, FailureKind(kind.value), other)))
            case _:
                pass

    def _end(self, kind: WorldFault, world: HandQueue) -> None:
        match kind:
            case WorldFault.EARTH:
                self._tilt(world)
            case WorldFault.STRAY:
                world.do(TakeStray(PHONE))
            case _ if kind in SENSORS:
                world.do(Mend(self._square))
            case _:
                pass

    def _tilt(self, world: HandQueue) -> None:
        world.do(Tilt(self._chance.choice((-1, 1)) * self._chance.uniform(0.02, 0.1), self._chance.gauss(0.0, 0.0001)))

    def _any_square(self) -> int:
        return 5 * self._chance.randrange(self._size) + self._chance.randrange(self._size)


def _beside(size: int, pitch: float, aways: tuple[float, float], chance: Random) -> tuple[float, float]:
    """Draw a place beside a board, so many mm outside its rim."""
    edge = (size - 0.5) * pitch
    away = chance.uniform(*aways)
    along = chance.uniform(-0.5 * pitch, edge)
    return chance.choice(
        ((along, edge + away), (along, -0.5 * pitch - away), (edge + away, along), (-0.5 * pitch - away, along))
    )


# ---- A phone on the rim


ON_THE_RIM = (8.0, 40.0)
"""How far in mm outside the rim the phone lies: it gives 0.4 to 2.2 mT at the sensor that feels it most."""
PHONE_TURNS = (1, 8)
"""The turns between which it comes."""


class PhoneOnRim:
    """A phone that is put beside the board in one game, if its conditions have that mishap, and stays."""

    def __init__(self, conditions: Conditions) -> None:
        self._chance = seeded("phone on the rim", conditions.seed)
        self._size, self._pitch = conditions.size, conditions.pitch
        comes = FamilyMishap.PHONE_ON_RIM in conditions.mishaps
        self._begins = self._chance.randint(*PHONE_TURNS) if comes else None
        self.lies = False
        """Whether it lies there."""

    def turn_began(self, turn: int, world: HandQueue) -> None:
        """Bring it at the beginning of this turn of the game, if it is time."""
        if self._begins is not None and not self.lies and turn >= self._begins:
            self.lies = True
            lying = phone(*_beside(self._size, self._pitch, ON_THE_RIM, self._chance))
            world.do(PutStray(replace(lying, name="phone on the rim")))
            world.check()


# ---- Mistakes at towers
#
# A touch reports the build, and the block is missing, elsewhere, or there twice.


Way = Callable[[Game, ActionSequence, Game, int], bool]
"""Carries out a build with a mistake, as the n-th action of the game; False at once if it does not fit."""


class TowerMistakes:
    """Builds with a block missing, one too many, or one in the wrong place."""

    def __init__(
        self, hands: HandQueue, player: SimulatedPlayer, mishaps: Mishaps, places: SquareChoice, chance: Random
    ) -> None:
        self._hands = hands
        self._player = player
        self._mishaps = mishaps
        self._places = places
        self._chance = chance
        self.ways: dict[HandStyleName, Way] = {
            HandStyleName.BLOCK_FORGOTTEN: self._block_forgotten,
            HandStyleName.WRONG_TOWER: self._wrong_tower,
            HandStyleName.TWO_BLOCKS: self._two_blocks,
        }

    def _block_forgotten(self, game: Game, actions: ActionSequence, after: Game, when: int) -> bool:
        build = self._plain_build(game, actions, after)
        if build is None:
            return False
        self._player.build(build, stacked=0)
        self._mishaps.add(build.on, Mishap(HandStyleName.BLOCK_FORGOTTEN, when))
        return True

    def _two_blocks(self, game: Game, actions: ActionSequence, after: Game, when: int) -> bool:
        build = self._plain_build(game, actions, after)
        if build is None or self._hands.look().levels[build.on] > 1:
            return False
        self._player.build(build, stacked=2)
        self._mishaps.add(build.on, Mishap(HandStyleName.TWO_BLOCKS, when))
        return True

    def _wrong_tower(self, game: Game, actions: ActionSequence, after: Game, when: int) -> bool:
        build = self._plain_build(game, actions, after)
        if build is None:
            return False
        levels = self._hands.look().levels
        others = [
            each
            for each in self._places.free_beside(build.worker, build.worker)
            if each != build.on and levels[each] < 3 and each not in self._mishaps.squares
        ]
        if not others:
            return False
        other = self._chance.choice(others)
        self._player.build(build, stacked=0)
        self._player.stack(other, 1, dome=False)
        for square in (build.on, other):
            self._mishaps.add(square, Mishap(HandStyleName.WRONG_TOWER, when))
        return True

    def _plain_build(self, game: Game, actions: ActionSequence, after: Game) -> Build | None:
        """Return the build of a block on its own square, without further consequences."""
        build = actions[0]
        if not isinstance(build, Build) or build.piece is not Piece.BLOCK or build.on in self._mishaps.squares:
            return None
        if build.worker == build.on or visible_pieces(after) != visible_pieces(game):
            return None
        rises = [level for level, before in zip(after.state.levels, game.state.levels, strict=True) if level != before]
        return build if rises == [game.state.levels[build.on] + 1] and after.outcome is None else None


@dataclass(frozen=True, slots=True)
class Mishap:
    """A tower that differs from the game by a mistake of this kind in this turn; ``where`` is the number of the
    action."""

    cause: StepCause
    where: int


class Mishaps:
    """The mistakes of one game that the table has not reported yet, by their squares."""

    def __init__(self) -> None:
        self._open: dict[int, Mishap] = {}
        self._found: list[Mishap] = []

    @property
    def squares(self) -> frozenset[int]:
        """The squares of the mistakes."""
        return frozenset(self._open)

    def at(self, squares: Iterable[int]) -> Mishap | None:
        """Return the first mistake on one of these squares; None if there is none."""
        return next((self._open[square] for square in squares if square in self._open), None)

    def add(self, square: int, mishap: Mishap) -> None:
        """Note a mistake on a square."""
        self._open[square] = mishap

    def found(self, square: int) -> bool:
        """Note that the table reports this square. Return whether a mistake was made there, which then counts as
        noticed."""
        mishap = self._open.pop(square, None)
        if mishap is None:
            return False
        self._found.append(mishap)
        return True

    def overlooked(self, square: int) -> Mishap | None:
        """Return the mistake that the table missed, if there is one: a worker stands on the square and the table has
        reported nothing. Remove it."""
        return self._open.pop(square, None)

    def settle(self, seen: Sequence[int], wanted: Sequence[int]) -> None:
        """Remove mistakes that later builds have corrected: the tower has the height of the game."""
        for square in [each for each in self._open if seen[each] == wanted[each]]:
            del self._open[square]

    def take_found(self) -> tuple[Mishap, ...]:
        """Return the mistakes that were noticed since the last call."""
        found, self._found = tuple(self._found), []
        return found
