"""What a calibration finds of a scale, and what it says of one that cannot be; step by step, as a person does it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.board import Button, ButtonPressed, Frame, Weighed
from hardware.scale import PieceMasses
from perception.calibration.procedure import AskedLoad, NamedMass, ProcedureAnswer
from perception.calibration.scale_calibration import (
    SILENT_FRAMES,
    LoadRest,
    Loads,
    ScaleMeasurementError,
    ScaleProcedure,
    calibrated_scale,
    corner_squares,
)
from tests.perception.calibration.weighed_plate import TRUE_COUNTS, WeighedPlate, plain_scale

KNOWN = 150.0
Says = ProcedureAnswer


def placements(plate: WeighedPlate, *, middle: float = KNOWN) -> list[Loads]:
    """The changes of the loads with the known mass on each of the squares in turn."""
    plate.standing = []
    empty, found = plate.loads(), []
    for square in corner_squares(plate.geometry):
        plate.standing = []
        plate.put(middle if square == 12 else KNOWN, square)
        found.append(change(plate, empty))
    return found


def change(plate: WeighedPlate, empty: Loads) -> Loads:
    return tuple(load - before for load, before in zip(plate.loads(), empty, strict=True))


def failure(plate: WeighedPlate, placed: list[Loads]) -> ScaleMeasurementError:
    with pytest.raises(ScaleMeasurementError) as caught:
        calibrated_scale(plate.scale, plate.geometry, KNOWN, placed)
    return caught.value


def test_the_counts_of_each_cell_are_found_and_its_sign() -> None:
    plate = WeighedPlate()
    found = calibrated_scale(plate.scale, plate.geometry, KNOWN, placements(plate))
    for cell, true in zip(found.cells, TRUE_COUNTS, strict=True):
        assert cell.counts_per_gram == pytest.approx(true, rel=1e-4)


def test_the_known_mass_may_stand_some_mm_off_the_middle() -> None:
    plate = WeighedPlate()
    placed = placements(plate)
    plate.standing = []
    empty = plate.loads()
    plate.standing = [(KNOWN, 6.0, -4.0)]
    placed[0] = change(plate, empty)
    found = calibrated_scale(plate.scale, plate.geometry, KNOWN, placed)
    assert [cell.counts_per_gram for cell in found.cells] == pytest.approx(TRUE_COUNTS, rel=1e-4)


def exchanged(plate: WeighedPlate) -> None:
    first, second, third, fourth = plate.scale.cells
    plate.scale = replace(
        plate.scale,
        cells=(
            replace(second, counts_per_gram=first.counts_per_gram),
            replace(first, counts_per_gram=second.counts_per_gram),
            third,
            fourth,
        ),
    )


def test_exchanged_cells_are_named() -> None:
    plate = WeighedPlate()
    measured = placements(plate)
    exchanged(plate)
    said = failure(plate, measured).said
    assert (said.key, dict(said.args)) == (
        "workshop.scale.other_cell",
        {"square": "a1", "felt": "1", "nearest": "2"},
    )


@pytest.mark.parametrize(
    ("counts", "felt", "square"),
    [((0.0, 2147.0, 2147.0, 2147.0), "2", "a1"), ((100000.0, 2147.0, 2147.0, 2147.0), "1", "e1")],
)
def test_a_cell_that_feels_nothing_or_too_much_is_found(counts: tuple[float, ...], felt: str, square: str) -> None:
    plate = WeighedPlate(counts)
    said = dict(failure(plate, placements(plate)).said.args)
    assert (said["felt"], said["square"]) == (felt, square)


def test_a_cell_that_would_end_below_its_range_is_named_before_anything_is_stored() -> None:
    plate = WeighedPlate((2147.0, 12000.0, 2147.0, 2147.0))
    said = failure(plate, placements(plate)).said
    assert (said.key, dict(said.args)) == ("workshop.scale.range", {"cell": "2", "end": "699", "range": "1000"})


def test_a_plate_that_bends_or_touches_something_is_found_in_the_middle() -> None:
    plate = WeighedPlate()
    said = failure(plate, placements(plate, middle=145.0)).said
    assert (said.key, dict(said.args)) == ("workshop.scale.middle", {"found": "145.0", "known": "150.0"})


def test_a_thing_on_another_square_is_found_and_only_that_placement_is_asked_for_again() -> None:
    plate = WeighedPlate()
    placed = placements(plate)
    plate.standing = []
    empty = plate.loads()
    plate.put(KNOWN, 6)
    placed[0] = change(plate, empty)
    error = failure(plate, placed)
    assert (error.square, error.said.key) == (0, "workshop.scale.place")
    assert dict(error.said.args) == {"square": "a1", "off": "64"}


# -- loads at rest


def readings(loads: list[float], every: int = 12) -> LoadRest:
    rest = LoadRest(plain_scale())
    for number, load in enumerate(loads):
        rest = rest.after(Weighed(every * number, number, (load, 150.0, 150.0, 150.0)))
    return rest


def test_loads_count_when_they_rest() -> None:
    noise = [150.0 + 0.018 * (1 if number % 2 else -1) for number in range(120)]
    assert readings(noise[:119]).loads is None, "that is less than a second and a half"
    assert readings(noise).loads == pytest.approx((150.0,) * 4)
    assert readings(noise).noise[0] == pytest.approx(0.018 * 2 * 1.05)
    assert readings([*noise[:100], *(each + 5 for each in noise[:20])]).loads is None, "something has come"
    assert readings([each + 0.02 * number for number, each in enumerate(noise)]).loads is None, "it settles"


def test_a_thing_that_is_pushed_does_not_rest_though_its_weight_stays() -> None:
    rest = LoadRest(plain_scale())
    for number in range(120):
        rest = rest.after(Weighed(12 * number, number, (200.0 - number / 4, 100.0 + number / 4, 150.0, 150.0)))
    assert rest.loads is None


def test_what_a_board_sent_before_it_was_away_does_not_count() -> None:
    rest = readings([150.0] * 119)
    assert rest.after(Weighed(60_000, 200, (150.0,) * 4)).loads is None
    assert rest.after(Weighed(0, 0, (150.0,) * 4)).loads is None, "it has restarted"


# -- a person at the board


MASSES = {
    AskedLoad.WORKER: 14.5,
    AskedLoad.BLOCK_1: 12.25,
    AskedLoad.BLOCK_2: 9.5,
    AskedLoad.BLOCK_3: 6.75,
    AskedLoad.DOME: 5.25,
}


class Bench:
    """A person who calibrates the scale under a plate, whose readings come without noise."""

    def __init__(self, plate: WeighedPlate | None = None) -> None:
        self.plate = plate or WeighedPlate()
        self.procedure = ScaleProcedure(self.plate.geometry, self.plate.scale)
        self.number = 0

    @property
    def key(self) -> str:
        return self.procedure.view.message.key.removeprefix("workshop.scale.")

    def rest(self) -> None:
        """Wait until what is on the plate is taken."""
        for _ in range(130):
            self.say_loads()

    def say_loads(self) -> None:
        """Let the board send one reading."""
        self.number += 1
        self.procedure = self.procedure.after(Weighed(12 * self.number, self.number, self.plate.loads()))

    def say(self, *given: ProcedureAnswer | NamedMass | ButtonPressed) -> None:
        for each in given:
            self.procedure = self.procedure.after(each)

    def place(self, square: int, mass: float = KNOWN) -> None:
        """Put the thing on a square, and nothing else."""
        self.plate.standing = []
        self.say_loads()
        self.plate.put(mass, square)
        self.rest()

    def add(self, piece: AskedLoad) -> None:
        """Put one more piece on the plate."""
        self.plate.put(MASSES[piece], 6 + len(self.plate.standing))
        self.rest()

    def begin(self) -> None:
        """Up to the thing on a1."""
        self.say(Says.NEXT)
        self.rest()
        self.say(NamedMass(KNOWN))

    def to_pieces(self) -> None:
        """Up to the first piece."""
        self.begin()
        for square in corner_squares(self.plate.geometry):
            self.place(square)
        self.plate.standing = []
        self.rest()


def test_a_person_who_does_what_is_asked_has_a_calibrated_scale() -> None:
    bench = Bench()
    asked = [bench.key]
    bench.to_pieces()
    for piece in MASSES:
        asked.append(bench.key)
        assert bench.procedure.view.load is piece
        bench.add(piece)
    assert asked == ["empty", *(f"put_{piece}" for piece in MASSES)]
    result, view = bench.procedure.result, bench.procedure.view
    assert result is not None
    assert (view.step, view.done, view.total) == ("result", 13, 13)
    assert [cell.counts_per_gram for cell in result.cells] == pytest.approx(TRUE_COUNTS, rel=1e-4)
    assert result.masses == PieceMasses(14.5, (12.25, 9.5, 6.75), 5.25)
    assert [note.key.rpartition(".")[2] for note in view.notes] == ["cell"] * 4 + list(MASSES)
    bench.say(Says.NEXT)
    assert (bench.procedure.view.step, bench.procedure.view.over) == ("accepted", True)


def test_the_lit_square_is_the_one_that_is_asked_for() -> None:
    bench = Bench()
    bench.begin()
    found = []
    for square in corner_squares(bench.plate.geometry):
        (lit,) = bench.procedure.view.lit
        found.append((lit.square, bench.procedure.view.expected))
        bench.place(square)
    assert found == [(square, square) for square in (0, 4, 20, 24, 12)]
    assert bench.procedure.view.lit == ()


@pytest.mark.parametrize("mass", [0.0, 19.9, 1000.1])
def test_a_mass_outside_the_limits_is_asked_for_again(mass: float) -> None:
    bench = Bench()
    bench.say(Says.NEXT)
    bench.rest()
    assert bench.procedure.view.masses == (20.0, 1000.0)
    bench.say(NamedMass(mass))
    said = bench.procedure.view.message
    assert (bench.key, dict(said.args)["least"], dict(said.args)["most"]) == ("outside", "20", "1000")
    bench.say(NamedMass(20.0))
    assert bench.key == "put"


def test_a_mass_that_nobody_asks_for_means_nothing() -> None:
    bench = Bench()
    assert bench.procedure.after(NamedMass(KNOWN)) is bench.procedure


def test_the_done_button_goes_on_and_undo_goes_back() -> None:
    bench = Bench()
    bench.say(ButtonPressed(0, Button.DONE))
    bench.rest()
    assert bench.key == "mass"
    bench.say(ButtonPressed(0, Button.UNDO))
    assert bench.key == "empty"


def test_a_thing_on_the_wrong_corner_is_said_at_once_and_nothing_is_lost() -> None:
    bench = Bench()
    bench.begin()
    bench.place(0)
    bench.place(20)
    assert bench.key == "other_cell"
    assert dict(bench.procedure.view.message.args)["square"] == "e1"
    assert bench.procedure.view.done == 3
    bench.place(4)
    assert (bench.key, bench.procedure.view.done) == ("put", 4)


def test_a_thing_on_a_neighbouring_square_is_asked_for_again_by_itself() -> None:
    bench = Bench()
    bench.begin()
    for square in (6, 4, 20, 24, 12):
        bench.place(square)
    assert (bench.key, bench.procedure.view.expected, bench.procedure.view.done) == ("place", 0, 6)
    bench.place(0)
    assert bench.key == "clear"


def test_after_a_fault_in_the_middle_it_is_put_there_again_or_all_is_begun_again() -> None:
    bench = Bench()
    bench.begin()
    for square in (0, 4, 20, 24):
        bench.place(square)
    bench.place(12, 140.0)
    assert (bench.key, bench.procedure.view.step) == ("middle", "fault")
    again = bench.procedure.after(Says.AGAIN)
    assert (again.view.step, again.view.done) == ("empty", 0)
    bench.say(Says.UNDO)
    assert bench.procedure.view.expected == 12
    bench.rest()
    assert bench.key == "put", "it lies there still, and has not moved"
    bench.place(12, 140.0)
    assert bench.key == "middle", "it was lifted and put back"
    bench.say(Says.UNDO)
    bench.place(12)
    assert bench.key == "clear"


def test_a_thing_that_lies_still_counts_once() -> None:
    bench = Bench()
    bench.begin()
    bench.place(0)
    for _ in range(5):
        bench.rest()
    assert (bench.key, bench.procedure.view.expected) == ("put", 4)


def test_a_person_who_asks_for_it_hears_that_nothing_is_felt() -> None:
    bench = Bench()
    bench.begin()
    bench.rest()
    assert bench.key == "put"
    bench.say(Says.AGAIN)
    bench.rest()
    assert bench.key == "nothing"
    for square in corner_squares(bench.plate.geometry):
        bench.place(square)
    bench.plate.standing = []
    bench.rest()
    bench.say(Says.AGAIN)
    bench.rest()
    assert bench.key == "no_piece"


def test_a_piece_of_another_kind_is_doubted_and_a_person_may_insist() -> None:
    bench = Bench()
    bench.to_pieces()
    bench.plate.put(40.0, 6)
    bench.rest()
    assert (bench.key, Says.NEXT in bench.procedure.view.answers) == ("unlike", True)
    bench.plate.standing = []
    bench.rest()
    assert (bench.key, Says.NEXT in bench.procedure.view.answers) == ("put_worker", False)
    bench.plate.put(40.0, 6)
    bench.rest()
    bench.say(Says.NEXT)
    assert bench.key == "put_block_1"
    bench.add(AskedLoad.BLOCK_1)
    assert bench.key == "put_block_2"
    assert bench.procedure.masses == (40.0, 12.25)


def test_pieces_may_be_taken_off_between_and_one_may_be_left_out() -> None:
    bench = Bench()
    bench.to_pieces()
    bench.add(AskedLoad.WORKER)
    bench.plate.standing = []
    bench.rest()
    bench.add(AskedLoad.BLOCK_1)
    bench.say(Says.SKIP)
    bench.add(AskedLoad.BLOCK_3)
    bench.add(AskedLoad.DOME)
    assert bench.procedure.result is not None
    assert bench.procedure.result.masses == PieceMasses(14.5, (12.25, plain_scale().masses.blocks[1], 6.75), 5.25)


def test_a_piece_that_is_taken_back_is_weighed_again() -> None:
    bench = Bench()
    bench.to_pieces()
    bench.add(AskedLoad.WORKER)
    bench.say(Says.UNDO)
    bench.rest()
    assert bench.key == "put_worker", "it stands there still"
    bench.plate.standing = []
    bench.rest()
    bench.add(AskedLoad.WORKER)
    assert (bench.key, bench.procedure.masses) == ("put_block_1", (14.5,))


def test_a_board_that_sends_no_weights_is_said_until_they_come() -> None:
    bench = Bench()
    for number in range(SILENT_FRAMES + 1):
        bench.procedure = bench.procedure.after(Frame(20 * number, number, (0.0,) * 25))
    assert bench.key == "no_weights"
    bench.rest()
    assert bench.key == "empty"
