"""Reads and writes the board file: the description of one physical board by its maker (TOML, see
``docs/board_file.md``).

Every value has a default, so a file has only the differences. Unknown keys and values are errors: an ignored typing
mistake would be a board that reads wrongly.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from common.toml_section import Section, numbers_of, read_text
from hardware.calibration import Calibration
from hardware.electronics import (
    LEAST_SCAN_HZ,
    MOST_SCAN_HZ,
    RING_ADDRESSES,
    Electronics,
    PicoPins,
    describe_electronics,
    read_electronics,
)
from hardware.field_model import Measured
from hardware.geometry import Geometry, Magnet
from hardware.magnet_force import (
    FOOT_RIM,
    LEAST_FRICTION,
    MOST_FRICTION,
    WorkerGrip,
    as_grams,
    holding_distance,
    magnet_weight,
    side_force,
)
from hardware.scale import ASSUMABLE as SCALE_ASSUMABLE
from hardware.scale import Scale, describe_scale, measured_lines, read_scale
from hardware.sensor_layout import (
    MOST_FURTHER_SENSORS,
    RING_RANGES,
    RING_SENSORS,
    THREE_AXES,
    Axis,
    PlacedSensor,
    Ring,
)
from hardware.sensor_types import SENSOR_TYPES, Sensor

SEATS = ("blue", "orange", "white", "purple")
"""The colours of workers."""

LEAST_RISE, MOST_RISE = 5, 50
"""The range in mm by which a block makes a worker stand higher."""

ASSUMABLE = ("gap_mm", "stack_mm", "width_mm", "weight_g", "foot_mm", "friction")
"""What differs between editions of the game and between makers, by the names in a board file: only a ruler and a scale
can tell it, so its defaults are assumed."""

FARTHEST_SENSOR = 200.0
"""How far outside the squares a further sensor may be, in mm."""

_HINT = """\
# A line such as "# gap_mm = 8.0" is assumed, not measured: measure it, write your number there, and take its "# " away.
"""
_MAGNET = re.compile(r"^\s*\[\s*magnet\s*\]\s*(#.*)?$")
_ANY_TABLE = re.compile(r"^\s*\[")
_MEASURED = re.compile(r"^\s*measured_mt\s*=")


@dataclass(frozen=True, slots=True)
class BoardFile:
    """One board. ``measured`` are the fields that its maker measured, if any; the workers of the seats ``north_down``
    have the north pole of their magnets down, the others up; ``grip`` holds all of them in their places; ``scan_hz`` is
    the requested frame rate, at most `Electronics.fastest_hz`; ``electronics`` describes its wiring. ``block_width`` is
    the side or the diameter of the widest block, and ``foot`` the diameter of a worker's foot, in mm. ``assumed`` are
    the names in `ASSUMABLE`, and in that of `hardware.scale` if it weighs, whose values nobody has measured; it makes
    no difference to the board. The sensors of a
    ``ring`` are the first of the geometry's further ones, and ``scale`` is that of a board that weighs.

    :raises ValueError: if they are not.
    """

    name: str = "Thera board"
    geometry: Geometry = field(default_factory=Geometry)
    measured: Measured = ()
    sensor: Sensor = field(default_factory=Sensor)
    north_down: frozenset[str] = frozenset({"blue", "white"})
    grip: WorkerGrip = field(default_factory=WorkerGrip)
    scan_hz: int = 50
    electronics: Electronics = field(default_factory=Electronics)
    block_width: float = 30.0
    foot: float = Magnet().diameter + 2 * FOOT_RIM
    scale: Scale | None = None
    ring: Ring | None = None
    assumed: tuple[str, ...] = field(default=ASSUMABLE, compare=False)

    def __post_init__(self) -> None:
        if self.ring is not None:
            sensors = self.ring.sensors(self.geometry.size, self.geometry.pitch)
            if self.geometry.further[:RING_SENSORS] != sensors:
                raise ValueError("the first further sensors of a board with a ring are those of the ring")

    def polarity(self, seat: str) -> int:
        """Return the polarity of a seat's magnets: +1 for north down, which gives positive fields, else -1."""
        return 1 if seat in self.north_down else -1

    @property
    def calibration(self) -> Calibration:
        """The calibration of its sensors by their data sheet; fields beyond their linear range count as clipped."""
        nominal = Calibration.nominal(self.sensor.counts_per_millitesla, self.sensor.full_scale)
        return replace(nominal, margin=self.sensor.margin).with_further(self.geometry.further_channels)


