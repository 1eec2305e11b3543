"""The board file: what one physical board is made of, as its maker writes it down (TOML, see ``docs/board_file.md``).

Everything in it has a default, so that a file says only what differs. What is not understood is an error: a typing
mistake that was passed over would be a board that reads wrongly.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import TypeGuard

from hardware.calibration import Calibration
from hardware.geometry import Geometry, Magnet
from hardware.sensor_types import SENSOR_TYPES, Sensor

SEATS = ("blue", "orange", "white", "purple")
"""The colours of workers."""

Measured = tuple[float | None, ...]
"""The fields in mT under a worker in the middle of a square, on 0, 1, 2 and 3 blocks; None where nobody measured.
Empty: nobody measured at all."""


class BoardFileError(ValueError):
    """A board file that cannot be used; one line that says which file, where in it, and what is allowed there."""


@dataclass(frozen=True, slots=True)
class BoardFile:
    """One board. ``measured`` are the fields that its maker measured, if they did; the workers of the seats
    ``north_down`` have the north pole of their magnets down, those of the others up; ``scan_hz`` is how many frames a
    second are asked for."""

    name: str = "Thera board"
    geometry: Geometry = field(default_factory=Geometry)
    measured: Measured = ()
    sensor: Sensor = field(default_factory=Sensor)
    north_down: frozenset[str] = frozenset({"blue", "white"})
    scan_hz: int = 50

    def polarity(self, seat: str) -> int:
        """Which way the magnets of a seat's workers point: +1 for north down, which gives positive fields."""
        return 1 if seat in self.north_down else -1

    @property
    def calibration(self) -> Calibration:
        """That of its sensors as their data sheet has them."""
        return Calibration.nominal(self.sensor.counts_per_millitesla, self.sensor.full_scale)


def read_board_file(path: Path) -> BoardFile:
    """The board that a file describes.

    :raises BoardFileError: if the file cannot be read or does not describe one.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BoardFileError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BoardFileError(f"{path}: is not text in UTF-8") from error
    return parse_board_file(text, str(path))


def parse_board_file(text: str, path: str = "board file") -> BoardFile:
    """The board that this text describes; ``path`` names it in errors.

    :raises BoardFileError: if it does not describe one.
    """
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BoardFileError(f"{path}: is not TOML: {error}") from error
    top = _Section(path, "", content)
    plain = BoardFile()
    geometry, magnet = plain.geometry, plain.geometry.magnet
    squares, blocks, disc = top.section("squares"), top.section("blocks"), top.section("magnet")
    pitch = squares.number("pitch_mm", geometry.pitch, 20, 100)
    found = BoardFile(
        name=top.text("name", plain.name),
        geometry=Geometry(
            size=squares.whole("size", geometry.size, (4, 5)),
            pitch=pitch,
            gap=squares.number("gap_mm", geometry.gap, 1, 30),
            block_heights=blocks.heights("heights_mm", geometry.block_heights),
            magnet=Magnet(
                diameter=disc.number("diameter_mm", magnet.diameter, 3, min(40.0, pitch)),
                thickness=disc.number("thickness_mm", magnet.thickness, 1, 30),
                remanence=disc.number("remanence_t", magnet.remanence, 0.2, 1.6),
            ),
        ),
        measured=disc.measured("measured_mt"),
        sensor=_sensor(top.section("sensor")),
        north_down=top.section("workers").seats("north_down", plain.north_down),
        scan_hz=top.whole("scan_hz", plain.scan_hz, range(10, 101)),
    )
    top.check_all_known()
    return found


def describe(board: BoardFile) -> str:
    """A board file for this board with every value in it, and what follows from them as remarks."""
    geometry, magnet, sensor = board.geometry, board.geometry.magnet, board.sensor
    measured = f"measured_mt = {_list(tuple(each or 0.0 for each in board.measured))}\n" if board.measured else ""
    feet = _list(tuple(geometry.foot_height(level) for level in range(4)))
    own = "" if sensor.type in SENSOR_TYPES else f"mv_per_mt = {sensor.sensitivity}\nrange_mt = {sensor.range}\n"
    seats = json.dumps([seat for seat in SEATS if seat in board.north_down])
    return f"""\
name = {json.dumps(board.name, ensure_ascii=False)}
scan_hz = {board.scan_hz}

[squares]
size = {geometry.size}
pitch_mm = {geometry.pitch}
gap_mm = {geometry.gap}

