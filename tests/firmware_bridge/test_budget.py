"""What the supply of a board can give to its lights is what the board file says, at both ends of the wire."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest

from firmware_bridge.agent import PtyPort
from firmware_bridge.firmware_image import configuration
from hardware.board import SQUARE_COUNT, Colour, Lights
from hardware.board_file import parse_board_file
from hardware.lights import current, limit
from tests.hardware.fake_device import FakeDevice
from thera.boards.open_board import open_board

WHITE = Lights((Colour(255, 255, 255),) * SQUARE_COUNT)
LONG_STRIP = f"[electronics]\nbudget_ma = 300\nlights = {list(range(75, 100))}\n"
"""The strip has 75 lights more, which draw 1 mA each though they are dark."""


@pytest.mark.parametrize(
    ("text", "budget"),
    [("", 800), ("[electronics]\nbudget_ma = 1500", 1500), ("[electronics]\nbudget_ma = 200", 200), (LONG_STRIP, 225)],
)
def test_the_table_dims_the_lights_to_the_budget_of_the_board_file(text: str, budget: int) -> None:
    device = FakeDevice()
    with ExitStack() as stack:
        port = stack.enter_context(PtyPort(device, budget_ma=5000))
        opened = open_board(port.path, parse_board_file(text), seed=0, data=None, stack=stack)
        opened.board.show(WHITE)
        device.wait_for_lights(limit(WHITE, budget))
    assert max(map(current, device.shown)) <= budget


@pytest.mark.parametrize(("text", "budget"), [("", 800), (LONG_STRIP, 225)])
def test_a_pico_is_told_what_is_left_for_the_lights_of_squares(text: str, budget: int) -> None:
    assert json.loads(configuration(parse_board_file(text)))["budget_ma"] == budget
