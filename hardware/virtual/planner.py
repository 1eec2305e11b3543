"""Plans the path and the timing of everything that hands move."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from common.numbers import total
from hardware.geometry import REACH, Geometry, square_name, steps_between
from hardware.hand_actions import (
    LOWEST_STRAY,
    Carry,
    HandError,
    Hover,
    Knock,
    Lift,
    MoveStray,
    Moving,
    Put,
    PutBeside,
    PutInBox,
    PutStray,
    Roll,
    SetDown,
    Slide,
    Straying,
    TakeStray,
    Tap,
)
from hardware.virtual.journey import HandStyle, Leg, StrayTrip, Trip, UnevenWood, bounce, nudge, wobble
from hardware.virtual.world import (
    BOXED,
    OFF_THE_BLOCK,
    ON_ITS_SIDE,
    TABLE_TOP,
    LyingPiece,
    PieceBeside,
    PieceInBox,
    PieceInHand,
    PieceWorld,
    StandingPiece,
    foot_radius,
)

BOX_PLACE = (-150.0, 90.0)
"""A place beside the board, in mm from the middle of a1, over which hands appear with a worker from the box."""

FAR_AWAY = (-900.0, 90.0, 200.0)
"""Where stray magnets come from and go to: east and north of the middle of a1 and above the sensors, in mm."""

FALLING = 220.0
"""The ms in which a worker falls over."""

ROLLING_SPEED = 200.0
"""The speed of a rolling worker, in mm/s."""


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans the paths of workers and stray magnets on one board.

    ``placement`` is the distance from the middle at which hands put a worker, in mm (root mean square); ``chance``
    draws the exact place, and the direction of fallen workers. Hands aim at the top of the ``wood``.
    """

    geometry: Geometry
    style: HandStyle
    placement: float
    wood: UnevenWood
    chance: Random

    def trip(self, action: Moving, world: PieceWorld) -> Trip:
        """Plan the path of a worker.

        :raises HandError: if hands cannot carry it out in the present world.
        """
        match action:
            case Lift(piece, clearance):
                return self._lift(piece, clearance, world)
            case Carry(piece, x, y, clearance):
                _check_place(x, y)
                start = world.held(piece)
                over = self._over(x, y, clearance, world)
                return Trip(piece, start, (self._carry(start, over),), over)
            case Put(piece, square, spot, clearance):
                start = world.held(piece)
                world.check_room(piece, square)
                place = self.spot(square, world) if spot is None else _exact_spot(piece, square, spot)
                legs, place = self._put(start, place, clearance, world)
                return Trip(piece, start, legs, place)
            case SetDown(piece):
                return self._set_down(piece, world)
            case PutBeside(piece, x, y):
                return self._put_beside(piece, x, y, world)
            case Hover():
                return self._hover(action, world)
            case Slide():
                return self._slide(action, world)
            case Tap():
                return self._tap(action, world)
            case PutInBox(piece):
                return self._box(piece, world)
            case Knock():
                return self._knock(action, world)
            case Roll(piece, square):
                return self._roll(piece, square, world)

    def stray_trip(self, action: Straying, world: PieceWorld) -> StrayTrip:
        """Plan the path of a stray magnet.

        :raises HandError: if hands cannot carry it out in the present world.
        """
        match action:
            case PutStray(stray, outside):
                if any(other.name == stray.name for other in world.strays):
                    raise HandError(f"the stray magnet {stray.name!r} is at the board already")
                start, end = PieceInHand(*(outside or FAR_AWAY)), PieceInHand(stray.x, stray.y, stray.height)
            case MoveStray(name_of_it, x, y, height):
                stray = world.stray(name_of_it)
                start, end = PieceInHand(stray.x, stray.y, stray.height), PieceInHand(x, y, height)
            case TakeStray(name_of_it, outside):
                stray = world.stray(name_of_it)
                start, end = PieceInHand(stray.x, stray.y, stray.height), PieceInHand(*(outside or FAR_AWAY))
        if not isinstance(action, TakeStray):
            _check_place(end.x, end.y)
            _check_height(end.height)
        if not end.height >= LOWEST_STRAY:
            raise HandError(f"stray magnets stay {LOWEST_STRAY:g} mm or more above the sensors, not {end.height:g}")
        return StrayTrip(stray, start, (self._carry(start, end),), not isinstance(action, TakeStray))

    def _lift(self, piece: str, clearance: float | None, world: PieceWorld) -> Trip:
        match world.place(piece):
            case PieceInBox():
                start = over = self._over(*BOX_PLACE, clearance, world)
            case PieceInHand():
                raise HandError(f"{piece} is in a hand")
            case _:
                start = self._magnet(piece, world)
                over = self._over(start.x, start.y, clearance, world)
        return Trip(piece, start, (Leg(over, self.style.raising),), over)

    def _put_beside(self, piece: str, x: float, y: float, world: PieceWorld) -> Trip:
        _check_place(x, y)
        start = world.held(piece)
        first, last = -self.geometry.pitch / 2, (self.geometry.size - 0.5) * self.geometry.pitch
        if first <= x <= last and first <= y <= last:
            raise HandError(f"({x:g}, {y:g}) is on the board; it ends {first:g} and {last:g} mm from the middle of a1")
        return Trip(piece, start, self._lower(start, PieceInHand(x, y, TABLE_TOP), None, world), PieceBeside(x, y))

    def _hover(self, hover: Hover, world: PieceWorld) -> Trip:
        world.check_square(hover.square)
        if hover.height < 0 or hover.duration < 0:
            raise HandError(f"a worker hovers 0 mm and ms or more, not {hover.height} mm and {hover.duration} ms")
        start = world.held(hover.piece)
        place = self._point(self.spot(hover.square, world), world)
        place = replace(place, height=place.height + hover.height)
        _check_height(place.height)
        return Trip(hover.piece, start, (self._carry(start, place), Leg(place, hover.duration)), place)

    def _slide(self, slide: Slide, world: PieceWorld) -> Trip:
        piece, squares, rest = slide.piece, slide.squares, slide.rest
        home = world.standing(piece)
        if not squares:
            raise HandError("a slide needs a square to end on")
        for square in squares:
            world.check_room(piece, square)
            if world.levels[square] != world.levels[home.square]:
                raise HandError(
                    f"{piece} cannot slide over {square_name(square)}: it is not as high as {square_name(home.square)}"
                )
        for one, next_one in pairwise((home.square, *squares)):
            if steps_between(one, next_one) > 1:
                raise HandError(
                    f"{piece} cannot slide from {square_name(one)} to {square_name(next_one)}: they do not touch"
                )
        spot = self.spot(squares[-1], world) if slide.spot is None else _exact_spot(piece, squares[-1], slide.spot)
        on_the_way = [self.spot(square, world) if rest else StandingPiece(square) for square in squares[:-1]]
        start = at = self._point(home, world)
        legs = []
        for place in (*on_the_way, spot):
            point = self._point(place, world)
            legs.append(Leg(point, _way(at, point) / self.style.sliding_speed * 1000))
            if rest and place is not spot:
                legs.append(Leg(point, rest))
            at = point
        return Trip(piece, start, tuple(legs), spot)

    def _tap(self, tap: Tap, world: PieceWorld) -> Trip:
        home = world.standing(tap.piece)
        world.check_square(tap.square)
        other = world.on(tap.square)
        if other is not None:
            raise HandError(f"{tap.piece} cannot touch {square_name(tap.square)}: {other.name} stands there")
        world.check_room(tap.piece, tap.square)
        start = self._point(home, world)
        over = self._over(start.x, start.y, tap.clearance, world)
        touch = self._point(self.spot(tap.square, world), world)
        away = self._over(touch.x, touch.y, tap.clearance, world)
        back, place = self._put(away, self.spot(home.square, world), tap.clearance, world)
        legs = (
            Leg(over, self.style.raising),
            *self._lower(over, touch, tap.clearance, world),
            *self._contact(touch, tap),
            Leg(away, self.style.raising),
            *back,
        )
        return Trip(tap.piece, start, legs, place)

    def _contact(self, touch: PieceInHand, tap: Tap) -> tuple[Leg, ...]:
        """Return the motion of a worker on the wood that it touches."""
        ms = self.style.touching if tap.duration is None else tap.duration
        if tap.wobble:
            return wobble(touch, ms, tap.wobble, self.geometry.magnet.diameter / 2, self.chance)
        bounced = bounce(touch, self.style.bounce, self.chance)
        return *bounced, Leg(touch, max(ms - total(leg.duration for leg in bounced), 0.0))

    def _put(
        self, start: PieceInHand, place: StandingPiece, clearance: float | None, world: PieceWorld
    ) -> tuple[tuple[Leg, ...], StandingPiece]:
        """Return the path down to a place with the motion of the worker there, and where it then stands."""
        down = self._point(place, world)
        legs = (*self._lower(start, down, clearance, world), *bounce(down, self.style.bounce, self.chance))
        if self.style.nudging and self.chance.random() < self.style.nudging:
            pushed, there = nudge(place, down, self.chance)
            if math.hypot(there.east, there.north) <= OFF_THE_BLOCK:
                return (*legs, *pushed), there
        return legs, place

    def _box(self, piece: str, world: PieceWorld) -> Trip:
        out = self._over(*BOX_PLACE, None, world)
        match world.place(piece):
            case PieceInHand() as held:
                return Trip(piece, held, (self._carry(held, out),), BOXED)
            case PieceInBox():
                raise HandError(f"{piece} is in the box")
            case _:
                start = self._magnet(piece, world)
                over = self._over(start.x, start.y, None, world)
                return Trip(piece, start, (Leg(over, self.style.raising), self._carry(over, out)), BOXED)

    def _set_down(self, piece: str, world: PieceWorld) -> Trip:
        start = world.held(piece)
        square = self.geometry.square_at(start.x, start.y)
        if square is None:
            raise HandError(f"{piece} is held over no square; put it on one")
        world.check_room(piece, square)
        x, y = self.geometry.centre(square)
        place = _exact_spot(piece, square, (start.x - x, start.y - y))
        down = self._point(place, world)
        way = (Leg(down, self.style.lowering), *bounce(down, self.style.bounce, self.chance))
        return Trip(piece, start, way, place)

    def _knock(self, knock: Knock, world: PieceWorld) -> Trip:
        piece, square = knock.piece, knock.square
        home = world.standing(piece)
        if knock.spot is not None:
            fallen = self._spot_of_fall(knock, home.square)
        else:
            fallen = self._fallen(home) if square is None or square == home.square else self._strewn(square)
        if fallen.square != home.square:
            _check_roll(piece, home.square, fallen.square, world)
        start = self._point(home, world)
        return Trip(piece, start, (Leg(self._side(fallen, world), FALLING),), fallen)

    def _roll(self, piece: str, square: int, world: PieceWorld) -> Trip:
        home = world.place(piece)
        lying = home if isinstance(home, LyingPiece) else self._fallen(world.standing(piece))
        _check_roll(piece, lying.square, square, world)
        start, begin, end = self._magnet(piece, world), self._side(lying, world), self._strewn(square)
        there = self._side(end, world)
        fall = () if home is lying else (Leg(begin, FALLING),)
        return Trip(piece, start, (*fall, Leg(there, _way(begin, there) / ROLLING_SPEED * 1000)), end)

    def _fallen(self, home: StandingPiece) -> LyingPiece:
        """Return where a worker lies after it has fallen over the edge of its foot, on its own block."""
        heading = self.chance.uniform(-math.pi, math.pi)
        edge = foot_radius(self.geometry)
        for turned in (heading, heading + math.pi):
            east, north = home.east + edge * math.cos(turned), home.north + edge * math.sin(turned)
            if math.hypot(east, north) <= OFF_THE_BLOCK:
                return LyingPiece(home.square, east, north, turned)
        return LyingPiece(home.square, home.east, home.north, heading)

    def _spot_of_fall(self, knock: Knock, home: int) -> LyingPiece:
        """Return the place that a knock names, and any direction of the worker there."""
        square, (east, north) = home if knock.square is None else knock.square, knock.spot or (0.0, 0.0)
        most = self.geometry.pitch / 2
        if not max(abs(east), abs(north)) <= most:
            raise HandError(
                f"{knock.piece} lies on {square_name(square)}: {most:g} mm east or north of its middle at"
                f" most, not {east:g} and {north:g}"
            )
        return LyingPiece(square, east, north, self.chance.uniform(-math.pi, math.pi))

    def _strewn(self, square: int) -> LyingPiece:
        """Draw a place on a square for a worker on its side."""
        far = OFF_THE_BLOCK * math.sqrt(self.chance.random()) / 2
        where, heading = self.chance.uniform(-math.pi, math.pi), self.chance.uniform(-math.pi, math.pi)
        return LyingPiece(square, far * math.cos(where), far * math.sin(where), heading)

    def _lower(
        self, start: PieceInHand, end: PieceInHand, clearance: float | None, world: PieceWorld
    ) -> tuple[Leg, ...]:
        over = self._over(end.x, end.y, clearance, world)
        return self._carry(start, over), Leg(end, self.style.lowering)

    def _carry(self, start: PieceInHand, end: PieceInHand) -> Leg:
        return Leg(end, _way(start, end) / self.style.carrying_speed * 1000)

    def _over(self, x: float, y: float, clearance: float | None, world: PieceWorld) -> PieceInHand:
        if clearance is None:
            clear = total(self.geometry.block_heights) + 30.0
            return PieceInHand(x, y, self.geometry.gap + max(self.style.carrying_height, clear))
        _check_height(clearance)
        if clearance < 0:
            raise HandError(f"hands carry 0 mm or more above the blocks, not {clearance}")
        tops = map(self.geometry.top_height, world.levels, world.domes)
        return PieceInHand(x, y, max(tops) + clearance)

    def spot(self, square: int, world: PieceWorld) -> StandingPiece:
        """Draw the place on a square where hands put a worker."""
        axis, top = self.placement / math.sqrt(2), self.wood.top(square, world.levels[square])
        while True:
            east, north = top.east + self.chance.gauss(0.0, axis), top.north + self.chance.gauss(0.0, axis)
            if math.hypot(east, north) <= OFF_THE_BLOCK:
                return StandingPiece(square, east, north)

    def _point(self, place: StandingPiece, world: PieceWorld) -> PieceInHand:
        x, y = self.geometry.centre(place.square)
        return PieceInHand(x + place.east, y + place.north, self.geometry.foot_height(world.levels[place.square]))

    def _side(self, place: LyingPiece, world: PieceWorld) -> PieceInHand:
        x, y = self.geometry.centre(place.square)
        height = self.geometry.foot_height(world.levels[place.square]) + foot_radius(self.geometry)
        return PieceInHand(x + place.east, y + place.north, height, ON_ITS_SIDE, place.heading)

    def _magnet(self, piece: str, world: PieceWorld) -> PieceInHand:
        at = world.magnet(world.number(piece), self.geometry)
        if at is None:
            raise HandError(f"{piece} is in the box")
        return at


