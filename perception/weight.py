"""Reads the scale of a board that weighs: which piece came down on which square, or was taken off. Apart from the
reading of fields: it feels wood, which has no field, and knows magnets by their squares only.

Three sums of the four loads count: the force and its two moments. The fourth is not determined by statics, since a
plate bends. While nothing moves, the change of the sums since they were last explained is compared with what may have
happened: a piece of wood, a worker, several of these, a thing that is no piece, or nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from math import hypot, log, pi, sqrt

from common.numbers import dot, total
from hardware.board import SQUARE_COUNT, Weighed
from hardware.geometry import Geometry
from hardware.scale import Scale

# -- how exact pieces, hands and cells are

MASS = 0.03
"""The differences between pieces of one kind, as a fraction: weighed sets of wood. It is a standard deviation, as are
the following."""
WOOD_PLACE = 3.0
"""How far off the middle of its square a block stands, in mm in each direction. Choice: hands put it within 4 mm."""
WORKER_PLACE = 4.0
"""The same of a worker."""
GAIN = 0.02
"""What a calibration leaves of the errors of the cells' gains, as a fraction."""
DRIFT = 0.01
"""The drift of a cell in g a second: warmth and creep (docs/reading.md)."""
LEAST_DOUBT = 0.05
"""The least error of a cell in g, whatever its noise: the plate settles in its bearings."""

# -- when the plate is at rest

REST = 150
"""The time in ms for which the sums must not change before they are read: a hand lets go within a tenth of a second."""
FEWEST = 4
"""The fewest readings of a rest: at ten a second it takes four tenths of a second."""
LONGEST = 96
"""The most readings that are averaged. Choice: a little more than a second at 80 a second."""
STILL = 4.0
"""How many standard deviations the readings of a rest may scatter more than their noise, and its two halves differ."""
AGAIN = 250
"""The time in ms after which a rest is read again if nothing was clear. Choice."""

# -- priors, as logarithms

EXPECTED = -2.8
"""A change that the game allows now: one in some sixteen."""
BY_FIELDS = -0.7
"""A worker that magnets show there, and weight does not, or the other way round."""
WORKER = -3.0
"""Another worker lifted or put down, while the magnets are not read."""
UNFELT = -5.0
"""A worker that magnets, which are read, show, and the scale has not felt."""
FROM_HAND = -7.0
"""A worker that came where magnets, which are read, show none yet, while one is in a hand: it may have been put down
since. Choice: between the two others."""
AGAINST_FIELDS = -12.0
"""A worker that magnets, which are read, do not show."""
WRONG_PIECE = -5.5
"""A piece of another kind where one is expected: one in a hundred, and one of several kinds."""
WRONG_SQUARE = -9.0
"""Any other piece anywhere: one in a hundred, on one of the squares."""
TAKEN = -6.0
"""The top piece of a tower is taken off, which no step needs."""
LAST_TAKEN = -3.0
"""The same if the game allows that: it was built last, or a power takes it."""
PUSHED = -3.0
"""A piece was pushed on its square."""
PUSH = 100.0
"""The moment in g mm of such a push: a worker by 10 mm."""
SECOND = -4.0
"""Two changes between two rests, on top of both."""
GONE = -3.0
"""A thing that is known to lie there is taken off."""
AT_ONCE = -12.0
"""Something else happened between the same two rests: hands take a thing off and do no more. What is taken off may have
been weighed together with something else."""
THING = -5.0
"""Something that is no piece came, or was taken off: one in a hundred and fifty."""
LIGHTEST, HEAVIEST = 1.0, 3000.0
"""The least and the greatest mass of such a thing in g. Any order of magnitude is as likely as any other."""
MOST_MOVED = 4
"""The most workers that came or went at once, of which two may be one that was pushed to another square."""
RIM = 40.0
"""How far the plate reaches beyond the squares, in mm."""

