"""The lists of parts, joints and hours in the build guide are those of the board, for each way to make one."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from hardware.board_file import BoardFile, parse_board_file
from hardware.build_effort import (
    ASSEMBLY,
    BOARDS_PARCEL,
    BUILD_STEPS,
    CIRCUIT_BOARDS,
    JOINT_SECONDS,
    PARCEL,
    PARTS,
    PRINT_HOURS,
    PRINT_SPEED,
    PRINTED_VOLUME,
    RING_JOINTS,
    RING_PARTS,
    SCALE_JOINTS,
    SCALE_PARTS,
    BuildWay,
    EuroRange,
    cost,
    cost_lines,
    ring_hours,
    scale_hours,
    work_hours,
)
from hardware.electronics import Electronics, PiPins
from hardware.geometry import Geometry
from hardware.magnet_force import magnet_weight
from hardware.making.printed_parts.__main__ import PLASTIC
from hardware.making.printed_parts.part_dimensions import SheetStack
from hardware.making.printed_parts.part_set import printed_parts
from hardware.power_budget import SENSOR_MA, PowerSource, most
from hardware.sensor_layout import RING_SENSORS
from hardware.template import plate_side, screws_at
from hardware.wire_list import CELLS, Group, wires
from tests.house import ROOT
from tests.joint_count import joint_counts

GUIDE = (ROOT / "docs" / "build.md").read_text("utf-8")

EVERY, BOARDS, WIRES = "For every way", "On circuit boards", "With wires"
PICO, PI = "With wires and a Pico", "With wires and the pins of a Pi"
WAYS = {
    BuildWay.BOARDS: (EVERY, BOARDS),
    BuildWay.PICO: (EVERY, WIRES, PICO),
    BuildWay.PI: (EVERY, WIRES, PI),
}
"""Each way, and the tables of what it needs."""

ACRYLIC, PLYWOOD = 1.18e-3, 0.68e-3
"""What a mm^3 weighs, in g."""

USED_AS = {
    "linear hall sensor": ("sensors",),
    "light with its own controller": ("lights",),
    "screws m3 with nuts": ("screws",),
    "capacitors": ("capacitors of 100 nf",),
    "resistors": ("resistor of 100",),
    "capacitor of the lights": ("capacitor of 1000",),
    "socket of the supply": ("by its socket",),
    "fuse with two legs": ("the fuse",),
    "wire": ("signal wires",),
}
"""What the steps call a part that has a longer name in the lists."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a parts list: for all its pieces, prices in EUR and the weight in g."""

    part: str
    number: str
    pieces: str
    needs: str
    alternatives: str
    low: int
    high: int
    weight: int


def rows(title: str) -> list[Row]:
    """The parts of the table with this title."""
    (section,) = re.findall(rf"^###? {title}\n\n(.*?)(?=^##)", GUIDE, re.MULTILINE | re.DOTALL)
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    assert found[0] == ["part", "number", "pieces", "what it has to be", "what else will do", "price", "weight"]
    return [_row(cells) for cells in found[2:]]


def _row(cells: list[str]) -> Row:
    part, number, pieces, needs, alternatives, price, weight = cells
    low, high = price.split(" to ")
    return Row(part, number, pieces, needs, alternatives, int(low), int(high), int(weight))


def row(title: str, part: str) -> Row:
    (found,) = (each for each in rows(title) if each.part.startswith(part))
    return found


def columns(title: str) -> dict[str, list[str]]:
    """The columns of a table about the three ways, by the first cell of its rows."""
    (table,) = re.findall(rf"^(\| {title} \|.*?)\n\n", GUIDE, re.MULTILINE | re.DOTALL)
    cells = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in table.splitlines()]
    assert cells[0][1:] == [str(way) for way in WAYS]
    return {first: rest for first, *rest in cells[2:]}


@pytest.mark.parametrize("way", WAYS)
def test_the_parts_of_a_way_add_up_to_what_is_told(way: BuildWay) -> None:
    needed = [each for title in WAYS[way] for each in rows(title)]
    assert all(each.low <= each.high for each in needed)
    assert all(each.part and each.number and each.needs and each.alternatives for each in needed)
    low, high, weight = (sum(column) for column in zip(*((e.low, e.high, e.weight) for e in needed), strict=True))
    assert f"| {way} | {low} to {high} | {weight} |" in GUIDE
    assert PARTS[way] == EuroRange(low, high)


def test_the_parts_and_hours_of_a_scale_add_up_to_what_is_told() -> None:
    needed = rows("A board that weighs")
    assert EuroRange(sum(each.low for each in needed), sum(each.high for each in needed)) == SCALE_PARTS
    told = f"That is {SCALE_PARTS} EUR, and some {scale_hours():g} hours with {SCALE_JOINTS} joints."
    assert told in " ".join(GUIDE.split())
    lists = [wire for wire in wires(parse_board_file("[scale]\n").electronics) if wire.group is Group.SCALE]
    modules = [end for wire in lists for end in wire.ends if end.part in CELLS]
    assert 2 * len(modules) + 4 * len(CELLS) == SCALE_JOINTS, "both ends of each wire, and four wires of each cell"


