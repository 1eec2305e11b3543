"""What a board costs, in money and in time, for each way to make one. The lists of parts are in ``docs/build.md``; all
prices are estimates in EUR, since nothing was bought, and all times are those of somebody who has soldered before.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BuildWay(StrEnum):
    """A way to make a board."""

    BOARDS = "on circuit boards"
    PICO = "with wires and a Pico"
    PI = "with wires and the pins of a Pi"


@dataclass(frozen=True, slots=True)
class EuroRange:
    """The least and the most that something costs, in EUR."""

    low: float
    high: float

    def __add__(self, other: EuroRange) -> EuroRange:
        return EuroRange(self.low + other.low, self.high + other.high)

    def times(self, factor: float) -> EuroRange:
        """Return the price of so much of it."""
        return EuroRange(factor * self.low, factor * self.high)

    def __str__(self) -> str:
        return f"{self.low:.0f} to {self.high:.0f}"


NOTHING = EuroRange(0, 0)

PARTS = {
    BuildWay.BOARDS: EuroRange(109, 221),
    BuildWay.PICO: EuroRange(87, 161),
    BuildWay.PI: EuroRange(85, 154),
}
"""The parts of the lists in ``docs/build.md``, added up: prices of shops for everybody, with their VAT."""

SCALE_PARTS = EuroRange(25, 66)
"""The parts of a scale, "A board that weighs" in ``docs/build.md``, added up."""

CIRCUIT_BOARDS = EuroRange(15, 45)
"""The bare boards, which are among the parts."""
ASSEMBLY = EuroRange(30, 80)
"""For the maker of the circuit boards to put the small parts on."""
VAT = 0.21
"""What is due on what comes from outside the country, as the boards often do; 17 to 27 % in the European Union."""
PARCEL, BOARDS_PARCEL = EuroRange(5, 8), EuroRange(15, 25)
"""The postage of one shop, and of a maker of circuit boards."""
SHOPS = 3
"""For electronics, for magnets with rubber and screws, and for sheets."""
SPOILT = 0.1
"""The share of parts that are bought again, since they broke, were wrong or were lost."""


@dataclass(frozen=True, slots=True)
class CostLine:
    """A line of the costs, with its price for each way."""

    what: str
    prices: dict[BuildWay, EuroRange]


def cost_lines() -> tuple[CostLine, ...]:
    """Return what a board costs, line by line."""
    boards = BuildWay.BOARDS
    imported = (CIRCUIT_BOARDS + ASSEMBLY).times(VAT)
    return (
        CostLine("parts, with their VAT", PARTS),
        CostLine("small parts put on", {way: ASSEMBLY if way is boards else NOTHING for way in BuildWay}),
        CostLine(
            f"VAT of {VAT:.0%} on boards and assembly", {w: imported if w is boards else NOTHING for w in BuildWay}
        ),
        CostLine(
            "postage",
            {way: PARCEL.times(SHOPS) + (BOARDS_PARCEL if way is boards else NOTHING) for way in BuildWay},
        ),
        CostLine("parts bought twice", {way: PARTS[way].times(SPOILT) for way in BuildWay}),
    )


def cost(way: BuildWay) -> EuroRange:
    """Return what a board costs in all.

    >>> str(cost(BuildWay.PICO))
    '111 to 201'
    """
    total = NOTHING
    for line in cost_lines():
        total += line.prices[way]
    return total


# ---- Time


JOINT_SECONDS = {BuildWay.BOARDS: 30, BuildWay.PICO: 40, BuildWay.PI: 40}
"""A pin in a circuit board, and a joint with a wire to cut and to strip."""

PRINTED_VOLUME = 218.0
"""All printed parts of the default board, solid, in cm^3."""
PRINT_SPEED = 10.0
"""What a printer with a nozzle of 0.4 mm and layers of 0.2 mm lays down in an hour, in cm^3: 3 mm^3 a second."""
PRINT_HOURS = PRINTED_VOLUME / PRINT_SPEED


@dataclass(frozen=True, slots=True)
class BuildStep:
    """A step of the assembly in ``docs/build.md``: for each way, in the order of `BuildWay`, its minutes without
    soldering, checks included, and its joints by hand."""

    what: str
    minutes: tuple[int, int, int]
    joints: tuple[int, int, int] = (0, 0, 0)

    def time(self, way: BuildWay) -> int:
        """Return its minutes, with those of its joints."""
        place = tuple(BuildWay).index(way)
        return round(self.minutes[place] + self.joints[place] * JOINT_SECONDS[way] / 60)


BUILD_STEPS = (
    BuildStep("1. measure, board file", (30, 30, 30)),
    BuildStep("2. template", (15, 15, 15)),
    BuildStep("3. drill, or fetch what was cut", (45, 90, 90)),
    BuildStep("4. start the printer, clean the parts", (45, 45, 45)),
    BuildStep("5. workers", (45, 45, 45)),
    BuildStep("6. sensors", (0, 45, 45)),
    BuildStep("7. multiplexers and stripboard", (0, 45, 45), (0, 54, 30)),
    BuildStep("8, 9. wires of the sensors", (0, 15, 15), (0, 200, 200)),
    BuildStep("10. chips and controller", (0, 20, 25), (0, 69, 83)),
    BuildStep("11. lights", (0, 20, 20), (0, 147, 147)),
    BuildStep("circuit boards: look, solder, check, screw on", (105, 0, 0), (182, 0, 0)),
    BuildStep("12. buttons", (10, 10, 10), (4, 4, 7)),
    BuildStep("13. the first hour, and close it", (75, 75, 75)),
)


SCALE_MINUTES, SCALE_JOINTS = 70, 56
"""What a scale takes besides: to mount the cells, to set the rate of the modules and to calibrate. The joints are four
wires of each cell at its module, and five wires of each module, at both ends."""


def scale_hours() -> float:
    """Return how long a scale takes besides, to half an hour.

    >>> scale_hours()
    2.0
    """
    return round(2 * (SCALE_MINUTES + SCALE_JOINTS * JOINT_SECONDS[BuildWay.PICO] / 60) / 60) / 2


def work_hours(way: BuildWay) -> float:
    """Return how long a board takes, to half an hour; a printer's own hours are not among them.

    >>> work_hours(BuildWay.BOARDS), work_hours(BuildWay.PICO)
    (7.5, 13.0)
    """
    return round(2 * sum(step.time(way) for step in BUILD_STEPS) / 60) / 2


# ---- A ring of sensors


RING_PARTS = EuroRange(20, 40)
"""The parts of a ring of sensors by the list in ``docs/build.md``, added up."""
RING_JOINTS = 136
"""For each of its eight sensors the six pins of the chip, the two of its capacitor, and eight ends of wires; and two
for each of four resistors."""
RING_MINUTES = 60
"""Its minutes without soldering: eight holes, glue, cables, and the check of each sensor."""


def ring_hours() -> float:
    """Return how long a ring of sensors takes besides the board, to half an hour.

    >>> ring_hours()
    2.5
    """
    return round(2 * (RING_MINUTES + RING_JOINTS * JOINT_SECONDS[BuildWay.PICO] / 60) / 60) / 2


def effort_lines(*, weighs: bool = False, ringed: bool = False) -> tuple[str, ...]:
    """Return the money and the time of each way in a line, what a board takes besides that ``weighs``, or that is
    ``ringed`` by sensors, and the hours of a printer."""
    ways = (f"{way}: {cost(way)} EUR in all (estimated), {work_hours(way):g} h of work" for way in BuildWay)
    scale = f"its scale besides: {SCALE_PARTS} EUR for parts (estimated), {scale_hours():g} h of work"
    ring = f"its ring of sensors besides: {RING_PARTS} EUR for parts (estimated), {ring_hours():g} h of work"
    return (
        *ways,
        *((scale,) if weighs else ()),
        *((ring,) if ringed else ()),
        f"printed parts: {PRINT_HOURS:.0f} h of a printer at {PRINT_SPEED:g} cm3 an hour",
    )
