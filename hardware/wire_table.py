"""The wires of a board as tables to read at the bench."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hardware.board_file import BoardFile
from hardware.electronics import Controller, Converter
from hardware.wire_list import MULTIPLEXERS, Group, HeaderPin, Wire, measured_at, sensor_input, wires

CONTROLLERS = {Controller.PICO: "Raspberry Pi Pico", Controller.PI: "the Raspberry Pi's own pins"}


def wire_tables(board: BoardFile) -> str:
    """All wires of a board, by what they are for, then each square's sensor and light."""
    electronics = board.electronics
    listed = wires(electronics)
    parts = [
        f"{board.name}: {CONTROLLERS[electronics.controller]}, measured by"
        f" {'its own converter' if electronics.converter is Converter.PICO else 'an MCP3208'}.",
        "Behind each name is the number of the pin on the header or the chip. On a module go by the names.",
    ]
    parts += [f"\n{group.value.capitalize()}\n{_wires(listed, group)}" for group in Group]
    parts.append(f"\nSquares\n{_squares(board)}")
    parts.append(f"\nThe strip, each light's DOUT to the DIN of the next:\n{' '.join(strip(board))}")
    parts += [f"\n{note}" for note in electronics.notes]
    return "\n".join(parts) + "\n"


def strip(board: BoardFile) -> list[str]:
    """The squares of the board in the order of their lights on the strip; ``-`` for a light that no square has."""
    lights = board.electronics.wiring.lights
    names = {lights[square]: name(square) for square in board.geometry.squares}
    return [names.get(place, "-") for place in range(max(names) + 1)]


def name(square: int) -> str:
    """A square (5 * rank + file) as it is called.

    >>> name(7)
    'c2'
    """
    return f"{'abcde'[square % 5]}{square // 5 + 1}"


def _wires(listed: Iterable[Wire], group: Group) -> str:
    rows = []
    for wire in listed:
        if wire.group is group:
            first, *others = wire.ends
            for number, end in enumerate(_to(others)):
                start = ("", "") if number else (_pin(first), wire.through)
                rows.append((*start, end, "" if number else wire.also))
    return _table(("from", "through", "to", "besides"), rows)


def _to(ends: Sequence[HeaderPin]) -> list[str]:
    """The ends of a wire; the same pin of both multiplexers is one of them."""
    found = []
    for end in ends:
        both = all(HeaderPin(part, end.name, end.number) in ends for part in MULTIPLEXERS)
        if end.part not in MULTIPLEXERS or not both:
            found.append(_pin(end))
        elif end.part is MULTIPLEXERS[0]:
            found.append(f"both multiplexers {end.name} ({end.number})")
    return found


def _squares(board: BoardFile) -> str:
    wiring, pins = board.electronics.wiring, measured_at(board.electronics)
    rows = []
    for square in board.geometry.squares:
        at = sensor_input(wiring.sensors[square])
        pin = pins[MULTIPLEXERS.index(at.multiplexer)]
        rows.append((name(square), f"{at.multiplexer} {at.name} ({at.number})", _pin(pin), str(wiring.lights[square])))
    return _table(("square", "its sensor at", "measured at", "its light's place, from 0"), rows)


def _pin(pin: HeaderPin) -> str:
    number = "" if pin.number is None else f" ({pin.number})"
    part = "" if pin.part in {"controller", "ground"} else f"{pin.part} "
    return f"{part}{pin.name}{number}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Columns as wide as they need to be; a column that is empty is left out."""
    used = [column for column in range(len(head)) if any(row[column] for row in rows)]
    lines = [[row[column] for column in used] for row in (head, *rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(used))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