CLEAR_KIND = 2.0
"""The same between two kinds of wood on one square. Choice: so the third block and the dome, which differ by 1 g, are
taken for each other as rarely as they are asked about."""
LASTING_DOUBT = 600
"""The time in ms for which the plate rests with an unclear piece on it before it is asked about. Choice."""
CLEAR = 5.0
"""The least log-likelihood ratio to the best other explanation. Rivals are counted with their priors, so it means one
error in 150 at worst; most pieces have more than twice as much."""
FITS = 20.0
"""The greatest misfit of an explanation that is believed: the squared deviation of the three sums in units of its
variance."""
FITS_SHOWN = 60.0
"""The same where it is just what the magnets show. Choice: a worker that weighs 10 % too much, at the edge of its
square."""
LASTING = 3000
"""The time in ms after which a still load that is no piece counts as a thing on the plate. Choice: hands that rest
there tremble or leave."""
SAME = (0.5, 60.0, 60.0)
"""How little the sums of an unclear load change, in g and g mm, while it lies still: less than a piece that comes."""
NEAR = 30.0
"""How far in mm from the apparent place of a change a piece is considered, and how far in g from its mass."""
MASS_NEAR = 0.35


class WoodPiece(StrEnum):
    """A piece of wood: a block of one of three levels, or a dome."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    DOME = "dome"

    @property
    def is_block(self) -> bool:
        """Whether it is a block."""
        return self is not WoodPiece.DOME


BLOCKS = (WoodPiece.FIRST, WoodPiece.SECOND, WoodPiece.THIRD)
Tower = tuple[WoodPiece, ...]
"""The pieces on a square, the lowest first."""


def tower_of(level: int, *, dome: bool) -> Tower:
    """Return the tower of so many blocks, with a dome or without."""
    return (*BLOCKS[:level], WoodPiece.DOME) if dome else BLOCKS[:level]


@dataclass(frozen=True, slots=True)
class ExpectedWood:
    """What the game and the magnets say.

    ``towers`` are those of the game, ``builds`` the pieces that may come next, each with its square, and ``taken`` the
    squares from which the top piece may be taken. ``workers`` are the squares on which magnets stand; they are ``read``
    while the board is at rest and clear. ``count`` is the number of workers of the game.
    """

    towers: tuple[Tower, ...]
    builds: frozenset[tuple[int, WoodPiece]] = frozenset()
    taken: frozenset[int] = frozenset()
    workers: frozenset[int] = frozenset()
    read: bool = True
    count: int = 4


@dataclass(frozen=True, slots=True)
class WeightChange:
    """A piece came down on ``square`` or was taken off; ``piece`` is None for a worker. It was certain ``at`` this time
    on the board's clock in ms, with this ``margin`` over the next best explanation."""

    square: int
    piece: WoodPiece | None
    came: bool
    at: int = field(default=0, compare=False)
    margin: float = field(default=0.0, compare=False)


Sums = tuple[float, float, float]
"""The force in g, and its moments to the east and to the north in g mm."""
Matrix = tuple[Sums, Sums, Sums]


@dataclass(frozen=True, slots=True)
class PlateThing:
    """Something that is no piece weighs ``mass`` g on the plate, with these moments to the east and to the north in
    g mm. ``square`` is the nearest one. It was weighed together with workers that are known with this ``doubt``, a
    covariance, if any came or went meanwhile."""

    square: int
    mass: float
    east: float
    north: float
    doubt: Matrix | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class _Guess:
    """An explanation of a change of the sums, with its log-likelihood and misfit. ``is_thing``: something that is no
    piece came or went; ``things`` are those on the plate then. ``is_expected``: the game or the magnets expect all of
    the changes. ``is_simple``: a single piece came or went."""

    changes: tuple[WeightChange, ...]
    likelihood: float
    misfit: float = 0.0
    is_thing: bool = False
    things: tuple[PlateThing, ...] = ()
    is_expected: bool = True
    is_simple: bool = False

    def is_like(self, other: _Guess) -> bool:
        """Whether both mean the same."""
        return (self.changes, self.is_thing, self.things) == (other.changes, other.is_thing, other.things)

    def needs(self, rival: _Guess) -> float:
        """Return the margin over a rival from which on this is believed."""
        if rival.is_thing and self.is_simple and not self.is_expected:
            return 0.0  # either is only said
        pieces = [
            tuple((each.square, each.came) for each in guess.changes if each.piece is not None)
            for guess in (self, rival)
        ]
        return CLEAR_KIND if pieces[0] and pieces[0] == pieces[1] else CLEAR


