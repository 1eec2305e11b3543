"""The scale of a board, read by the real firmware from emulated converters that turn off, or send rubbish, wherever the
data sheet says so. All on real MicroPython, on the wire."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge.emulated.pico import EmulatedPico
from firmware_bridge.link import SerialBoard
from firmware_bridge.messages import Configure, LogMessage, Scan, WeightsMessage
from hardware.board import Weighed
from hardware.board_file import BoardFile, parse_board_file
from hardware.device import CellCounts
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware.firmware_wire import Sensors, Wire, powered

pytestmark = NEEDS_MICROPYTHON

WEIGHS = parse_board_file("[scale]\n")
FIRST = (0x555555, -0x2AAAAB, (1 << 23) - 1, -(1 << 23))
SECOND = (-0x2AAAAB, 0x555555, 0, -1)
"""Values without a bit in common: a reading that has bits of two of them is neither."""


class Cells(Sensors):
    """Load cells that measure each of two values in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.readings = 0

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        self.readings += 1
        return (CellCounts(elapsed, FIRST if self.readings % 2 else SECOND),)


class TimedCells(Sensors):
    """Load cells that measure the time of the board, in ms since its first scan; scans come every 40 ms."""

    def __init__(self) -> None:
        super().__init__()
        self._scanned = -40

    def scan(self) -> tuple[int, ...]:
        self._scanned += 40
        return super().scan()

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        return (CellCounts(elapsed, (self._scanned + elapsed,) * 4),)


def weights_of(wire: Wire) -> WeightsMessage:
    found = wire.next(lambda message, _: isinstance(message, WeightsMessage))
    assert isinstance(found, WeightsMessage)
    return found


def test_it_says_how_many_cells_it_has() -> None:
    with powered(WEIGHS) as wire:
        assert wire.hello().cells == 4
    with powered(BoardFile()) as wire:
        assert wire.hello().cells == 0


def test_each_cell_is_read_with_its_sign() -> None:
    with powered(WEIGHS) as wire:
        wire.device.weighed.append(FIRST)
        wire.ask(Configure(50, weights=True))
        first = weights_of(wire)
        assert first.counts == FIRST
        wire.device.weighed.append(SECOND)
        last = wire.next(lambda message, _: isinstance(message, WeightsMessage) and message.counts == SECOND)
        assert isinstance(last, WeightsMessage)
        assert last.number > first.number


def test_a_table_gets_loads_from_the_firmware() -> None:
    device = Sensors()
    device.weighed.append((214748, -214748, 0, 1))
    with EmulatedPico(device, WEIGHS) as pico, SerialBoard(pico.path, scale=WEIGHS.scale) as board:
        found = next(event for event in board.events() if isinstance(event, Weighed) and any(event.loads))
    assert found.loads == (100.0, -100.0, 0.0, 0.0)


def test_no_weights_come_unless_they_are_asked_for() -> None:
    with powered(WEIGHS) as wire:
        wire.ask(Configure(50))
        for _ in range(20):
            wire.next(lambda message, _: isinstance(message, Scan))
        assert not [message for message in wire.heard if isinstance(message, WeightsMessage)]


@pytest.mark.parametrize("rate", [10, 80])
def test_no_reading_has_bits_of_two_values(rate: int) -> None:
    """The chips' own clocks make their values pass each other, several times in these ten seconds."""
    board = parse_board_file(f"[scale]\nrate_hz = {rate}\n")
    with powered(board, device=Cells(), by_request=True, silence_ms=60_000) as wire:
        wire.pico.ask(30)
        wire.ask(Configure(50, weights=True))
        wire.pico.ask(500)
        scans = [wire.next(lambda message, _: isinstance(message, Scan)) for _ in range(500)]
        assert len(scans) == 500
        found = [message for message in wire.heard if isinstance(message, WeightsMessage)]
        for message in found:
            for count, *allowed in zip(message.counts, FIRST, SECOND, strict=True):
                assert count in allowed
        assert len(found) > 0.5 * 10 * rate
        assert [message.number for message in found] == list(range(len(found)))
        numbers = [message.number for message in scans if isinstance(message, Scan)]
        assert numbers == list(range(numbers[0], numbers[0] + 500)), "no scan is missed for them"


def test_the_time_of_requested_scans_begins_when_the_host_wants_scans() -> None:
    with powered(WEIGHS, by_request=True, silence_ms=60_000) as wire:
        wire.pico.ask(10)
        for _ in range(20):
            wire.hello()
        wire.ask(Configure(25, weights=True))
        assert [wire.scan().t_ms for _ in range(10)] == list(range(40, 440, 40))


def test_a_board_whose_time_passes_with_requested_scans_weighs_between_them_and_in_their_order() -> None:
    with powered(WEIGHS, device=TimedCells(), by_request=True, silence_ms=60_000) as wire:
        wire.pico.ask(10)
        wire.ask(Configure(25, weights=True))
        first = wire.scan()
        wire.pico.ask(500)
        for _ in range(500):
            last = wire.scan()
        seconds = (last.t_ms - first.t_ms) / 1000
        heard = [message for message in wire.heard if isinstance(message, WeightsMessage | Scan)]
    assert [each.t_ms for each in heard] == sorted(each.t_ms for each in heard)
    found = [message for message in heard if isinstance(message, WeightsMessage) and message.t_ms > first.t_ms]
    # The converters wait for each other, and a value of 12.5 ms before is replaced.
    late = {message.t_ms - first.t_ms - count for message in found for count in message.counts}
    assert min(late) >= 0
    assert max(late) <= 25
    assert len(found) > 0.85 * 80 * seconds
    assert all(one.number + 1 == other.number for one, other in pairwise(found))


def test_cells_without_a_converter_are_named() -> None:
    other = parse_board_file("[scale]\n[electronics.pins]\nscale_outputs = [9, 15, 4, 5]\n")
    with powered(WEIGHS, electronics=other.electronics) as wire:
        wire.ask(Configure(50, weights=True))
        told = wire.next(lambda message, _: isinstance(message, LogMessage) and "load cells" in message.text)
        assert isinstance(told, LogMessage)
        assert told.text == "load cells that send nothing: [3, 4]"
