"""A self-test on a board that weighs and has a ring: what it says of cells and sensors, without a step more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import pytest

from hardware.board import SQUARE_COUNT, Frame, LinkChanged, ScaleInUse, Weighed
from hardware.board_file import parse_board_file
from hardware.scale import MOST_COUNTS, Scale
from hardware.sensor_layout import THREE_AXES
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands, VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.virtual_scale import ScaleSpread
from perception.calibration.procedure import BoardSetting, Input, ProcedureAnswer, lights_at
from perception.calibration.selftest import SelftestProcedure
from perception.calibration.selftest import tested as result_of
from perception.calibration.terminal import Demonstration
from tests.perception.calibration.calibrated_board import QUICK

DESCRIBED = parse_board_file("[scale]\n[ring]\n")
CHANNELS = len(THREE_AXES)
Values = Callable[[list[float]], None]
Note = tuple[str, dict[str, str]]


def setting(scale: Scale | None = DESCRIBED.scale) -> BoardSetting:
    geometry = DESCRIBED.geometry
    return BoardSetting(geometry.of_squares, DESCRIBED.calibration, 44.0, scale=scale, further=geometry.further)


@cache
def walked() -> tuple[Input, ...]:
    """What a board with a scale and a ring sends while simulated hands do a whole self-test, and what is answered."""
    spread, of_scale = SensorSpread(placement=3.0), ScaleSpread(mass=0.02)
    board = VirtualDevice(DESCRIBED.geometry, spread, style=QUICK, scale=DESCRIBED.scale, scale_spread=of_scale, seed=5)
    procedure, hands, given = SelftestProcedure(setting()), Demonstration(QueuedHands(board)), list[Input]()
    with VirtualBoard(board) as virtual:
        for event in virtual.events():
            if isinstance(event, LinkChanged | ScaleInUse):
                continue
            given.append(event)
            procedure = procedure.after(event)
            virtual.show(lights_at(procedure.view, event.at))
            answer = hands.act(procedure.view)
            if answer is not None:
                given.append(answer)
                procedure = procedure.after(answer)
            if procedure.view.over:
                return tuple(given)
    raise AssertionError("the self-test came to no end")


def said(
    weigh: Callable[[Weighed], Weighed] | None = None,
    frame: Callable[[Frame], Frame] | None = None,
    scale: Scale | None = DESCRIBED.scale,
    given: Iterable[Input] | None = None,
) -> list[Note]:
    """The notes of the same self-test on a board that sends something else."""
    procedure = SelftestProcedure(setting(scale))
    for each in walked() if given is None else given:
        if isinstance(each, Weighed):
            procedure = procedure.after(each if weigh is None else weigh(each))
        elif isinstance(each, Frame):
            procedure = procedure.after(each if frame is None else frame(each))
        else:
            procedure = procedure.after(each)
    return [(note.key.removeprefix("workshop.selftest."), dict(note.args)) for note in result_of(procedure).notes]


def loads(change: Values) -> Callable[[Weighed], Weighed]:
    """Cells that report something else."""

    def changed(weighed: Weighed) -> Weighed:
        made = list(weighed.loads)
        change(made)
        return replace(weighed, loads=tuple(made))

    return changed


def exchange(one: int, other: int) -> Values:
    def exchanged(values: list[float]) -> None:
        values[one], values[other] = values[other], values[one]

    return exchanged


def rotate(values: list[float]) -> None:
    values[:3] = [values[1], values[2], values[0]]


def fix(cell: int, value: float) -> Values:
    def fixed(values: list[float]) -> None:
        values[cell] = value

    return fixed


def turn(cell: int) -> Values:
    def turned(values: list[float]) -> None:
        values[cell] = -values[cell]

    return turned


def grow(factor: float) -> Values:
    def grown(values: list[float]) -> None:
        values[:] = [factor * value for value in values]

    return grown


def shaken(weighed: Weighed) -> Weighed:
    made = list(weighed.loads)
    made[3] += 2.0 * (-1) ** weighed.number
    return replace(weighed, loads=tuple(made))


def drifted(weighed: Weighed) -> Weighed:
    minutes, rates = weighed.at / 60_000, (0.6, -0.4, 0.3, 0.5)
    return replace(weighed, loads=tuple(load + minutes * each for load, each in zip(weighed.loads, rates, strict=True)))


def full() -> float:
    """The load at which the third cell ends."""
    assert DESCRIBED.scale is not None
    return MOST_COUNTS / DESCRIBED.scale.cells[2].counts_per_gram


def test_a_board_on_which_all_is_well_says_nothing() -> None:
    assert said() == []


@pytest.mark.parametrize(
    ("weigh", "wanted"),
    [
        (loads(exchange(0, 1)), [("cells_exchanged", {"one": "1", "other": "2"})]),
        (loads(exchange(0, 3)), [("cells_exchanged", {"one": "1", "other": "4"})]),
        (loads(turn(1)), [("cells_upside_down", {"cells": "2"})]),
        (loads(fix(2, 151.0)), [("cells_silent", {"cells": "3"})]),
        (loads(fix(2, full())), [("cells_ended", {"cells": "3"})]),
        (shaken, [("cells_noisy", {"cells": "4"})]),
        (
            loads(rotate),
            [
                ("cells_elsewhere", {"cell": "1", "found": "2"}),
                ("cells_elsewhere", {"cell": "2", "found": "3"}),
                ("cells_elsewhere", {"cell": "3", "found": "1"}),
            ],
        ),
    ],
)
def test_a_cell_that_is_wrong_is_named(weigh: Callable[[Weighed], Weighed], wanted: list[Note]) -> None:
    assert said(weigh) == wanted


def test_a_scale_that_was_not_calibrated_is_told_by_the_mass_of_the_worker() -> None:
    ((kind, args),) = said(loads(grow(1.3)))
    assert kind == "worker_mass"
    assert float(args["mass"]) == pytest.approx(1.3 * float(args["usual"]), rel=0.06)


def test_a_drift_of_the_cells_during_the_test_is_no_fault() -> None:
    assert said(drifted) == []


def test_a_board_whose_file_has_a_scale_and_that_sends_no_weights_is_told_what_it_needs() -> None:
    given = [each for each in walked() if not isinstance(each, Weighed)]
    assert said(given=given) == [("workshop.scale.no_weights", {})]


def test_a_board_without_a_scale_is_not_tested_for_one() -> None:
    assert said(loads(turn(1)), scale=None) == []


def test_a_walk_without_a_worker_tests_neither_scale_nor_ring() -> None:
    procedure = SelftestProcedure(setting())
    for each in walked():
        if procedure.stage not in {"empty", "colours"}:
            break
        procedure = procedure.after(each)
    while procedure.stage != "result":
        procedure = procedure.after(ProcedureAnswer.SKIP if procedure.stage == "sensor" else ProcedureAnswer.NEXT)
    found = [note.key.removeprefix("workshop.selftest.") for note in result_of(procedure).notes]
    assert found == ["workshop.finding.left_out", "cells_untried", "further_untried"]


# -- the ring


def of(sensor: int) -> slice:
    first = SQUARE_COUNT + CHANNELS * sensor
    return slice(first, first + CHANNELS)


def fields(change: Values) -> Callable[[Frame], Frame]:
    """Sensors that measure something else."""

    def changed(frame: Frame) -> Frame:
        made = list(frame.fields)
        change(made)
        return replace(frame, fields=tuple(made))

    return changed


def exchanged(values: list[float]) -> None:
    values[of(2)], values[of(5)] = values[of(5)], values[of(2)]


def still(values: list[float]) -> None:
    values[of(1)] = [0.01] * CHANNELS


def ended(frame: Frame) -> Frame:
    return replace(frame, clipped=frame.clipped | {of(6).start})


@pytest.mark.parametrize(
    ("frame", "wanted"),
    [
        (fields(exchanged), [("further_exchanged", {"one": "3", "other": "6"})]),
        (fields(still), [("further_silent", {"sensors": "2"})]),
        (ended, [("further_ended", {"sensors": "7"})]),
    ],
)
def test_a_sensor_of_a_ring_that_is_wrong_is_named(frame: Callable[[Frame], Frame], wanted: list[Note]) -> None:
    assert said(frame=frame) == wanted


def test_a_step_that_was_taken_back_is_forgotten() -> None:
    procedure = SelftestProcedure(setting())
    for each in walked():
        procedure = procedure.after(each)
        if len(procedure.walk.fields) == 3:
            break
    first = procedure.walk.fields[:1]
    back = procedure.after(ProcedureAnswer.UNDO).after(ProcedureAnswer.UNDO)
    assert back.walk.fields == first
    assert {number for number, _ in back.walk.loads} <= {number for number, _ in first}
