"""What can go wrong around a Pico, on an emulated RP2040: a host that stops reading, a program that hangs, and a
firmware that fails as soon as it starts."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge import firmware_image
from firmware_bridge.firmware_image import FIRMWARE
from firmware_bridge.messages import Configure, Hello, HelloRequest, LedFrame, LedShown, Ping, Pong, Scan
from hardware.board import ALL_DARK, Colour, Lights
from hardware.board_file import BoardFile, parse_board_file
from tests.rp2040.chip_run import INPUTS, LONGEST, NEEDS_CHIP, ChipTrouble, run_chip

pytestmark = [pytest.mark.parts, NEEDS_CHIP, pytest.mark.timeout(LONGEST + 60)]

BOARD = BoardFile()
COUNTS = (2048,) * INPUTS
BEGIN = ((900.0, HelloRequest()), (930.0, Configure(50)))
SHOWN = Lights((Colour(0, 0, 64), *ALL_DARK.colours[1:]))

UNREAD = (1200.0, 2000.0)


@pytest.mark.parametrize("board", [BOARD, parse_board_file("[ring]")], ids=["squares", "ring"])
def test_a_host_that_stops_reading_costs_scans_and_nothing_else(tmp_path: Path, board: BoardFile) -> None:
    sent = (*BEGIN, (1500.0, LedFrame(SHOWN, 800)), (2100.0, Ping(7)))
    ring = (0,) * 24 if board.ring is not None else None
    chip = run_chip(tmp_path, board, COUNTS, sent, 2250.0, trouble=ChipTrouble(unread=UNREAD), ring=ring)
    stalled, again = UNREAD
    assert chip.resets == ()
    assert chip.broken == 0
    assert not [each for each in chip.received if stalled < each.at < again]
    # It goes on meanwhile: it scans as often as before, and shows what it is asked to show.
    for since, until in ((stalled - 100, 1490), (1560, again)):  # a light moves the scan beside it by some ms
        starts = [scan.at for scan in chip.scans if since < scan.at < until]
        assert all(18.5 <= after - before <= 21.5 for before, after in pairwise(starts))
    assert [each.content[2] for each in chip.lights if 1500 < each.at < 1540] == [64]
    # What has waited comes in order, and the scans after it are new.
    (shown,), (pong,) = chip.of(LedShown), chip.of(Pong)
    assert again <= shown.at < again + 20
    assert isinstance(pong.message, Pong)
    numbers = [each.message.number for each in chip.of(Scan) if isinstance(each.message, Scan)]
    assert numbers == sorted(set(numbers))
    missed = numbers[-1] - numbers[0] + 1 - len(numbers)
    assert missed == pong.message.dropped
    assert missed > 30
    # The clock of the board starts some 900 ms after it was switched on, with a ring later.
    late = [each.message for each in chip.of(Scan) if each.at > again + 20]
    assert all(isinstance(scan, Scan) and scan.t_ms > again - 1000 - 20 for scan in late)


def test_a_program_that_hangs_is_reset_by_the_watchdog(tmp_path: Path) -> None:
    """Here it waits for a conversion that does not end, which no exception can tell."""
    hangs = 1100.0
    chip = run_chip(tmp_path, BOARD, COUNTS, BEGIN, 4000.0, trouble=ChipTrouble(converter_stops=hangs))
    (reset,) = chip.resets
    last = max(each.at for each in chip.received)
    assert hangs - 25 < last < hangs + 25
    assert 1950 < reset - hangs < 2050


FAILS = """

def _fail(self, counts):
    raise ValueError("worn out")

Scanner.scan = _fail
"""


def test_a_firmware_that_fails_early_gives_its_console_back_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that ``thera board flash`` can replace it: no watchdog may reset the board while it does."""
    folder = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "drivers.py").open("a", encoding="utf-8") as file:
        file.write(FAILS)
    monkeypatch.setattr(firmware_image, "FIRMWARE", folder)
    sent = (*BEGIN, (1500.0, b"\r\nprint(6 * 7)\r\n"), (3600.0, b"print('still', 'here')\r\n"))
    chip = run_chip(tmp_path, BOARD, COUNTS, sent, 3700.0)
    assert chip.of(Hello)
    assert chip.resets == ()
    told = chip.text.decode("utf-8", "replace")
    assert "ValueError: worn out" in told
    assert "\r\n42\r\n>>> " in told
    assert "\r\nstill here\r\n>>> " in told
