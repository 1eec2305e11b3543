"""What may be wrong with what is plugged in has words in every language, with all that tells one board from another."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from common.message import Message
from firmware_bridge import port_troubles
from firmware_bridge.messages import Hello, OtherVersion
from hardware.device import PINS_UNUSED
from hardware.geometry import Geometry
from hardware.sensor_layout import PlacedSensor
from web_ui.languages import catalogue, present

PORT = "/dev/ttyACM0"
BOARD = Hello(1, 36, 36, 12, "Thera", "e660", "0.1.0", faults=PINS_UNUSED)


def every_trouble() -> Iterator[Message]:
    yield port_troubles.in_use_elsewhere(PORT, ())
    yield port_troubles.in_use_elsewhere(PORT, ("minicom (12)",))
    yield port_troubles.not_allowed(PORT)
    yield port_troubles.not_opened(PORT, OSError("Input/output error"))
    yield port_troubles.no_answer_yet(PORT)
    yield port_troubles.no_board(PORT)
    yield port_troubles.other_board(PORT, BOARD, "Small board")
    yield from port_troubles.several({PORT: BOARD, "/dev/ttyACM1": BOARD})
    yield port_troubles.other_version(OtherVersion(9, 0))
    yield port_troubles.other_size(BOARD)
    yield port_troubles.other_further(BOARD, Geometry(further=(PlacedSensor(-40.0, 0.0),)).further_channels)
    yield from port_troubles.unused_pins(BOARD)


@pytest.mark.parametrize("language", present())
def test_every_trouble_is_told_in_every_language_with_all_its_facts(language: str) -> None:
    texts = catalogue(language, "boards")
    told = {trouble.key: trouble for trouble in every_trouble()}
    for key, trouble in told.items():
        assert set(re.findall(r"\{(\w+)\}", texts[key])) == set(dict(trouble.args)), key
    kept = {"boards.trouble", "boards.not_here"} | {
        key for key in texts if re.match(r"boards\.(real|virtual|moved)", key)
    }
    assert set(texts) == set(told) | kept