class PlateRest:
    """Finds out when the plate is at rest, and averages what it reads then. ``sums`` are those of the present rest,
    ``since`` is when it began, in ms; ``sums`` is None while something moves."""

    def __init__(self, scale: Scale) -> None:
        self._cells = tuple((1.0, cell.east, cell.north) for cell in scale.cells)
        self._noise = max(scale.noise, 1e-4)
        self._count = max(FEWEST, round(REST * scale.rate / 1000))
        self._window: deque[tuple[int, Sums]] = deque(maxlen=LONGEST)
        self._deviation = tuple(self._noise * sqrt(total(cell[axis] ** 2 for cell in self._cells)) for axis in range(3))
        self.sums: Sums | None = None
        self.at = self.since = 0

    def forget(self) -> None:
        """Start over."""
        self._window.clear()
        self.sums = None

    def turn(self, cells: tuple[Sums, ...]) -> None:
        """Weigh by cells in other places."""
        self._cells = cells
        self.forget()

    @property
    def count(self) -> int:
        """The number of readings of the rest."""
        return len(self._window)

    def feed(self, weighed: Weighed) -> None:
        """Take in a reading."""
        loads, self.at = weighed.loads, weighed.at
        force, east, north = (
            total(load * cell[axis] for load, cell in zip(loads, self._cells, strict=True)) for axis in range(3)
        )
        self._window.append((weighed.at, (force, east, north)))
        rested, self.sums = self.sums is not None, None
        if len(self._window) < self._count:
            return
        if not self._is_still():
            # What was before the last motion belongs to no rest.
            rested = False
            while len(self._window) > self._count:
                self._window.popleft()
            if not self._is_still():
                return
        if not rested:
            self.since = self._window[0][0]
        every = [sums for _, sums in self._window]
        self.sums = (_mean(every, 0), _mean(every, 1), _mean(every, 2))

    def _is_still(self) -> bool:
        """Whether the latest readings scatter no more than their noise, and do not change from earlier ones."""
        every = [each for _, each in self._window]
        late = every[-self._count :]
        for axis, deviation in enumerate(self._deviation):
            mean = _mean(late, axis)
            scatter = total((each[axis] - mean) ** 2 for each in late) / deviation**2
            if scatter > self._count - 1 + STILL * sqrt(2 * (self._count - 1)):
                return False
            half = len(late) // 2
            if abs(_mean(late[:half], axis) - _mean(late[half:], axis)) > STILL * deviation * sqrt(2 / half):
                return False
            if len(every) > len(late):
                before = every[: -self._count]
                allowed = STILL * deviation * sqrt(1 / len(before) + 1 / len(late))
                if abs(_mean(before, axis) - mean) > allowed:
                    return False
        return True


def _mean(sums: Sequence[Sums], axis: int) -> float:
    return total(each[axis] for each in sums) / len(sums)