@pytest.mark.parametrize("way", [way for way in WAYS if BOARDS not in WAYS[way]])
def test_who_follows_the_steps_uses_every_part_of_the_list(way: BuildWay) -> None:
    steps = " ".join(GUIDE[GUIDE.index("## Assembly, in this order") :].lower().split())
    needed = [each.part for title in WAYS[way] for each in rows(title)]
    unused = [part for part in needed if not any(word in steps for word in _words(part))]
    assert unused == []


def _words(part: str) -> tuple[str, ...]:
    """What a step may call a part."""
    name = part.split(",", maxsplit=1)[0].lower()
    return USED_AS.get(name, (name, f"{name}s"))


@pytest.mark.parametrize("place", [1, 2])
def test_the_two_designs_cost_what_their_own_tables_add_up_to(place: int) -> None:
    (cells,) = re.findall(r"^\| price beyond the common parts \(estimate\) (\|.*)\|$", GUIDE, re.MULTILINE)
    own = rows((PICO, PI)[place - 1])
    assert cells.split("|")[place].strip() == f"{sum(e.low for e in own)} to {sum(e.high for e in own)} EUR"


def test_there_is_enough_of_everything_that_each_square_and_each_worker_has() -> None:
    board = BoardFile()
    squares = len(board.geometry.squares)
    for title in (BOARDS, WIRES):
        assert int(row(title, "linear Hall sensor").pieces) == squares + 2, "two are to spare"
        assert int(row(title, "light").pieces) >= squares
        assert f"{squares} of 100 Ω" in row(title, "resistors").number
        assert f"{squares} of 10 nF" in row(title, "capacitors").number
        for part in ("resistors", "capacitors"):
            told = [int(each) for each in re.findall(r"(\d+) (?:each )?of", row(title, part).number)]
            extra = 1 if "1 each of 330 Ω, 10 kΩ" in row(title, part).number else 0
            assert int(row(title, part).pieces) == sum(told) + extra
    assert int(row(BOARDS, "rank board").pieces) == board.geometry.size
    magnets, rubber = row(EVERY, "magnet"), row(EVERY, "rubber")
    assert int(magnets.pieces) == int(rubber.pieces) + 2
    assert magnets.weight == round(int(magnets.pieces) * magnet_weight(board.geometry.magnet))


def test_sheets_and_printed_parts_weigh_what_they_are_computed_to() -> None:
    board, stack = BoardFile(), SheetStack()
    area = plate_side(board.geometry) ** 2
    assert f"{plate_side(board.geometry):g} x {plate_side(board.geometry):g} mm" in row(EVERY, "face").needs
    assert row(EVERY, "face").weight == round(area * stack.face * ACRYLIC)
    assert row(WIRES, "carrier").weight == row(BOARDS, "carrier").weight == round(area * stack.carrier * PLYWOOD)
    parts, printed = printed_parts(board), row(EVERY, "frame and small parts")
    assert int(printed.pieces) == sum(part.pieces for part in parts)
    volume = sum(part.pieces * part.solid.volume() for part in parts) / 1000
    assert printed.weight == round(volume * PLASTIC)
    assert round(volume) == PRINTED_VOLUME
    told = f"are {PRINTED_VOLUME:.0f} cm³, and a usual printer lays down {PRINT_SPEED:g} cm³ an hour"
    assert told in " ".join(GUIDE.split())
    assert f"**{PRINT_HOURS:.0f} hours** of a printer" in " ".join(GUIDE.split())


def test_there_are_screws_for_sheets_feet_and_corners() -> None:
    screws = row(EVERY, "screws")
    lengths = {int(length): int(count) for count, length in re.findall(r"(\d+) of (\d+)", screws.needs)}
    assert sum(lengths.values()) == int(screws.pieces)
    assert lengths[20] + lengths[16] == len(screws_at(BoardFile().geometry))
    assert lengths[20] == lengths[10] == lengths[8] == 4
    assert f"{lengths[16] + lengths[8]} nuts" in screws.needs
    assert int(row(BOARDS, "screws M3 of rank boards").pieces) == 2 * int(row(BOARDS, "rank board").pieces)


def test_supply_and_regulator_give_what_the_sensors_may_draw_at_most() -> None:
    board = BoardFile()
    sensors = len(board.geometry.squares) * SENSOR_MA
    budget = most(board.electronics)
    assert f"draw {SENSOR_MA:g} mA each at most, {sensors:g} mA in all" in GUIDE
    assert f"up to {-(-budget[PowerSource.USB] // 1):.0f} mA from USB" in GUIDE
    assert f"stay within {board.electronics.budget_ma} mA" in GUIDE
    for title in (BOARDS, WIRES):
        (given,) = re.findall(r"(\d+) mA or more", row(title, "regulator").needs)
        assert int(given) >= 1.5 * sensors
    assert 2 * budget[PowerSource.SUPPLY] <= 2000
    assert "2 A or more" in row(EVERY, "power supply").needs


