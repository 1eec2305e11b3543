"""What is ordered is what the tables of the build guide say, and adds up to what they say."""

from __future__ import annotations

import csv
import re

import pytest

from tests.house import ROOT
from tools.release.order_lists import WAY_NAMES, Shop, costs, order_list, parts_to_order

GUIDE = (ROOT / "docs" / "build.md").read_text("utf-8")
PARTS = parts_to_order(GUIDE)


@pytest.mark.parametrize("way", WAY_NAMES)
def test_the_parts_cost_what_the_guide_says_and_five_boards_five_times_as_much(way: str) -> None:
    told = re.search(rf"^\| {re.escape(WAY_NAMES[way])} \| (\d+) to (\d+) \|", GUIDE, re.MULTILINE)
    assert told is not None
    least, most = int(told[1]), int(told[2])
    rows = list(csv.reader(costs(PARTS).splitlines()))
    assert [WAY_NAMES[way], "in all", f"{least} to {most}", f"{5 * least} to {5 * most}"] in rows


@pytest.mark.parametrize(
    ("way", "part", "shop", "amounts"),
    [
        ("circuit_boards", "rank board", Shop.CIRCUIT_BOARDS, ["5", "25"]),
        ("circuit_boards", "linear Hall sensor, SOT-23", Shop.ELECTRONICS, ["27", "135"]),
        ("wires_and_pico", "wire, thin and in several colours", Shop.ELECTRONICS, ["15 m", "75 m"]),
        ("wires_and_pico", "magnet, disc 12 x 5 mm, N42", Shop.MAGNETS, ["10", "50"]),
        ("wires_and_pi", "converter", Shop.ELECTRONICS, ["1", "5"]),
        ("wires_and_pi", "face", Shop.SHEETS, ["1", "5"]),
    ],
)
def test_a_list_says_where_and_how_much(way: str, part: str, shop: Shop, amounts: list[str]) -> None:
    rows = csv.DictReader(order_list(PARTS[way]).splitlines())
    (row,) = [row for row in rows if row["part"] == part]
    assert row["shop"] == shop
    assert [row["for one board"], row["for 5 boards"]] == amounts


@pytest.mark.parametrize("way", WAY_NAMES)
def test_a_list_is_sorted_by_shops(way: str) -> None:
    shops = [row["shop"] for row in csv.DictReader(order_list(PARTS[way]).splitlines())]
    assert shops == sorted(shops, key=[shop.value for shop in Shop].index)


def test_a_guide_without_a_table_or_with_a_row_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="no table below 'With wires and a Pico'"):
        parts_to_order(GUIDE.replace("### With wires and a Pico\n", ""))
    with pytest.raises(ValueError, match="cannot be ordered by its row: button"):
        parts_to_order(GUIDE.replace("| button | thread of 12 mm | 2 |", "| button | thread of 12 mm | two |"))
