"""A game among towers on a handmade board, in which a magnet comes to lie beside it while a worker is in a hand."""

from __future__ import annotations

from statistics import fmean

from engine import Action, Game, square
from engine.notation import parse_position, state_of
from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry
from hardware.hand_actions import Carry, Lift, Put, Stack
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from tests.engine.cases import line
from tests.perception.landings import GEOMETRY
from tests.table.moves.followed_game import FollowedGame, steps
from tests.table.moves.touched_game import CAREFUL, MagnetBesideBoard

HEIGHTS = "b2:2 b3:3 a5:2 e1:1 c1:2 a2:3"
PIECES = ("blue-1", "blue-2", "orange-1", "orange-2")


class GameAmongTowers(FollowedGame):
    """Blue is to move; usually it stands on two blocks on b2, beside three on a2 and on b3. Hands are 3 mm off, with 50
    frames a second. The zeros of further sensors were measured, as a calibration does."""

    def __init__(
        self, seed: int, heights: str = HEIGHTS, squares: str = "b2 d4 d2 b4", geometry: Geometry = GEOMETRY
    ) -> None:
        spread, style = SensorSpread.handmade(CAREFUL), HandStyle.natural()
        super().__init__(board=VirtualDevice(geometry, spread, seed=seed, style=style, scan_period=20))
        if geometry.further:
            self._measure_zeros()
        one, other, third, fourth = squares.split()
        position = line(f"mortal:{one},{other}", f"mortal:{third},{fourth}", heights)
        self.game = Game.at(state_of(parse_position(position)))
        self.expect()
        for tower in heights.split():
            name, _, height = tower.partition(":")
            for _ in range(int(height)):
                self.hands(Stack(square(name), dome=False), rest=0)
        for piece, name in zip(PIECES, squares.split(), strict=True):
            self.hands(Lift(piece), Put(piece, square(name)), rest=0)
        self.follower.trust()
        self.hands(rest=800)

    def _measure_zeros(self) -> None:
        further = [self.board.frame().fields[SQUARE_COUNT:] for _ in range(50)]
        zeros = tuple(map(fmean, zip(*further, strict=True)))
        self.board.store_calibration(self.board.calibration.with_further_zeros(zeros))

    def bring(self, magnet: MagnetBesideBoard) -> None:
        """Another hand begins to bring a magnet."""
        self.board.enqueue(magnet.coming(self.board.geometry), hand=1)


def read_while_held(
    game: GameAmongTowers, held: tuple[float, float, float], after: float, magnet: MagnetBesideBoard
) -> list[tuple[Action, ...]]:
    """The steps that are read while a hand holds a worker somewhere, and a magnet comes so many ms after its lift."""
    x, y, clearance = held
    for action in (Lift("blue-1"), Carry("blue-1", x, y, clearance)):
        game.board.enqueue(action)
    said = game.wait(after)
    game.bring(magnet)
    return steps(said + game.hands(rest=5000))


def moved(game: GameAmongTowers, after: float, magnet: MagnetBesideBoard, to: str = "b3") -> list[tuple[Action, ...]]:
    """The steps that are read as blue moves, while a magnet has been on its way for so many ms."""
    game.bring(magnet)
    said = game.wait(after)
    return steps(said + game.hands(Lift("blue-1"), Put("blue-1", square(to)), rest=4000))
