"""Rank boards: each sensor and light at its place, whatever the board file says, and cables that fit both ends."""

from __future__ import annotations

import re
from math import hypot

import pytest

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.circuit_boards.board_design import BoardDesign, CopperKeepout, CopperLayer
from hardware.making.circuit_boards.controller_board import FUSE_HOLDS_MA
from hardware.making.circuit_boards.rank_board import (
    FIDUCIAL,
    FIDUCIAL_KEEPOUT,
    FIVE,
    HALL_SENSOR,
    LIGHT,
    MOUNTING_HOLE,
    RIBBON_HEADER,
    SCREW_KEEPOUT,
    SENSOR_SUPPLY,
    TEST_PAD,
    check_ranks,
    lights_words,
    rank_board,
)
from hardware.template import light_at, sensor_at
from hardware.wire_list import SENSOR_SOT_23
from tests.hardware.making.circuit_boards.tracks import carries, distance
from tests.house import ROOT

BOARDS = {
    "usual": "",
    "4 x 4": "[squares]\nsize = 4\n[electronics]\nlights = [0, 1, 2, 3, 16, 4, 5, 6, 7, 17, 8, 9, 10, 11, 18, 12, 13,"
    " 14, 15, 19, 20, 21, 22, 23, 24]\n",
    "smaller squares": "[squares]\npitch_mm = 44\n",
    "larger squares": "[squares]\npitch_mm = 61.5\n",
}
EVERY_BOARD = pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)


def made(text: str) -> tuple[BoardFile, BoardDesign]:
    board = parse_board_file(text)
    return board, rank_board(board)


@EVERY_BOARD
def test_each_sensor_and_each_light_is_where_the_plate_has_it(text: str) -> None:
    board, design = made(text)
    assert design.pieces == board.geometry.size
    for rank in range(board.geometry.size):
        origin = sensor_at(board.geometry, 5 * rank)
        for file in range(board.geometry.size):
            square = 5 * rank + file
            for name, place in (("U", sensor_at), ("D", light_at)):
                x, y = place(board.geometry, square)
                assert design.part(f"{name}{file + 1}").at == pytest.approx((x - origin[0], y - origin[1]), abs=0.001)


@EVERY_BOARD
def test_all_parts_are_on_the_board_and_boards_do_not_meet(text: str) -> None:
    board, design = made(text)
    edge, pitch = design.outline, board.geometry.pitch
    for pad in design.pads:
        assert edge.left < pad.at[0] - pad.half[0]
        assert pad.at[0] + pad.half[0] < edge.right
        assert edge.top < pad.at[1] - pad.half[1]
        assert pad.at[1] + pad.half[1] < edge.bottom
    assert edge.height < pitch, "the next rank begins there"
    assert edge.width < board.geometry.size * pitch


def test_a_sensor_is_soldered_as_the_wire_list_has_its_case() -> None:
    _, design = made("")
    names = {"VCC": "3V3", "OUT": "OUT3", "GND": "GND"}
    assert design.part("U3").kind is HALL_SENSOR
    assert {name: design.part("U3").net_of(str(pin)) for name, pin in SENSOR_SOT_23.items()} == names
    told = (ROOT / "docs/build/wiring.md").read_text("utf-8")
    assert "(SOT-23) they are VCC 1, OUT 2, GND 3" in " ".join(told.split())


@EVERY_BOARD
def test_the_data_of_the_lights_goes_from_one_to_the_next_and_on_to_the_next_board(text: str) -> None:
    board, design = made(text)
    lights = [part for part in design.parts if part.kind is LIGHT]
    chain = [(part.net_of("4"), part.net_of("2")) for part in lights]
    assert chain == [(f"L{number}", f"L{number + 1}") for number in range(board.geometry.size)]
    assert design.part("J2").net_of("2") == chain[0][0]
    assert design.part("J3").net_of("2") == chain[-1][1]
    for number in ("1", "3"):
        assert design.part("J2").net_of(number) == design.part("J3").net_of(number), "one cable fits all sockets"


def test_sockets_are_below_and_say_which_pin_is_which() -> None:
    _, design = made("")
    sockets = [design.part(name) for name in ("J1", "J2", "J3")]
    assert {part.side for part in sockets} == {CopperLayer.BOTTOM}
    assert sockets[0].kind is RIBBON_HEADER
    for part in sockets[1:]:
        from_the_left = sorted("123", key=lambda number: -part.pad(number)[0])
        assert lights_words(part).split() == [{"1": "5V", "2": "DATA", "3": "GND"}[each] for each in from_the_left]


@EVERY_BOARD
def test_signals_do_not_cross_on_their_side_of_the_board(text: str) -> None:
    _, design = made(text)
    straight = [track for track in design.tracks if track.layer is CopperLayer.TOP]
    for first in straight:
        for second in straight:
            if first.net != second.net and 0 in {first.start[0] - first.end[0], first.start[1] - first.end[1]}:
                assert not _crosses(first.start, first.end, second.start, second.end), (first, second)


