"""The self-test finds what is wired to the wrong square, mirrored or dead, and what it offers puts it right."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.board import SQUARE_COUNT, Button, ButtonPressed
from hardware.geometry import Geometry
from hardware.hand_actions import Break, Failure, FailureKind, Lift, Put, PutInBox
from hardware.sensor_types import Sensor
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from perception.calibration import selftest as tester
from perception.calibration.procedure import (
    BoardSetting,
    LightMeaning,
    NamedSquare,
    ProcedureAnswer,
    ProcedureState,
    lights_at,
)
from perception.calibration.selftest import STRAIGHT, SelftestProcedure, symmetries
from tests.perception.calibration.calibrated_board import QUICK, Workbench, data_sheet

A1, B1, E1, C3, D3 = 0, 1, 4, 12, 13


class Test(Workbench[SelftestProcedure]):
    """A self-test, with a person who looks at the lights and puts workers where they shine."""

    __test__ = False

    def lit_square(self) -> int | None:
        """The square that is lit now, as an eye sees it."""
        self.board.show(lights_at(self.procedure.view, self.board.now))
        lit = [square for square, colour in enumerate(self.board.look().lights) if any(colour)]
        return lit[0] if len(lit) == 1 else None

    def touch(self, square: int) -> ProcedureState:
        """Put the worker there, and wait until something is said of it."""
        before = self.procedure.view
        self.stand(square)
        return self.until(lambda view: view.done != before.done or view.message.key != before.message.key)

    def reply(self) -> ProcedureState:
        """Do what is asked, as a person does who sees the lights and has the board in front of them."""
        view = self.procedure.view
        where = self.lit_square()
        match view.step:
            case "empty":
                if view.lit:
                    self.give(ProcedureAnswer.SKIP)
                return self.until(lambda view: view.step != "empty" or bool(view.lit))
            case "colours":
                return self.give(ProcedureAnswer.NEXT)
            case "walk":
                if where is None:
                    return self.give(ProcedureAnswer.SKIP)
                done = view.done
                return self.give(ProcedureAnswer.NEXT) if self.touch(where).done == done else self.procedure.view
            case "name":
                return self.give(NamedSquare(where) if where is not None else ProcedureAnswer.SKIP)
            case "sensor":
                assert view.expected is not None
                assert where in {None, view.expected}
                done = view.done
                return (
                    self.give(ProcedureAnswer.NEXT) if self.touch(view.expected).done == done else self.procedure.view
                )
            case _:
                raise AssertionError(f"asked {view}")

    def whole(self) -> ProcedureState:
        """Do all of it."""
        for _ in range(150):
            if (view := self.procedure.view).step == "result":
                return view
            self.reply()
        raise AssertionError(f"no end: {self.procedure.view}")

    def told(self) -> list[str]:
        """What is said of the board, in short."""
        notes = tester.tested(self.procedure).notes
        return [" ".join([note.key.split(".", 1)[1], *(value for _, value in note.args)]) for note in notes]


def selftest(wired: Wiring | None = None, *, size: int = 5, seed: int = 0, known: bool = True) -> Test:
    geometry = Geometry(size=size)
    board = VirtualDevice(geometry, SensorSpread(gain=0.1), seed=seed, style=QUICK, wired=wired)
    board.store_calibration(data_sheet())
    wiring = board.wiring if known else None
    return Test(SelftestProcedure(BoardSetting(geometry, board.calibration, Sensor().range, wiring)), board)


def wired(sensors: tuple[int, ...] = STRAIGHT, lights: tuple[int, ...] = STRAIGHT) -> Wiring:
    return Wiring(sensors, lights)


def exchanged(one: int, other: int) -> tuple[int, ...]:
    order = list(STRAIGHT)
    order[one], order[other] = other, one
    return tuple(order)


def mirrored(name: str, size: int = 5) -> tuple[int, ...]:
    return dict(symmetries(size))[name]


def check_right(bench: Test, true: Wiring) -> None:
    """What is offered is how the board is really wired, and stored on it, it lights and feels where it should."""
    result = tester.tested(bench.procedure)
    assert result.wiring == true
    bench.board.store_wiring(true)
    again = Test(
        SelftestProcedure(BoardSetting(Geometry(), bench.board.calibration, Sensor().range, true)), bench.board
    )
    again.lift()
    again.do(PutInBox(again.worker))
    assert again.whole().message.key == "workshop.selftest.all_well"


def test_a_board_that_is_right_is_reported_so() -> None:
    bench = selftest()
    view = bench.whole()
    assert view.message.key == "workshop.selftest.all_well"
    assert view.notes == ()
    assert tester.tested(bench.procedure).wiring is None
    assert bench.give(ProcedureAnswer.NEXT).over


def test_a_board_of_sixteen_squares_is_tested_too() -> None:
    bench = selftest(size=4)
    assert bench.whole().message.key == "workshop.selftest.all_well"
    assert bench.procedure.view.total == 1 + 3 + 16 + 2


@pytest.mark.parametrize(
    ("true", "says"),
    [
        (wired(sensors=exchanged(C3, D3)), ["selftest.sensors_exchanged c3 d3"]),
        (wired(lights=exchanged(C3, D3)), ["selftest.lights_exchanged c3 d3"]),
        (
            wired(exchanged(A1, E1), exchanged(A1, E1)),
            ["selftest.sensors_exchanged a1 e1", "selftest.lights_exchanged a1 e1"],
        ),
        (wired(sensors=mirrored("mirrored_files")), ["selftest.sensors_mirrored_files"]),
        (wired(lights=mirrored("mirrored_ranks")), ["selftest.lights_mirrored_ranks"]),
        pytest.param(wired(sensors=mirrored("turned_2")), ["selftest.sensors_turned_2"], marks=pytest.mark.slow),
        pytest.param(
            wired(mirrored("mirrored_files"), mirrored("mirrored_files")),
            ["selftest.sensors_mirrored_files", "selftest.lights_mirrored_files"],
            marks=pytest.mark.slow,
        ),
        (
            wired(mirrored("mirrored_rising"), mirrored("turned_2")),
            ["selftest.sensors_mirrored_rising", "selftest.lights_turned_2"],
        ),
    ],
    ids=str,
)
def test_what_is_wired_to_the_wrong_squares_is_named_and_put_right(true: Wiring, says: list[str]) -> None:
    bench = selftest(true)
    view = bench.whole()
    assert view.message.key == "workshop.selftest.offer"
    assert bench.told() == says
    check_right(bench, true)


@pytest.mark.parametrize("name", [name for name, _ in symmetries(5)])
def test_every_way_to_turn_or_mirror_a_board_is_reported(name: str) -> None:
    bench = selftest(wired(mirrored(name), mirrored(name)))
    bench.whole()
    # The wires go the other way round: what is turned once has to be turned thrice to be right.
    inverse = {"turned_1": "turned_3", "turned_3": "turned_1"}.get(name, name)
    assert set(bench.told()) <= {f"selftest.{what}_{way}" for what in ("sensors", "lights") for way in (name, inverse)}
    assert tester.tested(bench.procedure).wiring == bench.board._wires._true


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(0, 12))
def test_any_muddle_of_wires_is_put_right(seed: int, sensors: int, lights: int) -> None:
    chance = Random(seed)  # noqa: S311 - no secret
    orders = []
    for count in (sensors, lights):
        order, some = list(STRAIGHT), chance.sample(STRAIGHT, count)
        for place, value in zip(some, chance.sample(some, count), strict=True):
            order[place] = value
        orders.append(tuple(order))
    true = wired(*orders)
    bench = selftest(true, seed=seed)
    bench.whole()
    assert tester.tested(bench.procedure).wiring in {true, None}
    assert (tester.tested(bench.procedure).wiring is None) == (true == Wiring.straight())


def test_the_calibration_goes_with_its_sensors() -> None:
    bench = selftest(wired(sensors=exchanged(C3, D3)))
    bench.whole()
    result, before = tester.tested(bench.procedure), bench.board.calibration
    assert result.calibration is not None
    assert result.calibration.gains[C3] == before.gains[D3]
    assert result.calibration.offsets[D3] == before.offsets[C3]


@pytest.mark.parametrize("kind", [FailureKind.DEAD, FailureKind.STUCK, FailureKind.GROUNDED])
def test_a_sensor_that_feels_nothing_is_named(kind: FailureKind) -> None:
    bench = selftest()
    bench.board.enqueue(Break(Failure(C3, kind)))
    bench.whole()
    said = "finding.ended" if kind is FailureKind.GROUNDED else "finding.silent"
    assert bench.told() == [f"{said} c3"]


def test_a_dead_light_is_named_and_the_sensor_there_is_tested_all_the_same() -> None:
    dark = 31  # a place of the strip where nothing is
    lights = (*STRAIGHT[:C3], dark, *STRAIGHT[C3 + 1 :])
    bench = selftest(wired(lights=lights))
    bench.whole()
    assert bench.told() == ["selftest.dark c3"]
    assert bench.procedure.findings.sensors[C3] == C3


def test_a_board_without_lights_has_all_its_sensors_tested() -> None:
    bench = selftest(wired(lights=tuple(range(31, 31 + SQUARE_COUNT))))  # places of the strip where nothing is
    bench.whole()
    (told,) = bench.told()
    assert told.startswith("selftest.dark a1")
    assert bench.procedure.findings.sensors == {square: square for square in range(SQUARE_COUNT)}


def test_lights_are_named_without_a_worker_too() -> None:
    bench = selftest(wired(lights=exchanged(C3, D3)))
    while bench.procedure.view.step != "sensor":
        if bench.procedure.view.step == "walk":
            where = bench.lit_square()
            assert where is not None
            bench.give(ProcedureAnswer.NEXT if where == bench.procedure.view.expected else NamedSquare(where))
        else:
            bench.reply()
    assert bench.told() == ["selftest.lights_exchanged c3 d3"]
    # The sensors are tried afterwards, each under the light that really shines there.
    assert bench.procedure.view.total == 1 + 3 + 25 + 25
    assert bench.lit_square() == A1
    for _ in range(25):
        bench.give(ProcedureAnswer.SKIP)
    every = ", ".join(f"{'abcde'[square % 5]}{square // 5 + 1}" for square in range(SQUARE_COUNT))
    assert bench.told()[1:] == [f"finding.left_out {every}"]


def test_two_lights_on_one_square_are_asked_about_again() -> None:
    bench = selftest()
    while bench.procedure.view.step != "walk":
        bench.reply()
    for square in range(SQUARE_COUNT):
        bench.give(NamedSquare(B1 if square == C3 else square))
    view = bench.procedure.view
    assert (view.step, view.expected) == ("name", B1)
    bench.give(NamedSquare(B1))
    assert bench.procedure.view.expected == C3
    bench.give(NamedSquare(C3))
    assert bench.procedure.view.step == "sensor"


def test_each_light_shows_red_green_and_blue() -> None:
    bench = selftest()
    while bench.procedure.view.step != "walk":
        bench.reply()
    seen = {bench.run(1).lit[0] for _ in range(120)}
    assert {lit.meaning for lit in seen} == {LightMeaning.RED, LightMeaning.GREEN, LightMeaning.BLUE}
    assert {lit.square for lit in seen} == {A1}


def test_wrong_colours_are_reported() -> None:
    bench = selftest()
    bench.reply()
    bench.give(ProcedureAnswer.SKIP)
    bench.whole()
    assert bench.told() == ["selftest.wrong_colours"]


def test_a_worker_that_was_not_moved_is_no_answer() -> None:
    bench = selftest()
    while bench.procedure.view.step != "walk":
        bench.reply()
    done = bench.reply().done
    assert bench.run(120).done == done
    bench.stand(A1)
    view = bench.run(80)
    assert (view.done, view.message.key) == (done, "workshop.selftest.again")


def test_two_workers_are_no_answer() -> None:
    bench = selftest()
    while bench.procedure.view.step != "walk":
        bench.reply()
    bench.do(Lift("orange-1"), Put("orange-1", 24))
    bench.stand(A1)
    assert bench.run(80).message.key == "workshop.selftest.several"


def test_the_last_answer_is_taken_back() -> None:
    bench = selftest()
    while bench.procedure.view.step != "walk":
        bench.reply()
    bench.give(NamedSquare(C3))
    view = bench.give(ButtonPressed(0, Button.UNDO))
    assert (view.step, view.expected) == ("walk", A1)


def test_a_board_that_cannot_store_a_wiring_is_to_be_rewired() -> None:
    bench = selftest(wired(sensors=exchanged(C3, D3)), known=False)
    assert bench.whole().message.key == "workshop.selftest.rewire"


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from([*ProcedureAnswer, *map(NamedSquare, range(-1, 26))]), max_size=80))
def test_no_order_of_answers_breaks_it(answers: list[ProcedureAnswer | NamedSquare]) -> None:
    bench = selftest()
    bench.until(lambda view: view.step != "empty")
    for answer in answers:
        view = bench.give(answer)
        assert 0 <= view.done <= view.total
        bench.run(2)
    tester.tested(bench.procedure)