def _exact_spot(piece: str, square: int, spot: tuple[float, float]) -> StandingPiece:
    off = math.hypot(*spot)
    if not off <= OFF_THE_BLOCK:
        raise HandError(
            f"{piece} falls off {square_name(square)}: {off:g} mm off its middle, {OFF_THE_BLOCK:g} at most"
        )
    return StandingPiece(square, *spot)


def _check_place(x: float, y: float) -> None:
    if not (abs(x) <= REACH and abs(y) <= REACH):
        raise HandError(f"({x:g}, {y:g}) is out of reach: hands reach {REACH:g} mm to each side of the middle of a1")


def _check_height(height: float) -> None:
    if not height <= REACH:
        raise HandError(f"{height:g} mm is out of reach: hands reach up to {REACH:g} mm above the sensors")


def _check_roll(piece: str, home: int, square: int, world: PieceWorld) -> None:
    world.check_room(piece, square)
    if square == home or steps_between(home, square) > 1:
        raise HandError(
            f"{piece} cannot roll from {square_name(home)} to {square_name(square)}: they are not neighbours"
        )
    if world.levels[square] > world.levels[home]:
        raise HandError(f"{piece} cannot roll up from {square_name(home)} to {square_name(square)}")


def _way(start: PieceInHand, end: PieceInHand) -> float:
    return math.dist((start.x, start.y, start.height), (end.x, end.y, end.height))