def _crosses(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_sensors_and_lights_lie_as_the_guide_says_of_an_assemblers_preview() -> None:
    _, design = made("")
    sensor, light = design.part("U2"), design.part("D2")
    assert sensor.pad("3")[0] < sensor.at[0] < min(sensor.pad("1")[0], sensor.pad("2")[0]), "one leg in the west"
    letters = [text.at for text in design.texts if text.text == "b" and text.side is CopperLayer.TOP]
    assert [at[0] < sensor.pad("3")[0] for at in letters] == [True]
    # The corner of a WS2812B that is cut is at its pin 3.
    assert light.pad("3")[0] < light.at[0] < light.pad("1")[0]
    assert light.pad("3")[1] < light.at[1] < light.pad("1")[1]
    told = (ROOT / "docs/build/circuit_boards.md").read_text("utf-8")
    assert "one leg in the west, where the letter of the file is" in told
    assert "in the north-west; a dot for pin 1 is in the south-east" in told


@EVERY_BOARD
def test_below_the_heads_of_screws_there_is_no_copper(text: str) -> None:
    _, design = made(text)
    holes = [part.at for part in design.parts if part.kind is MOUNTING_HOLE]
    assert len(holes) == 2
    for hole in holes:
        for track in design.tracks:
            assert distance(hole, track.start, track.end) - track.width / 2 >= SCREW_KEEPOUT, track
        for via in design.vias:
            assert hypot(via.at[0] - hole[0], via.at[1] - hole[1]) - via.size / 2 >= SCREW_KEEPOUT, via
        assert CopperKeepout(hole, SCREW_KEEPOUT) in design.keepouts, "poured copper stays out, too"


@EVERY_BOARD
def test_the_machine_finds_the_board_by_three_marks_that_have_no_copper_beside_them(text: str) -> None:
    _, design = made(text)
    marks = [part.at for part in design.parts if part.kind is FIDUCIAL]
    edge = design.outline
    assert len(marks) == 3
    turned = {(round(edge.left + edge.right - x, 3), round(edge.top + edge.bottom - y, 3)) for x, y in marks}
    assert turned != {(round(x, 3), round(y, 3)) for x, y in marks}, "a board that is turned round is noticed"
    for at in marks:
        assert min(at[0] - edge.left, edge.right - at[0], at[1] - edge.top, edge.bottom - at[1]) >= 3.85
        assert CopperKeepout(at, FIDUCIAL_KEEPOUT) in design.keepouts


@EVERY_BOARD
def test_a_multimeter_reaches_every_supply_and_every_sensor(text: str) -> None:
    _, design = made(text)
    nets = {part.net_of("1") for part in design.parts if part.kind is TEST_PAD}
    assert nets == {"3V3", "GND", "5V", "LIGHT_GND", *(f"S{place + 1}" for place in range(design.pieces))}


@EVERY_BOARD
def test_its_print_can_be_read(text: str) -> None:
    _, design = made(text)
    assert min(text.size for text in design.texts) >= 1.0


def test_the_supply_of_the_sensors_runs_in_wide_tracks() -> None:
    _, design = made("")
    assert min(track.width for track in design.tracks if track.net == SENSOR_SUPPLY) >= 0.5


def test_tracks_of_the_lights_carry_what_the_fuse_lets_pass() -> None:
    assert carries(1.0) == pytest.approx(3240, rel=0.02), "the formula is the usual one"
    _, design = made("")
    rail = [track for track in design.tracks if track.net == FIVE and track.length > 100]
    assert rail
    assert min(carries(track.width) for track in rail) > FUSE_HOLDS_MA
    sockets = [track for track in design.tracks if track.net == FIVE and design.part("J2").pad("1") == track.start]
    assert min(carries(track.width) for track in sockets) > FUSE_HOLDS_MA


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[squares]\npitch_mm = 43\n", "pitch_mm = 43: rank boards need squares of 44 mm or more"),
        (
            f"[electronics]\nlights = {[4, 3, 2, 1, 0, *range(5, 25)]}\n",
            "on rank boards the strip runs from a to the last file of each rank",
        ),
        (f"[electronics]\nlights = {[*range(24), 25]}\n", "without a gap"),
    ],
)
def test_what_rank_boards_cannot_make_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        rank_board(parse_board_file(text))


def test_the_widest_squares_that_a_board_file_takes_fit_a_rank_of_half_a_metre() -> None:
    with pytest.raises(ValueError, match="from 20 to 100"):
        parse_board_file("[squares]\npitch_mm = 100.1\n")
    assert rank_board(parse_board_file("[squares]\npitch_mm = 100.0\n")).outline.width < 500


def test_ranks_may_be_chained_in_any_order() -> None:
    from_the_north = [20, 21, 22, 23, 24, 15, 16, 17, 18, 19, 10, 11, 12, 13, 14, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4]
    assert check_ranks(BoardFile()) == (0, 1, 2, 3, 4)
    assert check_ranks(parse_board_file(f"[electronics]\nlights = {from_the_north}\n")) == (4, 3, 2, 1, 0)
