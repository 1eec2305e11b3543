"""A game on a virtual board that weighs, in which hands build by setting down wood."""

from __future__ import annotations

from engine import Game, Seat
from engine.notation import parse_position, state_of
from hardware.board import Frame
from hardware.field_model import FieldModel
from hardware.hand_actions import Arrange, Lift, Put
from hardware.scale import LoadCell, Scale
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from perception.weight import WeightReader
from table.moves.follower import Follower
from table.session.at_board import BoardReport, StepsRevised
from tests.engine.cases import NO_TOWERS, line
from tests.table.moves.followed_game import FollowedGame, S

CORNERS = ((-12.5, -12.5), (192.5, -12.5), (-12.5, 192.5), (192.5, 192.5))


def scale(rate: int = 80) -> Scale:
    """A scale with a cell under each corner square."""
    return Scale(tuple(LoadCell(east, north, 400.0) for east, north in CORNERS), rate=rate)


class WeighedGame(FollowedGame):
    """A game of two players with these powers, whose workers stand and whose towers are already built. A turn waits to
    be confirmed once it is finished."""

    def __init__(
        self,
        blue: str = "mortal",
        orange: str = "mortal",
        towers: str = NO_TOWERS,
        *,
        blue_at: str = "b2,d5",
        seed: int = 5,
        rate: int = 80,
    ) -> None:
        board = VirtualDevice(spread=SensorSpread(placement=2.0), seed=seed, scan_period=40, scale=scale(rate))
        super().__init__(board=board)
        model = FieldModel(board.geometry)
        reader = WeightReader(scale(rate), board.geometry)
        self.follower = Follower(model, {Seat.BLUE: 1, Seat.ORANGE: -1}, weights=reader)
        self.reader = reader
        self.game = Game.at(state_of(parse_position(line(f"{blue}:{blue_at}", f"{orange}:d2,e4", towers))))
        self._turn = self.game.turn
        levels, domes = tuple(self.game.state.levels), self.game.state.domes
        board.enqueue(Arrange(levels, tuple(bool(domes >> square & 1) for square in range(25))))
        first, second = blue_at.split(",")
        for piece, name in (("blue-1", first), ("blue-2", second), ("orange-1", "d2"), ("orange-2", "e4")):
            self.hands(Lift(piece), Put(piece, S(name)), rest=0)
        self.expect()
        self.follower.trust()
        self.hands(rest=1200)

    def expect(self, *, locked: bool = False) -> None:
        """As a table does: a finished turn waits to be confirmed, and may be taken back."""
        over = locked or (len(self.game.plies) > 0 and self.game.turn != self._turn)
        self.follower.expect(self.game, locked=over, undoable=len(self.game.plies))

    def feed(self, frame: Frame) -> list[BoardReport]:
        """The readings of the scale come before the frame."""
        for weighed in self.board.weighings():
            self.follower.weigh(weighed)
        said = super().feed(frame)
        for report in said:
            if isinstance(report, StepsRevised):
                for _ in range(report.back):
                    self.game = self.game.undo()
                for action in report.actions:
                    self.game = self.game.play(action)
                self.expect()
        return said