class WeightReader:
    """Follows the wood on a board by its scale. It is deterministic: its only clock is that of the readings.

    ``towers`` are those that stand by weight, ``workers`` the squares whose workers weigh on the plate, and ``things``
    what else lies there. All of it is taken from the game as it is at the first rest, and after `forget`.
    """

    def __init__(self, scale: Scale, geometry: Geometry) -> None:
        self._scale, self._geometry = scale, geometry
        self._cells: tuple[Sums, ...] = tuple((1.0, cell.east, cell.north) for cell in scale.cells)
        masses = scale.masses
        self._masses = dict(zip((*BLOCKS, WoodPiece.DOME), (*masses.blocks, masses.dome), strict=True))
        self._rest = PlateRest(scale)
        self._anchor: Sums | None = None
        self._anchored_at = 0
        self._read_at: int | None = None
        self._read_as: ExpectedWood | None = None
        self._strange_since: int | None = None
        self._strange: Sums | None = None
        self._arriving: PlateThing | None = None
        self._asked_about: int | None = None
        self._unfelt: frozenset[int] = frozenset()
        self._are_workers_known = False
        self.towers: tuple[Tower, ...] = ((),) * SQUARE_COUNT
        self.workers: frozenset[int] = frozenset()
        self.things: tuple[PlateThing, ...] = ()
        self.unsure: tuple[WeightChange, ...] = ()
        """A piece that has lain there for long and is not clear; or several that came or went at once, it is not clear
        where."""
        self.margin = 0.0
        """The margin of the last explanation that was believed."""

    def turn(self, quarters: int) -> None:
        """Start over with a board that lies turned clockwise by these quarters: squares are by the game."""
        far = (self._geometry.size - 1) * self._geometry.pitch
        cells = [(cell.east, cell.north) for cell in self._scale.cells]
        for _ in range(quarters % 4):
            cells = [(north, far - east) for east, north in cells]
        self._cells = tuple((1.0, east, north) for east, north in cells)
        self._rest.turn(self._cells)
        self.forget()

    def forget(self) -> None:
        """Take what weighs on the plate at the next rest for what the game has then."""
        self._anchor, self._read_as, self._strange_since, self.unsure = None, None, None, ()
        self.things = ()

    def feed(self, weighed: Weighed) -> None:
        """Take in a reading."""
        self._rest.feed(weighed)

    @property
    def is_still(self) -> bool:
        """Whether the plate is at rest: no hand presses on it, or moves something there."""
        return self._rest.sums is not None

    @property
    def standing(self) -> frozenset[int] | None:
        """The squares on which workers weigh, while the plate is at rest and what it weighs is known; None otherwise,
        and where magnets showed what was not felt."""
        is_read = self.is_still and self._read_at is not None and self._strange_since is None
        return self.workers if is_read and self._are_workers_known and not self._unfelt else None

    def is_due(self, expected: ExpectedWood) -> bool:
        """Whether there is something to read: a new rest, other expectations, or a rest that was read long ago."""
        if self._rest.sums is None:
            self._read_at, self.unsure = None, ()
            return False
        if self._read_at is None or expected != self._read_as:
            return True
        return self._rest.at - self._read_at >= AGAIN

    def read(self, expected: ExpectedWood) -> tuple[WeightChange, ...]:
        """Return the changes that are now certain, and take them as read. Nothing while the plate moves."""
        sums = self._rest.sums
        if sums is None:
            return ()
        self._read_at, self._read_as = self._rest.at, expected
        if self._anchor is None:
            self._adopt(sums, expected)
            return ()
        change = (sums[0] - self._anchor[0], sums[1] - self._anchor[1], sums[2] - self._anchor[2])
        guesses = sorted(self._guesses(change, expected), key=lambda each: -each.likelihood)
        best = guesses[0]
        rivals = [each for each in guesses if not each.is_like(best)]
        self.margin = min((best.likelihood - each.likelihood for each in rivals), default=CLEAR)
        is_shown = self._is_shown(best, expected)
        clear_of = [each for each in rivals if not (is_shown and each.is_thing)]
        is_clear = all(best.likelihood - each.likelihood >= best.needs(each) for each in clear_of)
        fits = best.misfit <= (FITS_SHOWN if is_shown else FITS)
        if self._forgets_unclear(best):
            return ()
        if best.is_thing or not is_clear or not fits:
            return self._stay_unclear(sums, change, expected, guesses)
        return self._believe(sums, best, expected)

    # -- what is believed

    def _take_anchor(self, sums: Sums) -> None:
        self._anchor, self._anchored_at, self._arriving, self._asked_about = sums, self._rest.at, None, None

    def _believe(self, sums: Sums, best: _Guess, expected: ExpectedWood) -> tuple[WeightChange, ...]:
        """Take an explanation as read. Return the wood that came or went."""
        self._strange_since, self.unsure = None, ()
        self.things = _settled(best.things)
        found = tuple(replace(each, at=self._rest.at, margin=self.margin) for each in best.changes)
        for each in found:
            self._apply(each)
        if expected.read:  # what came with a thing may not have been felt
            felt = {each.square for each in found if each.piece is None}
            self._unfelt = (self._unfelt ^ self.workers ^ expected.workers) - felt
            self.workers = (expected.workers - felt) | (self.workers & felt)
            self._are_workers_known = True
        elif len([each for each in found if each.piece is None]) > 1:
            self._are_workers_known = False  # a worker that goes and comes at once may have fallen
        self._take_anchor(sums)
        return tuple(each for each in found if each.piece is not None)

    def _adopt(self, sums: Sums, expected: ExpectedWood) -> None:
        """Take the present weight for what the game and the magnets say."""
        self.towers, self.workers, self._are_workers_known = expected.towers, expected.workers, expected.read
        self._strange_since, self.unsure = None, ()
        self._take_anchor(sums)

    def _apply(self, change: WeightChange) -> None:
        square, piece = change.square, change.piece
        if piece is None:
            self._unfelt -= {square}
            self.workers = self.workers | {square} if change.came else self.workers - {square}
            return
        tower = self.towers[square]
        tower = (*tower, piece) if change.came else tower[:-1]
        self.towers = (*self.towers[:square], tower, *self.towers[square + 1 :])

    def _stay_unclear(
        self, sums: Sums, change: Sums, expected: ExpectedWood, guesses: list[_Guess]
    ) -> tuple[WeightChange, ...]:
        """Believe nothing yet. What lies still for long is a thing, or what it is will not become clear: the game and
        the magnets are believed then. A piece that the game expects is asked about, though another one fits as well."""
        at, best = self._rest.at, guesses[0]
        moved = self._shown_by_magnets(expected)
        alone = self._without(change, moved)
        is_other = self._strange is None or _differ(alone, self._strange, len(moved))
        if self._strange_since is None or (is_other and expected.read):
            self._strange_since, self._strange = self._rest.since, alone
        if best.is_thing and expected.read and self._is_other_thing(alone, moved):
            self._arriving = self._thing_of(alone, moved)
        near = (each for each in guesses if each.likelihood > best.likelihood - CLEAR_KIND)
        likely = next((each for each in near if each.is_expected and each.changes and each.misfit <= FITS), best)
        wood = [each for each in likely.changes if each.piece is not None]
        fits = best.misfit <= FITS and not best.is_thing
        asks = fits and likely.is_expected and len(wood) == 1 and wood[0].came
        is_due = asks and len(expected.towers[wood[0].square]) > len(self.towers[wood[0].square])
        several = tuple(each for each in best.changes if each.piece is not None)
        if fits and len(several) > 1:
            self.unsure = several if at - self._strange_since >= LASTING else ()
        else:
            self.unsure = tuple(wood) if asks and not is_due and at - self._strange_since >= LASTING_DOUBT else ()
            self._asked_about = self.unsure[0].square if self.unsure else self._asked_about
        if at - self._strange_since < LASTING or not expected.read:
            return ()
        if fits and wood:
            return () if self.unsure else self._believe(sums, best, expected)
        if best.is_thing:
            thing = self._arriving or self._thing_of(alone, moved)
            self.things = _settled((*self.things, thing))
            self.workers, self._are_workers_known, self._strange_since = expected.workers, True, None
            # What came after it is still to be explained.
            self._take_anchor(_less(sums, _less(alone, (thing.mass, thing.east, thing.north))))
        else:
            self._adopt(sums, expected)
        return ()

    def _forgets_unclear(self, guess: _Guess) -> bool:
        """Whether a piece that was asked about, and another one that came since, are explained as one between them."""
        wood = [each.square for each in guess.changes if each.piece is not None]
        return self._asked_about is not None and bool(wood) and self._asked_about not in wood

    def _is_other_thing(self, alone: Sums, moved: tuple[WeightChange, ...]) -> bool:
        """Whether what is left of a change is another thing than the one that seems to have come, and not that one
        with a piece."""
        before = self._arriving
        if abs(alone[0]) <= LIGHTEST or before is None:
            return before is None and abs(alone[0]) > LIGHTEST
        if not _differ(alone, (before.mass, before.east, before.north), len(moved)):
            return False
        heaviest = max(*self._masses.values(), self._scale.masses.worker)
        return not LIGHTEST < abs(alone[0] - before.mass) < (1 + MASS_NEAR) * heaviest

    def _thing_of(self, change: Sums, moved: tuple[WeightChange, ...]) -> PlateThing:
        """Return the thing that is left of a change without the workers that ``moved``."""
        doubt = self._with_doubt(_ZERO, moved) if moved else None
        return PlateThing(self._nearest(change[1] / change[0], change[2] / change[0]), *change, doubt)

    def _nearest(self, east: float, north: float) -> int:
        def distance(square: int) -> float:
            x, y = self._geometry.centre(square)
            return hypot(x - east, y - north)

        return min(self._geometry.squares, key=distance)

    # -- what may have happened

    def _guesses(self, change: Sums, expected: ExpectedWood) -> list[_Guess]:
        """Return the explanations of a change: nothing, one piece, a thing; what the magnets show, with one piece or
        without; and two pieces if these fit badly."""
        noise, singles = self._noise(), list(self._singles(expected))
        found = [self._thing(change)]
        also = self._shown_by_magnets(expected)
        for moved in ((), also) if also else ((),):
            for things in self._possible_things(self._without(change, also), len(also)):
                found += self._beside(moved, things, singles, change, noise)
        if not any(each.misfit <= FITS and not each.is_thing for each in found):
            likely = [(each, prior) for each, prior in singles if prior >= TAKEN]
            found += self._pairs(likely, change, noise)
        if expected.read:
            shown = frozenset(_moved(self.workers, expected.workers))
            found = [
                replace(each, likelihood=each.likelihood + UNFELT * len(shown.difference(each.changes)))
                for each in found
            ]
        return found

    def _shown_by_magnets(self, expected: ExpectedWood) -> tuple[WeightChange, ...]:
        """Return how the workers came to stand as the magnets show, if several came or went. One that was never felt
        where it seemed to stand weighs nothing as it leaves."""
        moved = tuple(each for each in _moved(self.workers, expected.workers) if each.square not in self._unfelt)
        return moved if expected.read or 2 <= len(moved) <= MOST_MOVED else ()

    def _is_shown(self, guess: _Guess, expected: ExpectedWood) -> bool:
        """Whether the magnets, which are read, show all of an explanation, and no more."""
        return expected.read and bool(guess.changes) and set(guess.changes) == set(self._shown_by_magnets(expected))

    def _without(self, change: Sums, moved: tuple[WeightChange, ...]) -> Sums:
        """Return what is left of a change without these pieces that came and went."""
        force, east, north = change
        for each in moved:
            mass, (x, y) = self._mass(each), self._geometry.centre(each.square)
            force, east, north = force - mass, east - mass * x, north - mass * y
        return force, east, north

    def _possible_things(self, change: Sums, moved: int) -> Iterator[tuple[PlateThing, ...]]:
        """Generate the things that may be on the plate if this changed besides so many workers: those that are known,
        without one of them, or with the one that seems to have come before something else moved."""
        yield self.things
        for gone in self.things:
            yield tuple(each for each in self.things if each is not gone)
        arriving = self._arriving
        if arriving is not None and _differ(change, (arriving.mass, arriving.east, arriving.north), moved):
            yield (*self.things, arriving)

    def _beside(
        self,
        moved: tuple[WeightChange, ...],
        things: tuple[PlateThing, ...],
        singles: list[tuple[WeightChange, float]],
        change: Sums,
        noise: Matrix,
    ) -> Iterator[_Guess]:
        """Generate the explanations by nothing and by one piece, where workers ``moved`` besides and these ``things``
        are on the plate."""
        before = BY_FIELDS if moved else 0.0
        for thing in set(things) ^ set(self.things):
            sign = 1.0 if thing in self.things else -1.0
            change = (change[0] + sign * thing.mass, change[1] + sign * thing.east, change[2] + sign * thing.north)
            noise = noise if thing.doubt is None else _sum(noise, thing.doubt)
            before += GONE if thing in self.things else THING
        is_gone = any(thing not in things for thing in self.things)
        is_arriving = self._arriving is not None and self._arriving in things
        if moved or not is_arriving:  # a thing alone is believed once it has lain for long
            yield replace(self._guess(moved, before, change, noise), things=things)
            if not moved:
                yield replace(self._guess((), before + PUSHED, change, noise, push=PUSH), things=things)
        force, east, north = self._without(change, moved)
        squares = {each.square for each in moved if each.came}
        for each, prior in singles:
            if moved and (each.piece is None or each.square in squares):
                continue
            if self._is_near(each, force, east, north, slack=PUSH * len(moved)):
                besides = AT_ONCE if is_gone and each.piece is not None else 0.0
                guess = self._guess((*moved, each), before + prior + besides, change, noise)
                is_simple = not moved and things is self.things
                yield replace(guess, things=things, is_expected=prior >= WORKER, is_simple=is_simple)

    def _is_near(self, each: WeightChange, force: float, east: float, north: float, slack: float) -> bool:
        """Whether a change is worth comparing: the apparent mass and place are near, but for a ``slack`` in g mm."""
        mass = self._mass(each)
        if force * mass <= 0 or abs(force - mass) > MASS_NEAR * abs(mass):
            return False
        x, y = self._geometry.centre(each.square)
        return hypot(east / force - x, north / force - y) <= NEAR + slack / abs(force)

    def _singles(self, expected: ExpectedWood) -> Iterator[tuple[WeightChange, float]]:
        """Generate every change of one piece with its prior."""
        for square in self._geometry.squares:
            tower, wanted = self.towers[square], expected.towers[square]
            if square not in self.workers or (expected.read and square not in expected.workers):
                if not tower or tower[-1].is_block:
                    for piece in self._masses:
                        yield WeightChange(square, piece, came=True), _prior(square, piece, tower, wanted, expected)
                if tower:
                    taken = len(tower) > len(wanted) or square in expected.taken
                    yield WeightChange(square, tower[-1], came=False), LAST_TAKEN if taken else TAKEN
            is_there = square in self.workers
            prior = _worker_prior(expected, shown=(square in expected.workers) is not is_there, came=not is_there)
            if is_there or len(self.workers) < expected.count or square in expected.workers:
                yield WeightChange(square, None, came=not is_there), prior
            if square in self._unfelt:
                yield WeightChange(square, None, came=is_there), WORKER

    def _pairs(self, likely: list[tuple[WeightChange, float]], change: Sums, noise: Matrix) -> Iterator[_Guess]:
        """Generate the explanations by two changes at once."""
        force, east, north = change
        gates = [(self._mass(each), *self._geometry.centre(each.square)) for each, _ in likely]
        for one, other in combinations(range(len(likely)), 2):
            (mass, x, y), (also, u, v) = gates[one], gates[other]
            slack = MASS_NEAR * max(abs(mass), abs(also))
            if abs(force - mass - also) > slack:
                continue
            reach = NEAR * (abs(mass) + abs(also)) / 2 + 1.0
            if abs(east - mass * x - also * u) > reach or abs(north - mass * y - also * v) > reach:
                continue
            (first, prior), (second, further) = likely[one], likely[other]
            if first.square == second.square and first.piece is not None and second.piece is not None:
                continue
            guess = self._guess((first, second), prior + further + SECOND, change, noise)
            yield replace(guess, things=self.things, is_expected=min(prior, further) >= WORKER)

    def _mass(self, change: WeightChange) -> float:
        mass = self._scale.masses.worker if change.piece is None else self._masses[change.piece]
        return mass if change.came else -mass

    def _guess(
        self, changes: tuple[WeightChange, ...], prior: float, change: Sums, noise: Matrix, push: float = 0.0
    ) -> _Guess:
        """Return an explanation with its likelihood; ``push`` is the moment in g mm of a piece that was pushed."""
        doubt = self._with_doubt(noise, changes)
        if push:
            doubt = _sum(doubt, ((0.0, 0.0, 0.0), (0.0, push * push, 0.0), (0.0, 0.0, push * push)))
        misfit, scale = _weighed(self._without(change, changes), doubt)
        return _Guess(changes, prior - (misfit + scale) / 2, misfit)

    def _with_doubt(self, noise: Matrix, changes: tuple[WeightChange, ...]) -> Matrix:
        """Return the covariance of the sums, with what is not known of pieces that came or went: their masses, their
        places and the gains of the cells there."""
        doubt = [list(row) for row in noise]
        for each in changes:
            mass, (x, y) = self._mass(each), self._geometry.centre(each.square)
            place = WORKER_PLACE if each.piece is None else WOOD_PLACE
            lever = (1.0, x, y)
            for row in range(3):
                for column in range(3):
                    doubt[row][column] += (MASS * mass) ** 2 * lever[row] * lever[column]
            for axis in (1, 2):
                doubt[axis][axis] += (place * mass) ** 2
            self._add_gains(doubt, mass, x, y)
        (a, b, c), (d, e, f), (g, h, i) = doubt
        return (a, b, c), (d, e, f), (g, h, i)

    def _add_gains(self, doubt: list[list[float]], mass: float, x: float, y: float) -> None:
        """Add what the errors of the cells' gains make of a load at a place."""
        for cell in self._cells:
            share = mass * GAIN * _share(cell, self._cells, x, y)
            for row in range(3):
                for column in range(3):
                    doubt[row][column] += share * share * cell[row] * cell[column]

    def _noise(self) -> Matrix:
        """Return the covariance of a change of the sums in which nothing happened."""
        seconds = (self._rest.at - self._anchored_at) / 1000
        each = self._scale.noise**2 * 2 / self._rest.count + (DRIFT * min(seconds, 60.0)) ** 2 + LEAST_DOUBT**2
        rows = [tuple(each * total(cell[r] * cell[c] for cell in self._cells) for c in range(3)) for r in range(3)]
        (a, b, c), (d, e, f), (g, h, i) = rows
        return (a, b, c), (d, e, f), (g, h, i)

    def _thing(self, change: Sums) -> _Guess:
        """Return the explanation by something that is no piece: of any mass and anywhere on the plate."""
        force = max(abs(change[0]), LIGHTEST)
        east, north = change[1] / force, change[2] / force
        sides = self._geometry.size * self._geometry.pitch + 2 * RIM
        first = -self._geometry.pitch / 2 - RIM
        outside = not (first <= east * _sign(change[0]) <= first + sides)
        outside = outside or not (first <= north * _sign(change[0]) <= first + sides)
        likelihood = THING - log(log(HEAVIEST)) - 3 * log(force) - 2 * log(sides) + 1.5 * log(2 * pi)
        return _Guess((), likelihood - (10.0 if outside else 0.0), is_thing=True)


