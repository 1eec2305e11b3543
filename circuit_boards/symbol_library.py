"""KiCad's symbols: read from its libraries, made whole where one extends another, and written into files of ours.

KiCad writes lists of words and of lists in parentheses (S-expressions). Here a quoted word keeps its quotes.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Expression = list["str | Expression"]
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+')


class SymbolError(Exception):
    """A library lacks a symbol, or is no library; the message says which."""


@dataclass(frozen=True, slots=True)
class SymbolPin:
    """A pin of a symbol: its unit (0: of all), its number, where it is connected (mm, y up), and which way it points
    from there to the symbol (degrees against the clock, 0 is to the right)."""

    unit: int
    number: str
    at: tuple[float, float]
    angle: int


def parsed(text: str) -> Expression:
    """The one expression of a text.

    :raises SymbolError: if it is none.
    """
    stack: list[Expression] = [[]]
    for word in _WORD.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")":
            if len(stack) < 2:
                raise SymbolError("a parenthesis closes nothing")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    if len(stack) != 1 or len(stack[0]) != 1 or isinstance(stack[0][0], str):
        raise SymbolError("this is not one expression in parentheses")
    return stack[0][0]


def written(expression: Expression) -> str:
    """The text of an expression."""
    return f"({' '.join(each if isinstance(each, str) else written(each) for each in expression)})"


def children(expression: Expression, name: str) -> Iterator[Expression]:
    """The lists in an expression that begin with this word."""
    return (each for each in expression if isinstance(each, list) and each and each[0] == name)


def quoted(text: str) -> str:
    """A text as a word of an expression."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Symbol:
    """A symbol of KiCad, whole; pins numbered in ``passive`` are made passive."""

    def __init__(self, folder: Path, name: str, passive: frozenset[str] = frozenset()) -> None:
        library, _, self.name = name.partition(":")
        whole = parsed((folder / f"{library}.kicad_sym").read_text("utf-8"))
        self._expression = _whole(whole, self.name)
        for _, pin in self._pins():
            if _number(pin) in passive:
                pin[1] = "passive"

    def definition(self, prefix: str = "") -> Expression:
        """The symbol as a file defines it, with the name of its library before its own."""
        found = copy.deepcopy(self._expression)
        found[1] = quoted(f"{prefix}{self.name}")
        return found

    @property
    def pins(self) -> tuple[SymbolPin, ...]:
        """All its pins."""
        found = []
        for unit, pin in self._pins():
            (at,) = children(pin, "at")
            x, y, angle = (float(str(each)) for each in at[1:4])
            found.append(SymbolPin(unit, _number(pin), (x, y), int(angle)))
        return tuple(found)

    @property
    def units(self) -> tuple[int, ...]:
        """Its units that have pins, or only the first."""
        return tuple(sorted({pin.unit for pin in self.pins if pin.unit})) or (1,)

    def _pins(self) -> Iterator[tuple[int, Expression]]:
        for part in children(self._expression, "symbol"):
            unit, style = str(part[1]).strip('"').rsplit("_", 2)[1:]
            if int(style) <= 1:
                for pin in children(part, "pin"):
                    yield int(unit), pin


def _number(pin: Expression) -> str:
    (number,) = children(pin, "number")
    return str(number[1]).strip('"')


def _whole(library: Expression, name: str) -> Expression:
    """A symbol with all that it takes over from the one that it extends."""
    for symbol in children(library, "symbol"):
        if symbol[1] != quoted(name):
            continue
        found = copy.deepcopy(symbol)
        for extends in children(symbol, "extends"):
            parent = str(extends[1]).strip('"')
            base = _whole(library, parent)
            own = {str(each[1]) for each in children(found, "property")}
            taken = [each for each in base[2:] if not (isinstance(each, list) and _is_property(each, own))]
            for each in taken:
                if isinstance(each, list) and each[0] == "symbol":
                    each[1] = quoted(name + str(each[1]).strip('"').removeprefix(parent))
            found = ["symbol", found[1], *children(found, "property"), *taken]
        return found
    raise SymbolError(f"no symbol {name} in KiCad's library")


def _is_property(expression: Expression, names: set[str]) -> bool:
    return expression[0] == "property" and str(expression[1]) in names