def read_board_file(path: Path) -> BoardFile:
    """Read a board from a file.

    :raises FaultyFileError: if the file cannot be read or does not describe a board.
    """
    return parse_board_file(read_text(path), str(path))


def parse_board_file(text: str, path: str = "board file") -> BoardFile:
    """Parse a board from a text; ``path`` names it in errors.

    :raises FaultyFileError: if it does not describe a board.
    """
    top = Section.of_text(text, path)
    plain = BoardFile()
    usual, magnet = plain.geometry, plain.geometry.magnet
    squares, blocks, disc = top.section("squares"), top.section("blocks"), top.section("magnet")
    workers = top.section("workers")
    ringed, weighs = top.has("ring"), top.has("scale")
    electronics = read_electronics(top.section("electronics"), ring=ringed, weighs=weighs)
    pitch = squares.number("pitch_mm", usual.pitch, 20, 100)
    diameter = disc.number("diameter_mm", magnet.diameter, 3, min(40.0, pitch))
    size = squares.whole("size", usual.size, (4, 5))
    made_of = Magnet(
        diameter=diameter,
        thickness=disc.number("thickness_mm", magnet.thickness, 1, 30),
        remanence=disc.number("remanence_t", magnet.remanence, 0.2, 1.6),
    )
    weight = workers.number("weight_g", plain.grip.weight, 1, 500)
    ring = _ring(top.section("ring")) if ringed else None
    around = () if ring is None else ring.sensors(size, pitch)
    geometry = Geometry(
        size=size,
        pitch=pitch,
        gap=squares.number("gap_mm", usual.gap, 1, 30),
        block_heights=_block_heights(blocks, usual.block_heights),
        further=around + _further_sensors(top, size, pitch, MOST_FURTHER_SENSORS - len(around)),
        magnet=made_of,
    )
    scale = top.section("scale") if weighs else None
    found = BoardFile(
        name=top.text("name", plain.name),
        geometry=geometry,
        measured=_measured(disc),
        sensor=_sensor(top.section("sensor")),
        north_down=_seats(workers, plain.north_down),
        grip=WorkerGrip(
            weight=weight,
            friction=workers.number("friction", plain.grip.friction, LEAST_FRICTION, MOST_FRICTION),
        ),
        electronics=electronics,
        scan_hz=_scan_hz(top, plain.scan_hz, electronics),
        block_width=blocks.number("width_mm", plain.block_width, 5, 100),
        foot=workers.number("foot_mm", diameter + 2 * FOOT_RIM, 3, 100),
        scale=None if scale is None else read_scale(scale, size, pitch, weight + magnet_weight(made_of)),
        ring=ring,
        assumed=(
            *_assumed(squares, blocks, workers),
            *(name for name in SCALE_ASSUMABLE if scale is not None and not scale.has(name)),
        ),
    )
    top.finish()
    return found


def _block_heights(blocks: Section, default: tuple[float, float, float]) -> tuple[float, float, float]:
    """Read how much higher each block makes a worker stand: from the heights of stacks, or from those of blocks."""
    if blocks.value("stack_mm", None) is None:
        return blocks.heights("heights_mm", default)
    blocks.only_with("heights_mm", "blocks that have no stack_mm")
    value = blocks.value("stack_mm", None)
    tops = numbers_of(value, LEAST_RISE, 3 * MOST_RISE)
    rises = tuple(round(top - below, 6) for below, top in pairwise((0.0, *tops)))
    if len(rises) != 3 or not all(LEAST_RISE <= rise <= MOST_RISE for rise in rises):
        allowed = (
            f"how high one, two and three blocks are, each {LEAST_RISE} to {MOST_RISE} mm more than the one before"
        )
        blocks.wrong("stack_mm", allowed, value)
        return default
    return rises[0], rises[1], rises[2]