[blocks]
heights_mm = {_list(geometry.block_heights)}
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
"""


def _list(values: tuple[float, ...]) -> str:
    return f"[{', '.join(str(value) for value in values)}]"


def _sensor(section: _Section) -> Sensor:
    plain = Sensor()
    kind = section.one_of("type", plain.type, (*SENSOR_TYPES, "other"))
    known = SENSOR_TYPES.get(kind)
    lowest, highest = known.supplies if known is not None else (2.5, 5.5)
    supply = section.number("supply_v", plain.supply if lowest <= plain.supply else 5.0, lowest, highest)
    bits = section.whole("adc_bits", plain.adc_bits, range(8, 16))
    if known is not None:
        for key in ("mv_per_mt", "range_mt"):
            section.only_with(key, 'type = "other"')
        return Sensor(kind, supply, bits, known.sensitivity(supply), known.range(supply))
    return Sensor(kind, supply, bits, section.needed("mv_per_mt", 1, 200), section.needed("range_mt", 5, 500))


class _Section:
    """A table of the file. Each question about a key makes it known; what is not known at the end is an error."""

    def __init__(self, path: str, name: str, content: dict[str, object]) -> None:
        self._path = path
        self._name = name
        self._content = content
        self._known: list[str] = []
        self._sections: list[_Section] = []

    def section(self, name: str) -> _Section:
        """The table of this name; empty if there is none."""
        content = self._value(name, {})
        if not isinstance(content, dict):
            raise BoardFileError(f"{self._path}: {name} is a table, written [{name}], not {_shown(content)}")
        made = _Section(self._path, name, content)
        self._sections.append(made)
        return made

    def text(self, key: str, default: str) -> str:
        """A short line."""
        value = self._value(key, default)
        if not isinstance(value, str) or not 0 < len(value) <= 60 or not value.isprintable():
            raise self._wrong(key, "a text of 1 to 60 letters", value)
        return value

    def one_of(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        """One of these words."""
        value = self._value(key, default)
        if not isinstance(value, str) or value not in allowed:
            raise self._wrong(key, f"one of {', '.join(allowed)}", value)
        return value

    def whole(self, key: str, default: int, allowed: range | tuple[int, ...]) -> int:
        """One of these whole numbers."""
        value = self._value(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            words = f"{allowed[0]} {'or' if len(allowed) == 2 else 'to'} {allowed[-1]}"
            raise self._wrong(key, f"a whole number, {words}", value)
        return value

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """A number from ``low`` to ``high``."""
        value = self._value(key, default)
        if not _within(value, low, high):
            raise self._wrong(key, f"a number from {low:g} to {high:g}", value)
        return float(value)

    def needed(self, key: str, low: float, high: float) -> float:
        """A number that has no default."""
        if key not in self._content:
            raise BoardFileError(
                f"{self._path}: {self._at(key)} is missing; a sensor of no known type needs it,"
                f" a number from {low:g} to {high:g}"
            )
        return self.number(key, low, low, high)

    def only_with(self, key: str, condition: str) -> None:
        """Refuse a key that means nothing here."""
        if key in self._content:
            raise BoardFileError(f"{self._path}: {self._at(key)} goes only with {condition}")

    def heights(self, key: str, default: tuple[float, float, float]) -> tuple[float, float, float]:
        """The heights of three blocks in mm."""
        value = self._value(key, default)
        found = _numbers(value, 5, 50)
        if len(found) != 3:
            raise self._wrong(key, "three numbers from 5 to 50", value)
        return found[0], found[1], found[2]

    def measured(self, key: str) -> Measured:
        """Four fields, each less than the one before, 0 for those that nobody measured; empty if not given."""
        value = self._value(key, [])
        if value == []:
            return ()
        found = _numbers(value, 0, 1000)
        known = [each for each in found if each]
        if len(found) != 4 or not known or any(lower >= higher for higher, lower in pairwise(known)):
            allowed = "the fields on 0, 1, 2 and 3 blocks, each less than the one before, 0 where none was measured"
            raise self._wrong(key, allowed, value)
        return tuple(each or None for each in found)

    def seats(self, key: str, default: frozenset[str]) -> frozenset[str]:
        """Some of the seats, neither none nor all."""
        value = self._value(key, sorted(default))
        if not isinstance(value, list) or any(each not in SEATS for each in value) or not 0 < len(set(value)) < 4:
            raise self._wrong(key, f"a list of one to three of {', '.join(SEATS)}", value)
        return frozenset(value)

    def check_all_known(self) -> None:
        """Refuse keys that nothing has asked for, here and in the tables below."""
        for key in self._content:
            if key not in self._known:
                near = get_close_matches(key, self._known, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(self._known)}"
                raise BoardFileError(f"{self._path}: {self._at(key)} is not known; {hint}")
        for section in self._sections:
            section.check_all_known()

    def _value(self, key: str, default: object) -> object:
        self._known.append(key)
        return self._content.get(key, default)

    def _at(self, key: str) -> str:
        return f"[{self._name}] {key}" if self._name else key

    def _wrong(self, key: str, allowed: str, value: object) -> BoardFileError:
        return BoardFileError(f"{self._path}: {self._at(key)} is {allowed}, not {_shown(value)}")


def _numbers(value: object, low: float, high: float) -> tuple[float, ...]:
    """The numbers of a list; empty if any of it is not a number from ``low`` to ``high``."""
    if not isinstance(value, list | tuple) or not all(_within(each, low, high) for each in value):
        return ()
    return tuple(float(each) for each in value)


def _within(value: object, low: float, high: float) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