def _less(one: Sums, other: Sums) -> Sums:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _differ(one: Sums, other: Sums, moved: int) -> bool:
    """Whether two sums differ by more than those of a load that lies still, and of so many workers that moved."""
    return any(abs(now - before) > same * (1 + moved) for now, before, same in zip(one, other, SAME, strict=True))


def _moved(before: frozenset[int], after: frozenset[int]) -> tuple[WeightChange, ...]:
    """Return the workers that went and came between these two."""
    return (
        *(WeightChange(square, None, came=False) for square in sorted(before - after)),
        *(WeightChange(square, None, came=True) for square in sorted(after - before)),
    )


def _settled(things: tuple[PlateThing, ...]) -> tuple[PlateThing, ...]:
    """Return the things that are left, where one of less than no mass is what was taken off: the likeliest of the
    others."""
    lighter = next((each for each in things if each.mass < 0), None)
    if lighter is None:
        return things
    others = [each for each in things if each is not lighter]
    gone = min(others, key=lambda each: abs(each.mass + lighter.mass), default=None)
    return _settled(tuple(each for each in others if each is not gone))


def _sign(value: float) -> float:
    return -1.0 if value < 0 else 1.0


def _share(cell: Sums, cells: Iterable[Sums], x: float, y: float) -> float:
    """Return the share of a load at a place that a cell bears, about: that of a plate that bends freely."""
    every = list(cells)
    east = [each[1] for each in every]
    north = [each[2] for each in every]
    u, v = _part(cell[1], min(east), max(east), x), _part(cell[2], min(north), max(north), y)
    return u * v


