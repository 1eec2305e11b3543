"""Reads the sections of a TOML file: values with their defaults, and all faults with their places."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn, TypeGuard, TypeVar

from common.numbers import is_whole

Value = TypeVar("Value")
KeyPath = tuple[str, ...]

LONGEST_SHOWN = 60
"""The most characters of a wrong value that are shown."""
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,60}")


class FaultyFileError(ValueError):
    """A file with faults. The message has a line for each: the file, the place in it, and what is allowed there."""


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A file: its name, its content, and the faults found in it, each with the place of its key."""

    path: str
    content: dict[str, object]
    faults: list[tuple[KeyPath, str]] = field(default_factory=list)

    def refuse(self) -> NoReturn:
        """Refuse the file.

        :raises FaultyFileError: with all faults in the order of the file.
        """
        faults = sorted(self.faults, key=lambda fault: _order(self.content, fault[0]))
        raise FaultyFileError("\n".join(f"{self.path}: {line}" for _, line in faults))


class Section:
    """A section of a file; the first one is the whole file. Each call that names a key makes the key known and returns
    an allowed value: the one in the file, or else the default. A wrong value is noted as a fault. `finish` refuses a
    file with faults."""

    def __init__(self, file: TomlFile, content: dict[str, object], place: KeyPath = ()) -> None:
        """Make the section at a place of a file."""
        self._file = file
        self._content = content
        self._place = place
        self._known: list[str] = []
        self._sections: list[Section] = []

    @classmethod
    def of_text(cls, text: str, path: str) -> Section:
        """Parse a text as a section; ``path`` names it in the faults.

        :raises FaultyFileError: if it is not TOML.
        """
        try:
            content = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise FaultyFileError(f"{path}: is not TOML: {_plain(str(error), 200)}") from error
        return cls(TomlFile(path, content), content)

    def section(self, name: str) -> Section:
        """Return the section with this name, empty if it is missing."""
        content = self.value(name, {})
        if not isinstance(content, dict):
            full = _written((*self._place, name))
            self._fault(name, f"{full} is a table, written [{full}], not {_shown(content)}")
            content = {}
        made = Section(self._file, content, (*self._place, name))
        self._sections.append(made)
        return made

    def tables(self, name: str) -> tuple[Section, ...]:
        """Return the sections of an array of tables, none if it is missing. The places in faults count from 1."""
        content = self.value(name, [])
        if not isinstance(content, list) or not all(isinstance(each, dict) for each in content):
            full = _written((*self._place, name))
            self._fault(name, f"{full} are tables, each written [[{full}]], not {_shown(content)}")
            content = []
        made = [
            Section(self._file, each, (*self._place, name, str(number))) for number, each in enumerate(content, start=1)
        ]
        self._sections += made
        return tuple(made)

    def words(self, key: str, default: tuple[str, ...], allowed: tuple[str, ...]) -> tuple[str, ...]:
        """Read some of these words, at least one, each once."""

        def fits(value: object) -> TypeGuard[list[str]]:
            return (
                isinstance(value, list) and 0 < len(value) == len(set(map(str, value))) and set(value) <= set(allowed)
            )

        value: list[str] = self.checked(key, list(default), fits, f"a list of some of {', '.join(allowed)}, each once")
        return tuple(value)

    def has_table(self, name: str) -> bool:
        """Whether there is a section with this name, even an empty one."""
        return isinstance(self._content.get(name), dict)

    def has(self, name: str) -> bool:
        """Whether there is anything with this name."""
        return name in self._content

    def text(self, key: str, default: str) -> str:
        """Read a short line."""
        return self.checked(key, default, _short_line, "a text of 1 to 60 letters")

    def one_of(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        """Read one of these words."""

        def fits(value: object) -> TypeGuard[str]:
            return isinstance(value, str) and value in allowed

        return self.checked(key, default, fits, f"one of {', '.join(allowed)}")

    def deciding(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        """Read one of these words, which decides what else the file may contain.

        :raises FaultyFileError: if it is another word, since the rest cannot be checked then.
        """
        found = self.one_of(key, default, allowed)
        if (*self._place, key) in (place for place, _ in self._file.faults):
            self._file.refuse()
        return found

    def whole(self, key: str, default: int, allowed: Sequence[int]) -> int:
        """Read one of these whole numbers."""
        words = f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else _either(allowed)

        def fits(value: object) -> TypeGuard[int]:
            return _whole(value, allowed)

        return self.checked(key, default, fits, f"a whole number, {words}")

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """Read a number from ``low`` to ``high``."""

        def fits(value: object) -> TypeGuard[float]:
            return _within(value, low, high)

        return float(self.checked(key, default, fits, f"a number from {low:g} to {high:g}"))

    def lacks(self, key: str, needed: str) -> None:
        """Note a fault if a key is missing; ``needed`` gives the reason, or what is allowed."""
        if key not in self._content:
            self._known.append(key)
            self._fault(key, f"{self._at(key)} is missing; {needed}")

    def only_with(self, key: str, condition: str) -> None:
        """Note a fault if there is this key, which has no meaning here."""
        if key in self._content:
            self._known.append(key)
            self._fault(key, f"{self._at(key)} goes only with {condition}")

    def heights(self, key: str, default: tuple[float, float, float]) -> tuple[float, float, float]:
        """Read the heights of three blocks in mm."""
        value = self.value(key, default)
        found = numbers_of(value, 5, 50)
        if len(found) != 3:
            self.wrong(key, "three numbers from 5 to 50", value)
            return default
        return found[0], found[1], found[2]

    def wholes(self, key: str, default: tuple[int, ...], allowed: Sequence[int]) -> tuple[int, ...]:
        """Read distinct whole numbers out of these, the same number of them as the default has."""
        value = self.value(key, list(default))
        found = tuple(each for each in value if _whole(each, allowed)) if isinstance(value, list) else ()
        if not isinstance(value, list) or not len(value) == len(set(found)) == len(default):
            allowed_words = f"a list of {len(default)} different whole numbers, {allowed[0]} to {allowed[-1]}"
            self.wrong(key, allowed_words, value)
            return default
        return found

    def checked(self, key: str, default: Value, fits: Callable[[object], TypeGuard[Value]], allowed: str) -> Value:
        """Return the value if it fits; ``allowed`` describes the values that fit. The default need not fit."""
        value = self.value(key, default)
        if key not in self._content:
            return default
        if fits(value):
            return value
        self.wrong(key, allowed, value)
        return default

    def made(self, make: Callable[[], Value], default: Value) -> Value:
        """Return what ``make`` makes of the values here; its error becomes a fault of this section."""
        try:
            return make()
        except FaultyFileError:
            raise
        except ValueError as error:
            # Defaults that replace wrong values need not fit together, and are not in the file.
            if not any(place[: len(self._place)] == self._place for place, _ in self._file.faults):
                self._file.faults.append((self._place, f"[{_written(self._place)}] {error}"))
            return default

    def value(self, key: str, default: object) -> object:
        """Return the value in the file, unchecked."""
        self._known.append(key)
        return self._content.get(key, default)

    def wrong(self, key: str, allowed: str, value: object) -> None:
        """Note a fault that says what is allowed there."""
        self._fault(key, f"{self._at(key)} is {allowed}, not {_shown(value)}")

    def finish(self) -> None:
        """Refuse the file if it has faults; a key that no call has named is a fault, too.

        :raises FaultyFileError: with all faults, in the order of the file.
        """
        self.note_unknown()
        if self._file.faults:
            self._file.refuse()

    def note_unknown(self) -> None:
        """Note a fault for each key that no call has named, in this section and those within it."""
        for key in self._content:
            if key not in self._known:
                near = get_close_matches(key, self._known, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(dict.fromkeys(self._known))}"
                self._fault(key, f"{self._at(key)} is not known; {hint}")
        for section in self._sections:
            section.note_unknown()

    def _fault(self, key: str, line: str) -> None:
        self._file.faults.append(((*self._place, key), line))

    def _at(self, key: str) -> str:
        return f"[{_written(self._place)}] {_written((key,))}" if self._place else _written((key,))


def read_text(path: Path) -> str:
    """Read the text of a file, without the byte order mark that some editors write.

    :raises FaultyFileError: if it cannot be read.
    """
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise FaultyFileError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FaultyFileError(f"{path}: is not text in UTF-8") from error


def numbers_of(value: object, low: float, high: float) -> tuple[float, ...]:
    """Return the numbers of a list; empty if any item is not a number from ``low`` to ``high``."""
    if not isinstance(value, list | tuple) or not all(_within(each, low, high) for each in value):
        return ()
    return tuple(float(each) for each in value)


def _either(allowed: Sequence[int]) -> str:
    """Return these numbers as words.

    >>> _either((4, 5)), _either((8, 16, 32))
    ('4 or 5', '8, 16 or 32')
    """
    *before, last = map(str, allowed)
    return f"{', '.join(before)} or {last}" if before else last


def _short_line(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and 0 < len(value) <= 60 and value.isprintable()


def _whole(value: object, allowed: Sequence[int]) -> TypeGuard[int]:
    return is_whole(value, allowed[0], allowed[-1]) and value in allowed


def _within(value: object, low: float, high: float) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _order(content: object, place: KeyPath) -> tuple[int, ...]:
    """Return the place of a key in the file, for the order of faults; a missing key comes first in its section."""
    if not place or not isinstance(content, dict) or place[0] not in content:
        return ()
    return (list(content).index(place[0]), *_order(content[place[0]], place[1:]))


def _written(place: KeyPath) -> str:
    """Return a key as it is written in a file."""
    return ".".join(key if _BARE_KEY.fullmatch(key) else _shown(key) for key in place)


def _shown(value: object) -> str:
    """Return any value as one line of text."""
    match value:
        case dict():
            return "a table"
        case list() | tuple():
            shown = ", ".join("[...]" if isinstance(each, list) else _shown(each) for each in value[:LONGEST_SHOWN])
            return _plain(f"[{shown}]")
        case int() if value.bit_length() > 64:
            return "a number that long"
        case _:
            return _plain(json.dumps(value, ensure_ascii=False, default=str))


def _plain(text: str, longest: int = LONGEST_SHOWN) -> str:
    """Return a text without control characters, shortened if it is long."""
    shown = "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)
    return shown if len(shown) <= longest else f"{shown[:longest]}..."