def test_joints_are_those_of_the_wire_list() -> None:
    told = columns("joints")
    for place, electronics in enumerate((Electronics(), Electronics(pins=PiPins())), 1):
        counted = {count.what: str(count.joints) for count in joint_counts(electronics, Geometry())}
        assert {what: cells[place] for what, cells in told.items() if what in counted} == counted
    for place, total in enumerate(told["in all"]):
        assert int(total) == sum(int(cells[place]) for what, cells in told.items() if what != "in all")


def test_the_steps_have_all_joints_and_take_the_minutes_that_are_told() -> None:
    joints, told = columns("joints")["in all"], columns("minutes")
    assert [*told] == [*(step.what for step in BUILD_STEPS), "hours in all"]
    for place, way in enumerate(BuildWay):
        assert sum(step.joints[place] for step in BUILD_STEPS) == int(joints[place])
        assert f"{JOINT_SECONDS[way]} seconds" in GUIDE
        assert [told[step.what][place] for step in BUILD_STEPS] == [str(step.time(way)) for step in BUILD_STEPS]
        assert told["hours in all"][place] == f"{work_hours(way):g}"
        minutes = sum(int(told[step.what][place]) for step in BUILD_STEPS)
        assert abs(minutes / 60 - work_hours(way)) <= 0.25


def test_each_step_of_the_assembly_has_its_minutes() -> None:
    steps = re.findall(r"^(\d+)\. \*\*", GUIDE[GUIDE.index("## Assembly, in this order") :], re.MULTILINE)
    timed = {number for step in BUILD_STEPS for number in re.findall(r"\d+", step.what)}
    assert timed == set(steps)


def test_the_whole_price_adds_up_from_its_lines() -> None:
    told = columns("EUR")
    assert [*told] == [*(line.what for line in cost_lines()), "in all"]
    for place, way in enumerate(BuildWay):
        assert [told[line.what][place] for line in cost_lines()] == [str(line.prices[way]) for line in cost_lines()]
        assert told["in all"][place] == str(cost(way))
        for bound in range(2):
            lines = sum(int(told[line.what][place].split(" to ")[bound]) for line in cost_lines())
            assert abs(lines - int(str(cost(way)).split(" to ")[bound])) <= len(cost_lines()) / 2, "but for rounding"
    boards = [row(BOARDS, name) for name in ("rank board", "controller board")]
    assert EuroRange(sum(each.low for each in boards), sum(each.high for each in boards)) == CIRCUIT_BOARDS
    guide = " ".join(GUIDE.split())
    assert f"Postage is {PARCEL} EUR for each of three shops" in guide
    assert f"and {BOARDS_PARCEL} EUR for the boards" in guide
    assert str(cost_lines()[1].prices[BuildWay.BOARDS]) == str(ASSEMBLY)
    assert f"{cost(BuildWay.PICO)} EUR with wires, or {cost(BuildWay.BOARDS)} EUR on circuit boards" in guide


def test_a_board_without_lights_costs_as_much_less_as_what_it_leaves_out() -> None:
    every = ("power supply", "button", "frame and small parts")
    own = (
        "light",
        "level shifter",
        "socket of the level shifter",
        "capacitor of the lights",
        "fuse",
        "socket of the supply",
    )
    left = [*(row(EVERY, part) for part in every), *(_whole(part) for part in own)]
    parts = PARTS[BuildWay.PICO]
    without = EuroRange(parts.low - sum(each.low for each in left), parts.high - sum(each.high for each in left))
    pilot = (ROOT / "docs" / "build" / "pilot.md").read_text("utf-8")
    assert f"| {without} | 10 |" in pilot


def _whole(part: str) -> Row:
    """The row of a part with wires whose name begins so and goes on with more than a longer word."""
    (found,) = (each for each in rows(WIRES) if re.match(rf"{part}(?: with|$)", each.part))
    return found


def test_no_shop_is_named() -> None:
    shops = r"mouser|digi-?key|farnell|reichelt|conrad|aliexpress|amazon|lcsc|jlc|aisler|adafruit|pimoroni|berrybase"
    assert re.findall(shops, GUIDE, re.IGNORECASE) == []
    assert "any shop will do" in GUIDE


def test_a_ring_costs_and_takes_what_is_told() -> None:
    parts = rows("The parts of a ring")
    found = EuroRange(sum(each.low for each in parts), sum(each.high for each in parts))
    assert found == RING_PARTS
    assert f"costs another {RING_PARTS} EUR and {ring_hours():g} hours" in " ".join(GUIDE.split())
    pieces = {each.part.split(",", maxsplit=1)[0]: each.pieces for each in parts}
    assert pieces["capacitors"] == str(RING_SENSORS)
    assert RING_SENSORS * (6 + 2 + 8) + 2 * int(pieces["resistors"]) == RING_JOINTS
