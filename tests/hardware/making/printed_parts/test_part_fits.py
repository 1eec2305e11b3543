"""The printed parts fit each other, the sheets and what is bought: nothing in the same place, and no wide gaps."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from manifold3d import Manifold

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.printed_parts.board_assembly import Level, PlacedPart, assembled, gap, overlap
from hardware.making.printed_parts.part_dimensions import PartDimensions
from hardware.making.printed_parts.part_set import (
    LIGHT_BOARD,
    PartName,
    bar_height,
    box,
    centring_lip,
    cylinder,
    foot_diameter,
    printed_parts,
    union,
    worker_foot,
)
from hardware.template import (
    BUTTON_HOLE,
    BUTTON_ROOM,
    RIM,
    light_at,
    middle_lines,
    plate_side,
    screws_at,
    sensor_at,
)
from tests.hardware.making.printed_parts.test_part_set import BOARDS, WEIGHS

DIMENSIONS = PartDimensions()
NOTHING = 1e-6
"""A volume in mm^3 that is an error of rounding."""
ROOM = DIMENSIONS.frame.room
EVERY_BOARD = pytest.mark.parametrize("name", BOARDS)


@cache
def whole(name: str) -> tuple[BoardFile, tuple[PlacedPart, ...]]:
    board = parse_board_file("[scale]\n" if name == WEIGHS else BOARDS[name])
    return board, assembled(board, printed_parts(board, DIMENSIONS), DIMENSIONS)


def at(name: str, *levels: Level) -> list[PlacedPart]:
    return [part for part in whole(name)[1] if part.level in levels]


@cache
def frame_and(name: str, *levels: Level) -> Manifold:
    return union(part.there for part in at(name, Level.FEET, Level.FRAME, *levels))


@EVERY_BOARD
def test_no_two_parts_are_in_the_same_place(name: str) -> None:
    board, parts = whole(name)
    assert len(parts) == 4 + 4 + len(board.geometry.squares) + len(screws_at(board.geometry)) + 2
    met = [(one.name, other.name) for one, other in combinations(parts, 2) if overlap(one, other) > NOTHING]
    assert met == []


@EVERY_BOARD
def test_sheets_lie_in_the_frame_with_the_same_play_all_around(name: str) -> None:
    board = whole(name)[0]
    (face,) = at(name, Level.FACE)
    (carrier,) = at(name, Level.CARRIER)
    for corner in at(name, Level.FRAME):
        assert gap(corner, face, 5.0) == pytest.approx(DIMENSIONS.frame.clearance, abs=1e-6)
        assert gap(corner, carrier, 5.0) == pytest.approx(0.0, abs=1e-6), "the carrier lies on the ledge"
    tops = {part.there.bounding_box()[5] for part in (face, *at(name, Level.FRAME))}
    assert max(tops) - min(tops) < 1e-6, "the face is as high as the frame"
    lower = face.there.bounding_box()[2]
    for spacer in at(name, Level.SPACERS):
        assert spacer.there.bounding_box()[5] == pytest.approx(lower, abs=1e-6)
    element = ROOM + DIMENSIONS.stack.carrier - DIMENSIONS.stack.element
    assert face.there.bounding_box()[5] - element == pytest.approx(board.geometry.gap)


@EVERY_BOARD
def test_each_corner_laps_over_the_next_with_the_same_play(name: str) -> None:
    corners = at(name, Level.FRAME)
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        assert gap(one, other, 5.0) == pytest.approx(DIMENSIONS.frame.lap_gap, abs=1e-6)
        # What is within the lap gap of the one is where the other is: they lap, and do not only come near.
        moved = one.there.translate((0.6, 0.6, 0.0)) + one.there.translate((-0.6, -0.6, 0.0))
        assert (moved ^ other.there).volume() > 100.0
    frame = union(part.there for part in corners)
    side, beyond = plate_side(whole(name)[0].geometry), DIMENSIONS.frame.clearance + DIMENSIONS.frame.wall
    assert frame.bounding_box()[:2] == pytest.approx((-beyond, -beyond))
    assert frame.bounding_box()[3:5] == pytest.approx((side + beyond, side + beyond))


@EVERY_BOARD
def test_screws_go_through_sheets_and_spacers_into_the_posts(name: str) -> None:
    board = whole(name)[0]
    side, thread = plate_side(board.geometry), DIMENSIONS.frame.thread_hole
    through = union(part.there for part in at(name, Level.SPACERS, Level.CARRIER, Level.FACE))
    for number, (x, y) in enumerate(screws_at(board.geometry)):
        screw = cylinder(3.0, 100.0).translate((x, side - y, ROOM))
        assert (screw ^ through).volume() < NOTHING
        if number < 4:
            core = cylinder(thread - 0.05, DIMENSIONS.frame.thread_depth).translate(
                (x, side - y, ROOM - DIMENSIONS.frame.thread_depth)
            )
            thick = cylinder(3.0, 8.0).translate((x, side - y, ROOM - 8.0))
            frame = frame_and(name)
            assert (core ^ frame).volume() < NOTHING
            assert (thick ^ frame).volume() > 5.0, "its thread cuts into the post"
        else:
            nut = cylinder(6.4, 5.0).translate((x, side - y, ROOM - 5.0))
            assert (nut ^ frame_and(name, Level.HOLDERS)).volume() < NOTHING, "its nut has room below the carrier"


@EVERY_BOARD
def test_screws_of_laps_and_of_feet_have_their_holes(name: str) -> None:
    side = plate_side(whole(name)[0].geometry)
    frame = frame_and(name)
    rods = [cylinder(3.0, side + 40).rotate((90.0, 0.0, 0.0)).translate((side / 2, side + 20, ROOM / 2))]
    rods.append(cylinder(3.0, side + 40).rotate((0.0, 90.0, 0.0)).translate((-20.0, side / 2, ROOM / 2)))
    for rod in rods:
        assert (rod ^ frame).volume() < NOTHING
    for foot in at(name, Level.FEET):
        x, y, _ = foot.place
        head = cylinder(5.8, 3.0).translate((x, y, -DIMENSIONS.board_foot.height))
        shaft = cylinder(2.6, 10.0).translate((x, y, -DIMENSIONS.board_foot.height + DIMENSIONS.board_foot.head_depth))
        assert (head ^ frame).volume() < NOTHING
        assert (shaft ^ frame).volume() < NOTHING


@EVERY_BOARD
def test_buttons_and_lights_have_room(name: str) -> None:
    geometry = whole(name)[0].geometry
    side = plate_side(geometry)
    rest = frame_and(name, Level.HOLDERS, Level.CARRIER, Level.SPACERS)
    for line in middle_lines(geometry):
        under = DIMENSIONS.stack.carrier + 0.5
        nut = cylinder(BUTTON_ROOM - 0.1, under).translate((line, RIM / 2, ROOM - 0.25))
        body = cylinder(BUTTON_HOLE + 2.0, ROOM - 2.0).translate((line, RIM / 2, 2.0))
        assert ((nut + body) ^ rest).volume() < NOTHING
    for square in geometry.squares:
        x, y = light_at(geometry, square)
        board = cylinder(LIGHT_BOARD, 3.0).translate((x, side - y, ROOM - 3.0))
        assert (board ^ frame_and(name, Level.HOLDERS)).volume() < NOTHING


@EVERY_BOARD
def test_a_holder_is_in_its_hole_and_keeps_the_element_in_the_middle_and_at_its_depth(name: str) -> None:
    geometry = whole(name)[0].geometry
    (carrier,) = at(name, Level.CARRIER)
    upper = ROOM + DIMENSIONS.stack.carrier
    holders = at(name, Level.HOLDERS)
    assert [holder.place[:2] for holder in holders] == [
        (x, plate_side(geometry) - y) for x, y in (sensor_at(geometry, square) for square in geometry.squares)
    ]
    holder = holders[0]
    plug = holder.there.trim_by_plane((0.0, 0.0, 1.0), ROOM + 0.01)
    assert plug.min_gap(carrier.there, 1.0) == pytest.approx(DIMENSIONS.holder.clearance / 2, abs=0.02)
    assert holder.there.bounding_box()[5] == pytest.approx(upper), "flush with the carrier"
    x, y, _ = holder.place
    # The body of the data sheet at its largest, its unmarked side up, and its legs where they leave and bend down.
    low = upper - DIMENSIONS.holder.depth
    body = box((x - 2.05, y - 1.625, low), (x + 2.05, y + 1.625, low + 1.52))
    legs = union(
        box((x + leg - 0.26, y - 3.2, low - 20.0), (x + leg + 0.26, y - 1.7, low + 1.0)) for leg in (-1.27, 0.0, 1.27)
    )
    assert ((body + legs) ^ holder.there).volume() < NOTHING
    assert 0 <= upper - (low + 1.52) <= 0.1, "nothing stands out, and it lies no deeper than it should"


@pytest.mark.parametrize("disc", [(3.0, 1.0), (10.0, 3.0), (12.0, 5.0), (15.0, 5.0), (20.0, 5.0)])
@pytest.mark.parametrize("grooves", [1, 2])
def test_a_magnet_is_flush_in_its_foot_and_the_foot_stands_in_its_lip(disc: tuple[float, float], grooves: int) -> None:
    board = parse_board_file(f"[magnet]\ndiameter_mm = {disc[0]}\nthickness_mm = {disc[1]}\n")
    magnet, measures = board.geometry.magnet, DIMENSIONS.worker_foot
    foot = worker_foot(magnet, grooves, measures)
    height = foot.bounding_box()[5]
    within = cylinder(magnet.diameter, magnet.thickness).translate((0.0, 0.0, height - magnet.thickness))
    assert (within ^ foot).volume() < NOTHING
    assert within.min_gap(foot, 1.0) <= measures.clearance / 2 + 1e-6
    wider = cylinder(magnet.diameter + 0.4, magnet.thickness).translate((0.0, 0.0, height - magnet.thickness))
    assert (wider ^ foot).volume() > 0.5, "a magnet that is too wide does not go in"
    lip = centring_lip(foot_diameter(magnet, measures), DIMENSIONS.lip)
    assert (lip ^ foot).volume() < NOTHING
    assert lip.min_gap(foot, 2.0) == pytest.approx(DIMENSIONS.lip.clearance / 2, abs=0.03)


def test_the_opening_for_cables_is_in_the_north_where_no_button_is() -> None:
    (opened,) = (part for part in at("guide", Level.FRAME) if part.name == PartName.CABLE_CORNER.value)
    side = plate_side(whole("guide")[0].geometry)
    frame = union(part.there for part in at("guide", Level.FRAME))
    assert opened.place[:2] == (side, side)
    # Plugs with their grips, and beside each the cable of the other one, which is in already.
    for width, height, cable in ((12.0, 9.0, 6.0), (12.0, 12.0, 6.0)):
        plug = box((0.0, 0.0, 0.0), (width + cable + 2.0, 30.0, height)).translate(
            (side - DIMENSIONS.frame.cable_from_corner - width - cable - 3.0, side - 10.0, 0.0)
        )
        assert (plug ^ frame).volume() < NOTHING


# -- a board that weighs

CELL = DIMENSIONS.scale_foot
WASHER = cylinder(7.0, CELL.washers) - cylinder(3.2, CELL.washers)


def cells() -> list[Manifold]:
    """The four bars in their places, each with threads of M5 at its fixed end and of M4 at its free one."""
    board, low = whole(WEIGHS)[0], bar_height(ROOM, CELL)
    side = plate_side(board.geometry)
    found = []
    for x, y in screws_at(board.geometry)[:4]:
        bar = box((-CELL.bar / 2, -5.0, low), (CELL.bar / 2, 75.0, low + CELL.bar))
        for along, drill in ((0.0, 3.3), (15.0, 3.3), (55.0, 4.2), (70.0, 4.2)):
            bar -= cylinder(drill, 60.0).translate((0.0, along, 0.0))
        found.append((bar if side - y < side / 2 else bar.rotate((0.0, 0.0, 180.0))).translate((x, side - y, 0.0)))
    return found


def test_a_plate_that_weighs_rests_on_the_washers_of_its_four_cells_alone() -> None:
    board, parts = whole(WEIGHS)
    assert [(one.name, other.name) for one, other in combinations(parts, 2) if overlap(one, other) > NOTHING] == []
    (carrier,) = at(WEIGHS, Level.CARRIER)
    plate = union(part.there for part in at(WEIGHS, Level.CARRIER, Level.HOLDERS, Level.SPACERS, Level.FACE))
    for foot in at(WEIGHS, Level.FEET):
        assert gap(foot, carrier, 5.0) == pytest.approx(0.5, abs=1e-6), "its stop, when a hand leans on the corner"
        assert foot.there.min_gap(plate, 5.0) == pytest.approx(0.5, abs=1e-6)
        for cap in at(WEIGHS, Level.CAPS):
            assert gap(foot, cap, 5.0) > 1.0
    for cap in at(WEIGHS, Level.CAPS):
        assert gap(cap, carrier, 5.0) == pytest.approx(CELL.washers, abs=1e-6)
    side = plate_side(board.geometry)
    for x, y in screws_at(board.geometry)[:4]:
        washer = WASHER.translate((x, side - y, ROOM - CELL.washers))
        assert (washer ^ union(part.there for part in parts)).volume() < NOTHING
        assert washer.min_gap(carrier.there, 1.0) == pytest.approx(0.0, abs=1e-6)


def test_the_plate_rests_where_a_board_file_has_its_cells_unless_it_says_otherwise() -> None:
    board = whole(WEIGHS)[0]
    assert board.scale is not None
    middle = RIM + board.geometry.pitch / 2
    side = plate_side(board.geometry)
    assert {(cell.east, cell.north) for cell in board.scale.cells} == {
        (x - middle, side - y - middle) for x, y in screws_at(board.geometry)[:4]
    }


def test_a_bar_lies_on_its_seat_and_is_free_up_to_its_cap() -> None:
    feet, caps = at(WEIGHS, Level.FEET), at(WEIGHS, Level.CAPS)
    everything = union(part.there for part in whole(WEIGHS)[1])
    for bar in cells():
        assert (bar ^ everything).volume() < NOTHING
        (foot,) = (each for each in feet if each.there.min_gap(bar, 1.0) < 1e-6)
        (cap,) = (each for each in caps if each.there.min_gap(bar, 1.0) < 1e-6)
        free = bar ^ box((-1e3, -1e3, 0.0), (1e3, 1e3, 1e3)).translate((0.0, 0.0, bar_height(ROOM, CELL) - 1.0))
        half = free.trim_by_plane(_towards(cap), _along(cap, 45.0))
        assert half.min_gap(foot.there, 5.0) >= 2.0, "it bends freely, and down to the stop"


def _towards(cap: PlacedPart) -> tuple[float, float, float]:
    """The direction from the fixed end of a bar to its free end."""
    return (0.0, -1.0 if cap.quarters == 0 else 1.0, 0.0)


def _along(cap: PlacedPart, length: float) -> float:
    """The distance from the origin of a plane across a bar, so far from the screw of the plate."""
    return _towards(cap)[1] * cap.place[1] - length


def test_screws_hold_bars_caps_and_the_plate() -> None:
    board, low = whole(WEIGHS)[0], bar_height(ROOM, CELL)
    side = plate_side(board.geometry)
    frame = union(part.there for part in at(WEIGHS, Level.FEET, Level.CAPS))
    everything = union([frame, *cells()])
    for x, y in screws_at(board.geometry)[:4]:
        inward = 1.0 if side - y < side / 2 else -1.0
        for along in (55.0, 70.0):
            # M5 x 16, countersunk, from below: its head is within the foot, and 8 mm of it are in the bar.
            place = (x, side - y + inward * along, 0.0)
            head = cylinder(9.4, 2.2, 5.0).translate((0.0, 0.0, 3.0)).translate(place)
            assert ((head + cylinder(4.1, low + 8.0).translate(place)) ^ everything).volume() < NOTHING
        # M4 x 12, countersunk, from above, flush with the cap.
        top = ROOM - CELL.washers
        place = (x, side - y + inward * 15.0, top)
        own = cylinder(3.2, 12.0).translate((0.0, 0.0, -12.0)) + cylinder(4.0, 2.0, 8.0).translate((0.0, 0.0, -2.0))
        assert (own.translate(place) ^ everything).volume() < NOTHING
        # The plate's screw cuts its thread into the cap, and its end is free in the bar's own hole.
        core = cylinder(DIMENSIONS.frame.thread_hole - 0.05, 20.0).translate((x, side - y, ROOM - 20.0))
        assert (core ^ everything).volume() < NOTHING
        thick = cylinder(3.0, 20.0).translate((x, side - y, ROOM - 20.0))
        assert 5.0 < (thick ^ everything).volume() == pytest.approx((thick ^ frame).volume(), abs=NOTHING)


def test_lights_and_buttons_of_a_board_that_weighs_have_room() -> None:
    geometry = whole(WEIGHS)[0].geometry
    side, rest = plate_side(geometry), union(part.there for part in at(WEIGHS, Level.FEET, Level.CAPS))
    for line in middle_lines(geometry):
        body = cylinder(BUTTON_ROOM, ROOM - 2.0).translate((line, RIM / 2, 2.0))
        assert (body ^ rest).volume() < NOTHING
    for square in geometry.squares:
        x, y = light_at(geometry, square)
        assert (cylinder(LIGHT_BOARD, 3.0).translate((x, side - y, ROOM - 3.0)) ^ rest).volume() < NOTHING