def _assumed(squares: Section, blocks: Section, workers: Section) -> tuple[str, ...]:
    """Return what the file leaves to the defaults of `ASSUMABLE`; heights of blocks stand for those of stacks."""
    given = {name for section in (squares, blocks, workers) for name in ASSUMABLE if section.has(name)}
    if blocks.has("heights_mm"):
        given.add("stack_mm")
    return tuple(name for name in ASSUMABLE if name not in given)


def describe(board: BoardFile, *, for_maker: bool = False) -> str:
    """Return a board file for this board with every value, and their consequences as comments. In one ``for_maker``,
    what is assumed is a comment, too, until somebody has measured it."""
    lines = {name: f"{name} = {value}" for name, value in _assumable(board).items()}
    if "stack_mm" not in board.assumed or not for_maker:
        lines["stack_mm"] = f"heights_mm = {_list(board.geometry.block_heights)}"
    if for_maker:
        lines |= {name: f"# {lines[name]}" for name in board.assumed if name in lines}
    hint = _HINT if for_maker and board.assumed else ""
    geometry, magnet, sensor = board.geometry, board.geometry.magnet, board.sensor
    measured = f"measured_mt = {_list(tuple(each or 0.0 for each in board.measured))}\n" if board.measured else ""
    feet = _list(tuple(geometry.foot_height(level) for level in range(4)))
    own = "" if sensor.type in SENSOR_TYPES else _own_sensor(sensor)
    seats = json.dumps([seat for seat in SEATS if seat in board.north_down])
    scale = _scale(board, board.assumed if for_maker else ())
    return f"""\
{hint}name = {json.dumps(board.name, ensure_ascii=False)}
scan_hz = {board.scan_hz}

[squares]
size = {geometry.size}
pitch_mm = {geometry.pitch}
{lines["gap_mm"]}

[blocks]
{lines["stack_mm"]}
{lines["width_mm"]}
# A worker on 0, 1, 2 and 3 blocks stands {feet} mm above its sensor.

[magnet]
diameter_mm = {magnet.diameter}
thickness_mm = {magnet.thickness}
remanence_t = {magnet.remanence}
{measured}
[sensor]
type = {json.dumps(sensor.type)}
{own}supply_v = {sensor.supply}
adc_bits = {sensor.adc_bits}
# It measures up to {sensor.range:.4g} mT either way, {sensor.counts_per_millitesla:.4g} counts for each mT.

[workers]
north_down = {seats}
{lines["weight_g"]}
{lines["foot_mm"]}
{lines["friction"]}
{_holding(board)}

{_ring_lines(board)}{describe_electronics(board.electronics)}{scale}{_further(_besides_ring(board))}"""


def assumed_lines(board: BoardFile) -> tuple[str, ...]:
    """Return a line for each value that nobody has measured, such as ``assumed: weight_g = 10.0``."""
    lines = {name: f"{name} = {value}" for name, value in _assumable(board).items()}
    lines |= {} if board.scale is None else measured_lines(board.scale)
    return tuple(f"assumed: {lines[name]}" for name in board.assumed)


def _assumable(board: BoardFile) -> dict[str, str]:
    """Return the values of `ASSUMABLE` as a board file has them."""
    geometry = board.geometry
    stack = tuple(round(geometry.foot_height(level) - geometry.gap, 6) for level in (1, 2, 3))
    values = (geometry.gap, _list(stack), board.block_width, board.grip.weight, board.foot, board.grip.friction)
    return {name: str(value) for name, value in zip(ASSUMABLE, values, strict=True)}


def _scale(board: BoardFile, assumed: tuple[str, ...]) -> str:
    """Format the scale, if the board has one."""
    return "" if board.scale is None else f"\n{describe_scale(board.scale, assumed)}"