def _part(at: float, low: float, high: float, place: float) -> float:
    middle, half = (low + high) / 2, (high - low) / 2 or 1.0
    return max(0.0, 0.5 + 0.5 * _sign(at - middle) * (place - middle) / half)


def _prior(square: int, piece: WoodPiece, tower: Tower, wanted: Tower, expected: ExpectedWood) -> float:
    """Return the prior of a piece of wood that came to a tower which ought to be the ``wanted`` one."""
    due = wanted[len(tower)] if wanted[: len(tower)] == tower and len(wanted) > len(tower) else None
    if piece is due or (due is None and (square, piece) in expected.builds):
        return EXPECTED
    if due is not None or any(on == square for on, _ in expected.builds):
        return WRONG_PIECE
    return WRONG_SQUARE


def _worker_prior(expected: ExpectedWood, *, shown: bool, came: bool) -> float:
    """Return the prior of a worker that came or went, if the magnets show that or not."""
    if shown:
        return BY_FIELDS
    if not expected.read:
        return WORKER
    return FROM_HAND if came and len(expected.workers) < expected.count else AGAINST_FIELDS


_ZERO: Matrix = ((0.0, 0.0, 0.0),) * 3


def _sum(one: Matrix, other: Matrix) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = (
        tuple(x + y for x, y in zip(row, also, strict=True)) for row, also in zip(one, other, strict=True)
    )
    return (a, b, c), (d, e, f), (g, h, i)


def _weighed(left: Sequence[float], doubt: Matrix) -> tuple[float, float]:
    """Return the squared deviation of three sums in units of their covariance, and the logarithm of its determinant."""
    (a, b, c), (_, e, f), (_, _, i) = doubt
    first = sqrt(a)
    b, c = b / first, c / first
    second = sqrt(max(e - b * b, 1e-12))
    f = (f - b * c) / second
    third = sqrt(max(i - c * c - f * f, 1e-12))
    x = left[0] / first
    y = (left[1] - b * x) / second
    z = (left[2] - c * x - f * y) / third
    return dot((x, y, z), (x, y, z)), 2 * (log(first) + log(second) + log(third))
