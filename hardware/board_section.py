"""Reads one table of a board file: values with their defaults, and what is wrong with them, each with its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TypeGuard, TypeVar

Made = TypeVar("Made")


class BoardFileError(ValueError):
    """A board file that cannot be used; one line that says which file, where in it, and what is allowed there."""


class Section:
    """A table of the file. Each question about a key makes it known; what is not known at the end is an error."""

    def __init__(self, path: str, name: str, content: dict[str, object]) -> None:
        self._path = path
        self._name = name
        self._content = content
        self._known: list[str] = []
        self._sections: list[Section] = []

    def section(self, name: str) -> Section:
        """The table of this name; empty if there is none."""
        content = self.value(name, {})
        if not isinstance(content, dict):
            full = f"{self._name}.{name}" if self._name else name
            raise BoardFileError(f"{self._path}: {full} is a table, written [{full}], not {_shown(content)}")
        made = Section(self._path, f"{self._name}.{name}" if self._name else name, content)
        self._sections.append(made)
        return made

    def text(self, key: str, default: str) -> str:
        """A short line."""
        value = self.value(key, default)
        if not isinstance(value, str) or not 0 < len(value) <= 60 or not value.isprintable():
            raise self.wrong(key, "a text of 1 to 60 letters", value)
        return value

    def one_of(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        """One of these words."""
        value = self.value(key, default)
        if not isinstance(value, str) or value not in allowed:
            raise self.wrong(key, f"one of {', '.join(allowed)}", value)
        return value

    def whole(self, key: str, default: int, allowed: Sequence[int]) -> int:
        """One of these whole numbers."""
        value = self.value(key, default)
        if not _whole(value, allowed):
            words = f"{allowed[0]} {'or' if len(allowed) == 2 else 'to'} {allowed[-1]}"
            raise self.wrong(key, f"a whole number, {words}", value)
        return value

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """A number from ``low`` to ``high``."""
        value = self.value(key, default)
        if not _within(value, low, high):
            raise self.wrong(key, f"a number from {low:g} to {high:g}", value)
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
        value = self.value(key, default)
        found = numbers_of(value, 5, 50)
        if len(found) != 3:
            raise self.wrong(key, "three numbers from 5 to 50", value)
        return found[0], found[1], found[2]

    def wholes(self, key: str, default: tuple[int, ...], allowed: Sequence[int]) -> tuple[int, ...]:
        """As many of these whole numbers as the default has, each another one."""
        value = self.value(key, list(default))
        found = tuple(each for each in value if _whole(each, allowed)) if isinstance(value, list) else ()
        if not isinstance(value, list) or not len(value) == len(set(found)) == len(default):
            allowed_words = f"a list of {len(default)} different whole numbers, {allowed[0]} to {allowed[-1]}"
            raise self.wrong(key, allowed_words, value)
        return found

    def made(self, make: Callable[[], Made]) -> Made:
        """What ``make`` makes of the values here; what it cannot be made of is an error of this table."""
        try:
            return make()
        except BoardFileError:
            raise
        except ValueError as error:
            raise BoardFileError(f"{self._path}: [{self._name}] {error}") from error

    def check_all_known(self) -> None:
        """Refuse keys that nothing has asked for, here and in the tables below."""
        for key in self._content:
            if key not in self._known:
                near = get_close_matches(key, self._known, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(self._known)}"
                raise BoardFileError(f"{self._path}: {self._at(key)} is not known; {hint}")
        for section in self._sections:
            section.check_all_known()

    def value(self, key: str, default: object) -> object:
        """Whatever stands there."""
        self._known.append(key)
        return self._content.get(key, default)

    def _at(self, key: str) -> str:
        return f"[{self._name}] {key}" if self._name else key

    def wrong(self, key: str, allowed: str, value: object) -> BoardFileError:
        """The error that says what is allowed there."""
        return BoardFileError(f"{self._path}: {self._at(key)} is {allowed}, not {_shown(value)}")


def numbers_of(value: object, low: float, high: float) -> tuple[float, ...]:
    """The numbers of a list; empty if any of it is not a number from ``low`` to ``high``."""
    if not isinstance(value, list | tuple) or not all(_within(each, low, high) for each in value):
        return ()
    return tuple(float(each) for each in value)


def _whole(value: object, allowed: Sequence[int]) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed


def _within(value: object, low: float, high: float) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
