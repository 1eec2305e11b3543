"""Makes order lists of the tables of parts in docs/build.md: for each way to make a board, by the kind of shop, for one
board and for five."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

BOARDS = (1, 5)
"""For how many boards the lists are."""

WAY_NAMES = {
    "circuit_boards": "on circuit boards",
    "wires_and_pico": "with wires and a Pico",
    "wires_and_pi": "with wires and the pins of a Pi",
}
"""The ways to make a board, by the names of their files."""

_HEADINGS = {
    "circuit_boards": ("For every way", "On circuit boards"),
    "wires_and_pico": ("For every way", "With wires", "With wires and a Pico"),
    "wires_and_pi": ("For every way", "With wires", "With wires and the pins of a Pi"),
}
"""The headings of the tables that each way to make a board needs."""


class Shop(StrEnum):
    """The kinds of shops that sell the parts of a board."""

    ELECTRONICS = "electronics"
    CIRCUIT_BOARDS = "maker of circuit boards"
    SHEETS = "cutter of sheets"
    MAGNETS = "magnets"
    HARDWARE = "hardware"
    PRINTER = "3D printer"


_SHOPS = (
    (Shop.MAGNETS, r"magnet"),
    (Shop.CIRCUIT_BOARDS, r"(rank|controller) board"),
    (Shop.SHEETS, r"face|carrier"),
    (Shop.HARDWARE, r"rubber|screws"),
    (Shop.PRINTER, r"frame and small parts"),
)
"""How parts begin that no shop for electronics sells."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a part one board takes: a number, with a unit if it is not pieces."""

    number: int
    unit: str

    def times(self, boards: int) -> str:
        """Return the amount for so many boards."""
        return f"{self.number * boards} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class PartToOrder:
    """A row of a table: what to order, how much for one board, and the least and the most that it costs, in EUR."""

    shop: Shop
    name: str
    number: str
    amount: Amount
    demands: str
    least: int
    most: int


def parts_to_order(guide: str) -> dict[str, tuple[PartToOrder, ...]]:
    """Return the parts of each way to make a board, from the text of docs/build.md.

    :raises ValueError: if it has no such table, or a row that cannot be read; the message names it.
    """
    return {
        way: tuple(_part(row) for heading in headings for row in _rows(guide, heading))
        for way, headings in _HEADINGS.items()
    }


def order_list(parts: tuple[PartToOrder, ...]) -> str:
    """Return the list of these parts as a CSV file, those of one shop together."""
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    counts = ["for one board", *(f"for {boards} boards" for boards in BOARDS[1:])]
    prices = [f"EUR {count}" for count in counts]
    sheet.writerow(["shop", "part", "number or kind", *counts, "what it has to be", *prices])
    for part in sorted(parts, key=lambda part: list(Shop).index(part.shop)):
        amounts = [part.amount.times(boards) for boards in BOARDS]
        costs = [f"{part.least * boards} to {part.most * boards}" for boards in BOARDS]
        sheet.writerow([part.shop, part.name, part.number, *amounts, part.demands, *costs])
    return text.getvalue()


def costs(ways: Mapping[str, tuple[PartToOrder, ...]]) -> str:
    """Return what the parts of each way cost, by shop and in all, as a CSV file in EUR."""
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(["way", "shop", *(f"for {boards} board{'s' * (boards > 1)}" for boards in BOARDS)])
    for way, parts in ways.items():
        for shop in Shop:
            if of_shop := [part for part in parts if part.shop is shop]:
                sheet.writerow([WAY_NAMES[way], shop, *_totals(of_shop)])
        sheet.writerow([WAY_NAMES[way], "in all", *_totals(parts)])
    return text.getvalue()


def _totals(parts: tuple[PartToOrder, ...] | list[PartToOrder]) -> Iterator[str]:
    least, most = sum(part.least for part in parts), sum(part.most for part in parts)
    return (f"{least * boards} to {most * boards}" for boards in BOARDS)


def _rows(guide: str, heading: str) -> list[dict[str, str]]:
    """Return the rows of the first table below a heading, by the heads of its columns."""
    section = re.search(rf"^###? {re.escape(heading)}\n(.*?)(?=^##|\Z)", guide, re.MULTILINE | re.DOTALL)
    table = section and re.search(r"^\|.*\|\n\|[-:| ]+\|\n((?:\|.*\|\n)+)", section[1], re.MULTILINE)
    if not table:
        raise ValueError(f"docs/build.md has no table below {heading!r}")
    head, _, *rows = (_cells(line) for line in table[0].splitlines())
    return [dict(zip(head, row, strict=True)) for row in rows]


def _cells(line: str) -> list[str]:
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line).replace("`", "")
    return [cell.strip() for cell in plain.strip("|").split("|")]


def _part(row: Mapping[str, str]) -> PartToOrder:
    amount = re.fullmatch(r"(\d+) ?(\w*)", row.get("pieces", ""))
    price = re.fullmatch(r"(\d+) to (\d+)", row.get("price", ""))
    if amount is None or price is None:
        raise ValueError(f"docs/build.md has a part that cannot be ordered by its row: {row.get('part', row)}")
    return PartToOrder(
        shop=next((shop for shop, begins in _SHOPS if re.match(begins, row["part"])), Shop.ELECTRONICS),
        name=row["part"],
        number=row["number"],
        amount=Amount(int(amount[1]), amount[2]),
        demands=row["what it has to be"],
        least=int(price[1]),
        most=int(price[2]),
    )
