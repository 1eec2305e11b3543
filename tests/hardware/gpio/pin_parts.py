"""The parts that hang on the pins of a Pi, down to their bits: an MCP3208, two multiplexers, a strip of WS2812."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from gpiozero.pins.mock import MockFactory, MockSPIDevice

from hardware.board import Colour

Analogue = Callable[[int], int]
"""The counts at one of the eight inputs of the converter at this moment."""


class Mcp3208:
    """The converter as its data sheet has it: after the start bit four bits say how and what to measure. Then come a
    clock for measuring, a 0, and twelve bits, highest first."""

    def __init__(self, analogue: Analogue) -> None:
        self._analogue = analogue
        self._asked: list[bool] | None = None
        self.conversions = 0

    def select(self) -> None:
        """Its chip select goes low."""
        self._asked = None

    def clock(self, bit: bool) -> list[bool]:  # noqa: FBT001 - it is a bit
        """One clock: what it says from the next clock on because of this bit."""
        if self._asked is None:
            self._asked = [] if bit else None
        elif len(self._asked) < 4:
            self._asked.append(bit)
            if len(self._asked) == 4:
                single, *channel = self._asked
                assert single, "asked for the difference of two inputs"
                self.conversions += 1
                code = self._analogue(channel[0] << 2 | channel[1] << 1 | channel[2])
                return [False, False, *(bool(code >> place & 1) for place in range(11, -1, -1))]
        return []


class Mcp3208OnPins(MockSPIDevice):  # type: ignore[misc]  # gpiozero has no types
    """It hangs on the pins of SPI 0; to be made before anything opens them."""

    def __init__(self, factory: MockFactory, chip: Mcp3208, select_pin: int = 8) -> None:
        self.chip = chip
        super().__init__(11, 10, 9, select_pin, pin_factory=factory)

    def on_start(self) -> None:
        super().on_start()
        self.chip.select()

    def on_bit(self) -> None:
        self.tx_buf += self.chip.clock(bool(self.rx_buf[-1]))


class Mcp3208OnPort:
    """It hangs on a port of spidev."""

    def __init__(self, chip: Mcp3208) -> None:
        self.chip = chip

    def xfer2(self, words: list[int]) -> list[int]:
        self.chip.select()
        saying: list[bool] = []
        heard = []
        for word in words:
            said = 0
            for place in range(7, -1, -1):
                said = said << 1 | (saying.pop(0) if saying else False)
                saying += self.chip.clock(bool(word >> place & 1))
            heard.append(said)
        return heard


class StripOnPort:
    """A strip on a port of spidev: it understands what comes as a WS2812 does, by time alone."""

    def __init__(self, hz: int, shown: Callable[[list[Colour]], None]) -> None:
        self._hz = hz
        self._shown = shown
        self.closed = False

    def writebytes2(self, data: bytes) -> None:
        self._shown(list(_heard_by_every_make(data, self._hz)))

    def close(self) -> None:
        self.closed = True


@dataclass(frozen=True)
class Make:
    """For how many us the data line of a light is high for a 0 and for a 1, is low after each at least, and is low at
    the end at least, so that the colours are taken over."""

    zero: tuple[float, float]
    one: tuple[float, float]
    low_after: tuple[float, float]
    pause: float


OLDER = Make((0.25, 0.55), (0.65, 0.95), (0.70, 0.30), 50)
"""A WS2812B by its data sheet of 2013."""

NEWER = Make((0.22, 0.38), (0.58, 1.0), (0.58, 0.58), 280)
"""A WS2812B by the data sheet of its version 5."""

SK6812 = Make((0.15, 0.45), (0.45, 0.75), (0.75, 0.45), 80)
"""By its data sheet; what else will do in the list of parts."""

MAKES = (OLDER, NEWER, SK6812)


@lru_cache(maxsize=100)  # the same colours are sent again and again
def _heard_by_every_make(data: bytes, hz: int) -> tuple[Colour, ...]:
    heard = {tuple(colours_heard(data, hz, make)) for make in MAKES}
    assert len(heard) == 1
    return heard.pop()


def colours_heard(data: bytes, hz: float, make: Make, gap: float = 0.0) -> list[Colour]:
    """What a strip takes over from a data line that goes high and low as these bits at so many a second do, and is low
    for ``gap`` bits, in halves, after each byte.

    Between the bits the line may be low for longer than the data sheets say, up to 5 us: a strip does not go by that.
    """
    low = "0" * round(2 * gap)
    line = "".join("".join(bit * 2 for bit in f"{byte:08b}") + low for byte in data)
    runs = [(level == "1", 1e6 * sum(1 for _ in run) / (2 * hz)) for level, run in groupby(line)]
    if runs and not runs[0][0]:
        del runs[0]
    bits: list[int] = []
    for place, (high, lasts) in enumerate(runs):
        if high:
            fits = [bit for bit, (least, most) in enumerate((make.zero, make.one)) if least <= lasts <= most]
            assert fits, f"high for {lasts} us is no bit"
            bits += fits
        elif place < len(runs) - 1:
            assert make.low_after[bits[-1]] <= lasts <= 5, f"low for {lasts} us after a {bits[-1]}"
        else:
            assert lasts >= make.pause, f"low for {lasts} us is no end"
    assert len(bits) % 24 == 0, f"{len(bits)} bits are no whole number of colours"
    return [_colour(bits[start : start + 24]) for start in range(0, len(bits), 24)]


def _colour(bits: Sequence[int]) -> Colour:
    green, red, blue = (int("".join(map(str, bits[start : start + 8])), 2) for start in (0, 8, 16))
    return Colour(red, green, blue)