def _ring_lines(board: BoardFile) -> str:
    """Format the section [ring], with the place, the bus and the address of each sensor as comments."""
    ring = board.ring
    if ring is None:
        return ""
    version = 1 + RING_RANGES.index(ring.range) // 2
    listed = "".join(
        f"# {each.east:g} mm east, {each.north:g} mm north of a1: a TMAG5273{'ABCD'[number % 4]}{version} on I2C"
        f" {number // 4}, address {RING_ADDRESSES[number % 4]:#x}\n"
        for number, each in enumerate(board.geometry.further[:RING_SENSORS])
    )
    return f"""\
[ring]
outside_mm = {ring.outside}
below_mm = {ring.below}
axes = {json.dumps(ring.axes)}
range_mt = {ring.range:g}
{listed}
"""


def _besides_ring(board: BoardFile) -> tuple[PlacedSensor, ...]:
    return board.geometry.further[0 if board.ring is None else RING_SENSORS :]


def _further(sensors: tuple[PlacedSensor, ...]) -> str:
    """Format the sensors outside the squares, a table for each."""
    return "".join(
        f"""
[[further_sensors]]
east_mm = {each.east}
north_mm = {each.north}
below_mm = {each.below}
axes = {json.dumps(each.axes)}
range_mt = {each.range}
"""
        for each in sensors
    )


def _holding(board: BoardFile) -> str:
    """Return comments on the forces between neighbours, and whether these move them."""
    geometry, grip = board.geometry, board.grip
    force, held = side_force(geometry.magnet, geometry.pitch), grip.holds(geometry.magnet)
    return (
        f"# On neighbouring squares two workers pull or push each other with {as_grams(force):.2g} g. Friction holds"
        f" {as_grams(held):.2g} g:\n# they stay where they are put if their middles are"
        f" {holding_distance(geometry.magnet, grip):.0f} mm apart or more."
    )


def _own_sensor(sensor: Sensor) -> str:
    return f"""\
mv_per_mt = {sensor.sensitivity}
range_mt = {sensor.range}
saturates_v = {sensor.saturates}
"""


def _list(values: tuple[float, ...]) -> str:
    return f"[{', '.join(str(value) for value in values)}]"


def _sensor(section: Section) -> Sensor:
    plain = Sensor()
    kind = section.deciding("type", plain.type, (*SENSOR_TYPES, "other"))
    known = SENSOR_TYPES.get(kind)
    lowest, highest = known.supplies if known is not None else (2.5, 5.5)
    supply = section.number("supply_v", plain.supply if lowest <= plain.supply else 5.0, lowest, highest)
    bits = section.whole("adc_bits", plain.adc_bits, range(8, 16))
    if known is not None:
        for key in ("mv_per_mt", "range_mt", "saturates_v"):
            section.only_with(key, 'type = "other"')
        return Sensor(kind, supply, bits, known.sensitivity(supply), known.range(supply))
    sensitivity, reach = _needed(section, "mv_per_mt", 1, 200), _needed(section, "range_mt", 5, 500)
    return Sensor(kind, supply, bits, sensitivity, reach, section.number("saturates_v", plain.saturates, 0, 1))


def _ring(section: Section) -> Ring:
    """Read where the sensors of a ring are and what they measure."""
    plain = Ring()
    axes = _axes(section)
    if len(axes) != len(THREE_AXES):
        section.wrong("axes", "a list of three directions, those of X, Y and Z", list(axes))
        axes = THREE_AXES
    return Ring(
        outside=section.number("outside_mm", plain.outside, 1, FARTHEST_SENSOR),
        below=section.number("below_mm", plain.below, -30, 50),
        axes=axes,
        range=float(section.whole("range_mt", round(plain.range), tuple(map(round, RING_RANGES)))),
    )


