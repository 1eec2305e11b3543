"""Calibrates the scale of a board that weighs: the counts of each cell for a g, from a thing of known mass near each
corner, and the mass of each kind of piece. Apart from `perception.calibration.calibrate`, which measures sensors with
workers on lit squares: here other things may stand anywhere, and only what has changed in the loads counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from math import hypot, sqrt
from statistics import fmean, median
from typing import assert_never

from common.message import Message
from hardware.board import ButtonPressed, Frame, Weighed
from hardware.geometry import Geometry
from hardware.scale import CELL_COUNT, MOST_COUNTS, LoadCell, PieceMasses, Scale
from perception.calibration.procedure import (
    AskedLoad,
    Input,
    LightMeaning,
    LitSquare,
    NamedMass,
    NamedSquare,
    ProcedureAnswer,
    ProcedureState,
    answer_of,
    message,
    name_of,
)
from perception.fitting.dipole_fit import solved

# ---- Loads at rest


REST_SECONDS = 1.5
"""How long loads have to rest to be taken: nobody holds a hand so still on a thing for so long."""

LONGEST_GAP = 1000
"""The ms without a reading after which a rest starts over: the board was away, and may have been touched."""

WANDER = 0.05
"""The g by which the load of a cell at rest may wander besides its noise. Choice: a twentieth of what the lightest
pieces differ by."""

LOUD = 8.0
"""Readings at rest stay within so many times the noise of the board file. Choice: that of data sheets is the least."""

_BY_MEDIAN = 1.05
"""The standard deviation of a normal noise for each median of the differences of neighbours."""

Loads = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LoadRest:
    """The last readings of a scale, of which a rest is taken as soon as they no longer change for some ``seconds``."""

    scale: Scale
    readings: tuple[Weighed, ...] = ()
    seconds: float = REST_SECONDS

    @property
    def needed(self) -> int:
        """The readings of a rest."""
        return max(4, round(self.seconds * self.scale.rate))

    def after(self, weighed: Weighed) -> LoadRest:
        """With one reading more."""
        if self.readings and not 0 <= weighed.at - self.readings[-1].at <= LONGEST_GAP:
            return replace(self, readings=(weighed,))
        return replace(self, readings=(*self.readings[-self.needed + 1 :], weighed))

    @property
    def loads(self) -> Loads | None:
        """The mean loads in g; None until they rest."""
        if len(self.readings) < self.needed:
            return None
        columns = tuple(zip(*(each.loads for each in self.readings), strict=True))
        return tuple(map(fmean, columns)) if all(map(self._rests, columns)) else None

    def _rests(self, loads: Loads) -> bool:
        """Whether the loads of a cell rest."""
        noise, half = LOUD * self.scale.noise, len(loads) // 2
        drift = abs(fmean(loads[half:]) - fmean(loads[:half]))
        return max(loads) - min(loads) <= 2 * noise + WANDER and drift <= noise * sqrt(2 / half) + WANDER

    @property
    def noise(self) -> tuple[float, ...]:
        """The noise of each cell in g rms, from reading to reading."""
        columns = zip(*(each.loads for each in self.readings), strict=True)
        return tuple(_BY_MEDIAN * float(median(abs(b - a) for a, b in pairwise(column))) for column in columns)


# ---- What follows from the loads


TILT = 0.01
"""The share by which the check in the middle may be off. Choice: kitchen scales are not better."""

FAR_OFF = 15.0
"""The mm by which the centre of a thing of known mass may be off the middle of its square. Choice: it is put there by
hand, and a worse cell or place in the board file gives more."""

LEAST_KNOWN, MOST_KNOWN = 20.0, 1000.0
"""The masses in g that tell the counts for a g: a kitchen scale shows whole g."""

PIECES = (AskedLoad.WORKER, AskedLoad.BLOCK_1, AskedLoad.BLOCK_2, AskedLoad.BLOCK_3, AskedLoad.DOME)
"""The kinds of piece, in the order of `PieceMasses`."""


class ScaleMeasurementError(ValueError):
    """Loads that no scale as described gives. ``said`` says what to look for; ``square`` is where the thing of known
    mass is to be put once more, None if all is to be looked at."""

    def __init__(self, said: Message, square: int | None = None) -> None:
        super().__init__(said.key, said.args)
        self.said = said
        self.square = square


def corner_squares(geometry: Geometry) -> tuple[int, ...]:
    """Return the squares in the corners, and the one in the middle, where the result is checked."""
    last = geometry.size - 1
    return 0, last, 5 * last, 6 * last, 6 * (geometry.size // 2)


def calibrated_scale(scale: Scale, geometry: Geometry, known: float, placed: Sequence[Loads]) -> Scale:
    """Return the scale with the counts for a g of each cell that make a thing of ``known`` mass in g weigh the same on
    each of the `corner_squares`. ``placed`` are the changes of the loads there, by the scale as it was.

    :raises ScaleMeasurementError: if its cells are exchanged, if one feels nothing, or if the check in the middle
        fails.
    """
    corners, squares = placed[:-1], corner_squares(geometry)
    for square, change in zip(squares, corners, strict=False):
        check_order(scale, geometry, square, change)
    # The cell that feels a corner most comes first in its equation, which is then solved safely.
    rows = sorted(corners, key=_strongest)
    if len({_strongest(row) for row in rows}) < CELL_COUNT:
        raise ScaleMeasurementError(message("scale.same_cell"))
    factors = solved([list(row) for row in rows], [known] * CELL_COUNT)
    for number, (factor, cell) in enumerate(zip(factors, scale.cells, strict=True), 1):
        counts = cell.counts_per_gram / factor if factor else 0.0
        if not 0.1 < abs(factor) < 10:
            raise ScaleMeasurementError(message("scale.loose_cell", cell=number, counts=f"{counts:.3g}"))
        if abs(counts) * scale.range > MOST_COUNTS:
            end = f"{MOST_COUNTS / abs(counts):.0f}"
            raise ScaleMeasurementError(message("scale.range", cell=number, end=end, range=f"{scale.range:g}"))
    cells = tuple(
        replace(cell, counts_per_gram=round(cell.counts_per_gram / factor, 2))
        for cell, factor in zip(scale.cells, factors, strict=True)
    )
    made = replace(scale, cells=cells)
    changes = [tuple(f * load for f, load in zip(factors, change, strict=True)) for change in placed]
    in_middle = sum(changes[-1])
    if abs(in_middle - known) > TILT * known:
        raise ScaleMeasurementError(message("scale.middle", found=f"{in_middle:.1f}", known=f"{known:.1f}"))
    off = {square: _off(made, geometry, square, change) for square, change in zip(squares, changes, strict=True)}
    square = max(off, key=off.__getitem__)
    if off[square] > FAR_OFF:
        says = message("scale.place", square=name_of(square), off=f"{off[square]:.0f}")
        raise ScaleMeasurementError(says, square)
    return made


def check_order(scale: Scale, geometry: Geometry, square: int, change: Loads) -> None:
    """Check that the cell that feels a thing on a corner square most is the one nearest to it.

    :raises ScaleMeasurementError: if it is another.
    """
    nearest, felt = nearest_cell(scale, geometry, square), _strongest(change)
    if felt != nearest:
        says = message("scale.other_cell", square=name_of(square), felt=felt + 1, nearest=nearest + 1)
        raise ScaleMeasurementError(says, square)


def nearest_cell(scale: Scale, geometry: Geometry, square: int) -> int:
    """Return the index of the cell nearest to a square by the board file."""
    east, north = geometry.centre(square)

    def away(cell: LoadCell) -> float:
        return hypot(cell.east - east, cell.north - north)

    return min(range(CELL_COUNT), key=lambda index: away(scale.cells[index]))


def _strongest(change: Loads) -> int:
    """Return the index of the cell whose load has changed most."""
    return max(range(CELL_COUNT), key=lambda index: abs(change[index]))


def _off(scale: Scale, geometry: Geometry, square: int, change: Loads) -> float:
    """Return how far in mm the centre of a change is from the middle of a square."""
    place, (east, north) = scale.centre(change), geometry.centre(square)
    return 0.0 if place is None else hypot(place[0] - east, place[1] - north)


# ---- The procedure


SILENT_FRAMES = 250
"""A board that sends so many frames, five seconds of them, and no weights has no scale that works."""

MOVED = 1.0
"""The change of a load in g from which on something has moved on the plate."""
MOVED_SHARE = 0.03
"""The same as a share of the thing of known mass. Choice: a cell creeps by some thousandths of its load, and a thing
that goes from corner to corner changes two loads by most of its mass."""
LIGHTEST = 1.0
"""The least mass of a piece in g."""
LIKE = (0.5, 2.0)
"""A piece has so many times the mass of the board file, or the person is asked whether it is the right one."""


class ScaleStage(StrEnum):
    """Where the calibration of a scale is: at the empty board, at the question for the mass of a thing, with that thing
    on a square, until it is taken off, at a piece of each kind, or at a fault that no placement explains."""

    EMPTY = "empty"
    MASS = "mass"
    PLACE = "place"
    CLEAR = "clear"
    PIECE = "piece"
    FAULT = "fault"
    RESULT = "result"
    ACCEPTED = "accepted"
    STOPPED = "stopped"


_OVER = frozenset({ScaleStage.ACCEPTED, ScaleStage.STOPPED})
_WEIGHS = frozenset({ScaleStage.EMPTY, ScaleStage.PLACE, ScaleStage.CLEAR, ScaleStage.PIECE})


@dataclass(frozen=True, slots=True)
class ScaleProcedure:
    """The calibration of a scale on its way; begin with the ``geometry`` of the board, and the ``scale`` by which its
    loads come. ``is_clear``: the person has said that nothing lies on the plate.

    ``empty`` are the loads of the empty plate, ``known`` is the mass of the thing in g, ``placed`` are the changes of
    the loads with it on squares, ``found`` is the scale that follows, and ``masses`` are those of the pieces in g. The
    next piece is what comes to the loads ``before``. ``settled`` are the loads at the last rest: a rest means something
    new when they have changed (None: in any case). ``is_undone``: a step was undone, and nothing has moved since;
    ``is_asked``: the person has asked to measure what lies there. ``doubted`` is the mass of something on the plate
    that may not be the right piece. ``earlier`` are the steps that can be undone. ``silent`` counts the frames since
    the last reading of the scale.
    """

    geometry: Geometry
    scale: Scale
    stage: ScaleStage = ScaleStage.EMPTY
    is_clear: bool = False
    empty: Loads | None = None
    noise: Loads = ()
    known: float = 0.0
    placed: tuple[tuple[int, Loads], ...] = ()
    found: Scale | None = None
    before: Loads | None = None
    masses: tuple[float, ...] = ()
    result: Scale | None = None
    earlier: tuple[ScaleProcedure, ...] = ()
    rest: LoadRest | None = None
    settled: Loads | None = None
    is_undone: bool = False
    is_asked: bool = False
    doubted: float | None = None
    complaint: Message | None = None
    silent: int = 0

    # -- what to show

    @property
    def asked(self) -> int | None:
        """The square on which the thing of known mass is to stand now."""
        done = dict(self.placed)
        return next((square for square in corner_squares(self.geometry) if square not in done), None)

    @property
    def piece(self) -> AskedLoad | None:
        """The kind of piece that is to come next."""
        return PIECES[len(self.masses)] if self.stage is ScaleStage.PIECE else None

    @property
    def view(self) -> ProcedureState:
        """What to show."""
        stage, asked = self.stage, self.asked if self.stage is ScaleStage.PLACE else None
        done = (self.empty is not None) + bool(self.known) + len(self.placed) + len(self.masses)
        return ProcedureState(
            step=stage,
            lit=() if asked is None else (LitSquare(asked, LightMeaning.TARGET),),
            message=self._sentence(asked),
            done=done + (stage in {ScaleStage.PIECE, ScaleStage.RESULT}),
            total=len(corner_squares(self.geometry)) + len(PIECES) + 3,
            answers=self._answers(),
            notes=() if self.result is None or stage in _OVER else notes_of_scale(self.result),
            masses=(LEAST_KNOWN, MOST_KNOWN) if stage is ScaleStage.MASS else None,
            expected=asked,
            load=self._load(),
            over=stage in _OVER,
        )

    def _load(self) -> AskedLoad | None:
        if self.stage is ScaleStage.PLACE:
            return AskedLoad.KNOWN
        return AskedLoad.NOTHING if self.stage in {ScaleStage.EMPTY, ScaleStage.CLEAR} else self.piece

    def _sentence(self, asked: int | None) -> Message:
        if self.silent > SILENT_FRAMES and self.stage in _WEIGHS:
            return message("scale.no_weights")
        if self.complaint is not None:
            return self.complaint
        match self.stage:
            case ScaleStage.EMPTY if self.is_clear:
                return message("scale.resting")
            case ScaleStage.MASS:
                return message("scale.mass", least=f"{LEAST_KNOWN:g}", most=f"{MOST_KNOWN:g}")
            case ScaleStage.PLACE if asked is not None:
                return message("scale.put", known=f"{self.known:g}", square=name_of(asked))
            case ScaleStage.PIECE if self.piece is not None:
                return message(f"scale.put_{self.piece}")
            case ScaleStage.RESULT if self.result is not None:
                return message("scale.result", noise=f"{self.result.noise:.3f}")
            case stage:
                return message(f"scale.{stage}")

    def _answers(self) -> frozenset[ProcedureAnswer]:
        if self.stage in _OVER:
            return frozenset()
        answers = {ProcedureAnswer.STOP} | ({ProcedureAnswer.UNDO} if self.earlier else set())
        match self.stage:
            case ScaleStage.EMPTY if not self.is_clear:
                answers |= {ProcedureAnswer.NEXT}
            case ScaleStage.PIECE:
                answers |= {ProcedureAnswer.AGAIN, ProcedureAnswer.SKIP}
                answers |= set() if self.doubted is None else {ProcedureAnswer.NEXT}
            case ScaleStage.PLACE | ScaleStage.CLEAR | ScaleStage.FAULT:
                answers |= {ProcedureAnswer.AGAIN}
            case ScaleStage.RESULT:
                answers |= {ProcedureAnswer.AGAIN, ProcedureAnswer.NEXT}
        return frozenset(answers)

    # -- what comes

    def after(self, given: Input) -> ScaleProcedure:
        """The calibration after this."""
        match given:
            case Frame():
                return replace(self, silent=self.silent + 1)
            case Weighed():
                return self._weighed(given)
            case ButtonPressed():
                return self.after(answer_of(given))
            case ProcedureAnswer():
                return self._answered(given) if given in self.view.answers else self
            case NamedMass(mass):
                return self._named(mass) if self.stage is ScaleStage.MASS else self
            case NamedSquare():
                return self
            case _ as never:
                assert_never(never)

    def _answered(self, answer: ProcedureAnswer) -> ScaleProcedure:
        match answer:
            case ProcedureAnswer.STOP:
                return replace(self._measuring(), stage=ScaleStage.STOPPED)
            case ProcedureAnswer.UNDO:
                # What lies there still is not measured again before it has moved, or before that is asked for.
                before = replace(self.earlier[-1], is_clear=False, doubted=None, complaint=None)
                return replace(before, rest=self.rest, settled=self.settled, silent=self.silent, is_undone=True)
            case ProcedureAnswer.AGAIN if self.stage in {ScaleStage.FAULT, ScaleStage.RESULT}:
                return ScaleProcedure(self.geometry, self.scale)
            case ProcedureAnswer.AGAIN:
                return replace(self._measuring(), settled=None, is_asked=True)
            case ProcedureAnswer.SKIP:
                masses = self.scale.masses
                usual = (masses.worker, *masses.blocks, masses.dome)[len(self.masses)]
                return self._with_mass(usual, self.settled or self.before)
            case ProcedureAnswer.NEXT if self.doubted is not None:
                return self._with_mass(self.doubted, self.settled)
            case ProcedureAnswer.NEXT if self.stage is ScaleStage.RESULT:
                return replace(self, stage=ScaleStage.ACCEPTED)
            case ProcedureAnswer.NEXT:
                return replace(self._measuring(), is_clear=True, settled=None)

    def _measuring(self) -> ScaleProcedure:
        """The calibration without a rest: only readings from now on count."""
        return replace(self, rest=None, doubted=None, complaint=None)

    def _stepped(self, stage: ScaleStage) -> ScaleProcedure:
        """The calibration at its next step, from which this one can be gone back to."""
        return replace(self, stage=stage, earlier=(*self.earlier, self), doubted=None, complaint=None)

    def _named(self, mass: float) -> ScaleProcedure:
        if not LEAST_KNOWN <= mass <= MOST_KNOWN:
            limits = {"least": f"{LEAST_KNOWN:g}", "most": f"{MOST_KNOWN:g}"}
            return replace(self, complaint=message("scale.outside", mass=f"{mass:g}", **limits))
        return replace(self._stepped(ScaleStage.PLACE), known=mass)

    def _weighed(self, weighed: Weighed) -> ScaleProcedure:
        rest = (self.rest or LoadRest(self.scale)).after(weighed)
        now = replace(self, rest=rest, silent=0)
        if self.is_undone and self._has_changed(weighed.loads):
            return replace(now, is_undone=False, settled=None)
        weighs = self.stage in _WEIGHS and (self.stage is not ScaleStage.EMPTY or self.is_clear)
        loads = rest.loads if weighs else None
        if loads is None or not self._has_changed(loads):
            return now
        looked = self._looked_at(loads, rest)
        return replace(looked, rest=rest, silent=0, settled=loads, is_undone=False, is_asked=False)

    def _has_changed(self, loads: Loads) -> bool:
        """Whether the plate bears something else than at the last rest."""
        if self.settled is None:
            return True
        least = MOVED if self.stage is ScaleStage.PIECE else max(MOVED, MOVED_SHARE * self.known)
        return any(abs(load - before) >= least for load, before in zip(loads, self.settled, strict=True))

    def _looked_at(self, loads: Loads, rest: LoadRest) -> ScaleProcedure:
        """The calibration after a look at what lies on the plate now."""
        match self.stage:
            case ScaleStage.EMPTY:
                return replace(self._stepped(ScaleStage.MASS), is_clear=False, empty=loads, noise=rest.noise)
            case ScaleStage.PLACE if self.empty is not None:
                return self._placed(tuple(load - before for load, before in zip(loads, self.empty, strict=True)))
            case ScaleStage.CLEAR if self.empty is not None:
                if abs(self._mass(loads, self.empty)) > self.known / 2:
                    return self
                return replace(self._stepped(ScaleStage.PIECE), before=loads)
            case ScaleStage.PIECE if self.before is not None:
                return self._judged(self._mass(loads, self.before), loads)
            case _:
                return self

    def _placed(self, change: Loads) -> ScaleProcedure:
        """The calibration after a look at the thing of known mass, by what has changed against the empty plate."""
        square, geometry = self.asked, self.geometry
        if square is None:
            return self
        if max(map(abs, change)) < max(MOVED, MOVED_SHARE * self.known):
            nothing = message("scale.nothing", square=name_of(square)) if self.is_asked else None
            return replace(self, complaint=nothing)
        placed = (*self.placed, (square, change))
        try:
            if square != corner_squares(geometry)[-1]:
                check_order(self.scale, geometry, square, change)
            if len(placed) < len(corner_squares(geometry)):
                return replace(self._stepped(ScaleStage.PLACE), placed=placed)
            changes = dict(placed)
            every = [changes[each] for each in corner_squares(geometry)]
            found = calibrated_scale(self.scale, geometry, self.known, every)
        except ScaleMeasurementError as error:
            if error.square is None:
                return replace(self._stepped(ScaleStage.FAULT), placed=placed, complaint=error.said)
            left = tuple(each for each in placed if each[0] != error.square)
            return replace(self, placed=left, complaint=error.said)
        return replace(self._stepped(ScaleStage.CLEAR), placed=placed, found=found)

    def _mass(self, loads: Loads, before: Loads) -> float:
        """The mass in g that has come to the loads ``before``, by the cells as they are calibrated."""
        found = self.found or self.scale
        cells = zip(loads, before, self.scale.cells, found.cells, strict=True)
        return sum((load - was) * old.counts_per_gram / new.counts_per_gram for load, was, old, new in cells)

    def _judged(self, mass: float, loads: Loads) -> ScaleProcedure:
        """The calibration after a look at what may be the next piece."""
        if mass < LIGHTEST:
            # What was taken off is no part of the next piece.
            before = loads if mass <= -LIGHTEST else self.before
            nothing = message("scale.no_piece") if self.is_asked else None
            return replace(self, before=before, doubted=None, complaint=nothing)
        masses = self.scale.masses
        usual = (masses.worker, *masses.blocks, masses.dome)[len(self.masses)]
        if not LIKE[0] * usual <= mass <= LIKE[1] * usual:
            says = message("scale.unlike", mass=f"{mass:.1f}", usual=f"{usual:g}")
            return replace(self, doubted=mass, complaint=says)
        return self._with_mass(mass, loads)

    def _with_mass(self, mass: float, before: Loads | None) -> ScaleProcedure:
        """The calibration with the mass of a piece; the next one comes to the loads ``before``."""
        masses = (*self.masses, round(mass, 2))
        if len(masses) < len(PIECES):
            return replace(self._stepped(ScaleStage.PIECE), masses=masses, before=before)
        return replace(self._stepped(ScaleStage.RESULT), masses=masses, result=self._result(masses))

    def _result(self, masses: tuple[float, ...]) -> Scale | None:
        if self.found is None:
            return None
        worker, first, second, third, dome = masses
        cells = zip(self.noise, self.scale.cells, self.found.cells, strict=True)
        # The noise was measured in g by the counts as they were.
        noise = max(each * abs(old.counts_per_gram / new.counts_per_gram) for each, old, new in cells)
        made = PieceMasses(worker, (first, second, third), dome)
        return replace(self.found, noise=max(round(noise, 4), 0.001), masses=made)


def notes_of_scale(scale: Scale) -> tuple[Message, ...]:
    """What was measured of a scale: the counts of each cell, and the mass of each kind of piece."""
    masses = scale.masses
    pieces = zip(PIECES, (masses.worker, *masses.blocks, masses.dome), strict=True)
    return (
        *(
            message("scale.cell", cell=number, counts=f"{cell.counts_per_gram:.6g}")
            for number, cell in enumerate(scale.cells, 1)
        ),
        *(message(f"scale.{piece}", mass=f"{mass:.2f}") for piece, mass in pieces),
    )