def _further_sensors(top: Section, size: int, pitch: float, most: int) -> tuple[PlacedSensor, ...]:
    """Read the sensors outside the squares besides those of a ring, ``most`` of them."""
    tables = top.tables("further_sensors")
    if len(tables) > most:
        beside = "" if most == MOST_FURTHER_SENSORS else " beside a ring"
        top.wrong("further_sensors", f"{most} tables at most{beside}", len(tables))
        return ()
    low, high = -pitch / 2, (size - 0.5) * pitch
    found = []
    for table in tables:
        east, north = (
            _needed(table, key, low - FARTHEST_SENSOR, high + FARTHEST_SENSOR) for key in ("east_mm", "north_mm")
        )
        if low <= east <= high and low <= north <= high:
            outside = f"outside the squares, which reach from {low:g} to {high:g} mm, or north_mm is"
            table.wrong("east_mm", outside, east)
            continue
        found.append(
            PlacedSensor(
                east,
                north,
                table.number("below_mm", 0.0, -30, 50),
                _axes(table),
                _needed(table, "range_mt", 1, 500),
            )
        )
    return tuple(found)


def _axes(table: Section) -> tuple[Axis, ...]:
    """Read the directions in which a sensor measures."""
    found = tuple(Axis(each) for each in table.words("axes", THREE_AXES, tuple(Axis)))
    if len({axis.line for axis in found}) == len(found):
        return found
    table.wrong("axes", "a list with one of east and west, north and south, down and up at most", list(found))
    return THREE_AXES


def _scan_hz(section: Section, usual: int, electronics: Electronics) -> int:
    """Read the scans a second. Without a word they are the usual ones, or as many as the controller can make."""
    fastest = electronics.fastest_hz
    found = section.whole("scan_hz", min(usual, fastest), range(LEAST_SCAN_HZ, MOST_SCAN_HZ + 1))
    if found > fastest:
        ringed = isinstance(electronics.pins, PicoPins) and electronics.pins.ring is not None
        reason = f'with converter = "{electronics.converter}" and samples = {electronics.samples}'
        if section.has("scale"):
            reason += ", beside a [scale]"
        reason += " and a ring" if ringed else ""
        section.wrong("scan_hz", f"{LEAST_SCAN_HZ} to {fastest} {reason}", found)
    return found


def _needed(section: Section, key: str, low: float, high: float) -> float:
    """Read a number without a default."""
    section.lacks(key, f"this sensor needs it, a number from {low:g} to {high:g}")
    return section.number(key, low, low, high)


def _measured(section: Section) -> Measured:
    """Read four fields, each less than the one before, 0 for those that were not measured; empty if missing."""
    value = section.value("measured_mt", [])
    if value == []:
        return ()
    found = numbers_of(value, 0, 1000)
    known = [each for each in found if each]
    if len(found) != 4 or not known or any(lower >= higher for higher, lower in pairwise(known)):
        allowed = "the fields on 0, 1, 2 and 3 blocks, each less than the one before, 0 where none was measured"
        section.wrong("measured_mt", allowed, value)
        return ()
    return tuple(each or None for each in found)


def _seats(section: Section, default: frozenset[str]) -> frozenset[str]:
    """Read some of the seats, not none and not all."""
    value = section.value("north_down", sorted(default))
    if not isinstance(value, list) or any(each not in SEATS for each in value) or not 0 < len(set(value)) < 4:
        section.wrong("north_down", f"a list of one to three of {', '.join(SEATS)}", value)
        return default
    return frozenset(value)


def measured_line(measured: Measured) -> str:
    """Return the fields that a calibration measured as a line of the section [magnet]: 0 for unmeasured ones."""
    return f"measured_mt = [{', '.join(f'{each:.3g}' if each else '0' for each in measured)}]"


def with_measured(text: str, measured: Measured) -> str:
    """Return a board file with these fields in its section [magnet] and otherwise unchanged.

    :raises FaultyFileError: if the text is not a valid board file, or would not be with these fields.
    """
    parse_board_file(text)
    lines, found = text.splitlines(), measured_line(measured)
    start = next((number for number, line in enumerate(lines) if _MAGNET.match(line)), None)
    if start is None:
        lines += ["", "[magnet]", found]
    else:
        end = next((n for n in range(start + 1, len(lines)) if _ANY_TABLE.match(lines[n])), len(lines))
        at = next((n for n in range(start + 1, end) if _MEASURED.match(lines[n])), None)
        if at is None:
            lines.insert(start + 1, found)
        else:
            lines[at] = found
    made = "\n".join(lines) + "\n"
    parse_board_file(made)
    return made
