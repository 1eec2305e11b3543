"""Drives the parts on the board's pins: the sensors behind multiplexers and a converter, the lights, the buttons."""

from time import sleep_us, ticks_diff, ticks_us

from machine import ADC, SPI, Pin
from neopixel import NeoPixel

_SETTLE_US = 20
_ADDRESSES = 16
_BITS = 12
_SPI_BAUD = 1_000_000
_OVERHEAD_US = 100
"""An upper estimate of the time of a channel besides its conversions."""
SQUARES = 25
_BOUNCE_MS = 30


class PicoConverter:
    """The microcontroller's converter."""

    def __init__(self, pins: dict) -> None:
        self._inputs = [ADC(Pin(number)) for number in pins["outputs"]]

    def total(self, output: int, samples: int) -> int:
        """Sum ``samples`` conversions of an output of the multiplexers. One conversion before them is dropped: it still
        holds charge of the previous channel."""
        read = self._inputs[output].read_u16
        read()
        found = 0
        for _ in range(samples):
            found += read() >> 4
        return found


class Mcp3208:
    """An MCP3208 on the SPI bus, with the outputs of the multiplexers at two of its channels."""

    def __init__(self, pins: dict) -> None:
        clock = pins["clock"]
        bus = clock // 8 % 2  # GP0 to 7 and 16 to 23 belong to the first bus, the others to the second
        self._spi = SPI(
            bus,
            baudrate=_SPI_BAUD,
            polarity=0,
            phase=0,
            sck=Pin(clock),
            mosi=Pin(pins["mosi"]),
            miso=Pin(pins["miso"]),
        )
        self._chip = Pin(pins["chip"], Pin.OUT, value=1)
        # Start bit, single-ended, three bits of the channel, placed so that the answer ends with the third byte.
        self._asks = [bytes((0x06 | channel >> 2, channel << 6 & 0xFF, 0)) for channel in pins["channels"]]
        self._answer = bytearray(3)

    def total(self, output: int, samples: int) -> int:
        """As in PicoConverter."""
        ask, answer, chip, exchange = self._asks[output], self._answer, self._chip, self._spi.write_readinto
        found = 0
        for counted in range(samples + 1):
            chip.value(0)
            exchange(ask, answer)
            chip.value(1)
            if counted:
                found += (answer[1] & 0x0F) << 8 | answer[2]
        return found


class Scanner:
    """Reads the 25 sensors. A count is made of ``samples`` conversions and has ``bits`` bits."""

    def __init__(
        self, pins: dict, converter: PicoConverter | Mcp3208, samples: int, bits: int, channels: bytes
    ) -> None:
        self._select = [Pin(number, Pin.OUT, value=0) for number in pins["select"]]
        self._enable = Pin(pins["enable"], Pin.OUT, value=1)
        self._converter = converter
        self._samples = samples
        self._factor = 1 << max(0, bits - _BITS)
        self._divisor = samples << max(0, _BITS - bits)
        self.wire(channels)

    def wire(self, channels: bytes) -> None:
        """Set the channel of the sensor of each square: 16 times the multiplexer, plus the address on it."""
        plan: list[list[tuple[int, int]]] = [[] for _ in range(_ADDRESSES)]
        for square, channel in enumerate(channels):
            plan[channel % _ADDRESSES].append((channel // _ADDRESSES, square))
        self._plan = plan

    def scan(self, counts: list) -> None:
        """Write the counts of the 25 sensors into this list."""
        samples, factor, divisor = self._samples, self._factor, self._divisor
        half = divisor // 2
        total = self._converter.total
        self._enable.value(0)
        for address, steps in enumerate(self._plan):
            if steps:
                for bit, line in enumerate(self._select):
                    line.value(address >> bit & 1)
                sleep_us(_SETTLE_US)
                for output, square in steps:
                    counts[square] = (total(output, samples) * factor + half) // divisor
        self._enable.value(1)

    def takes_us(self) -> int:
        """Return about how long a scan takes in microseconds, by the time of one channel."""
        began = ticks_us()
        self._converter.total(0, self._samples)
        return 25 * (ticks_diff(ticks_us(), began) + _OVERHEAD_US)


class Strip:
    """WS2812 lights in a row. The squares have some of its places; the others stay dark."""

    def __init__(self, pin: int, places: bytes) -> None:
        self._pin = Pin(pin, Pin.OUT)
        self._shown = bytearray(3 * SQUARES)
        self.wire(places)

    def wire(self, places: bytes) -> None:
        """Set the place of the light of each square."""
        pixels = NeoPixel(self._pin, max(places) + 1)
        self._places = places
        self._pixels = pixels
        self.show(self._shown)

    def darken(self) -> None:
        """Turn all lights off."""
        self.show(bytearray(3 * SQUARES))

    def show(self, colours: bytearray) -> None:
        """Show these 75 bytes: red, green and blue of each square."""
        buffer = self._pixels.buf
        at = 0
        for place in self._places:
            to = 3 * place
            buffer[to] = colours[at + 1]  # a WS2812 takes green first
            buffer[to + 1] = colours[at]
            buffer[to + 2] = colours[at + 2]
            at += 3
        self._shown = colours
        self._pixels.write()


class Buttons:
    """The rim buttons, which pull their pins to ground. A press is reported at once, and the next one only after the
    button was released for longer than its contact bounces."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins]
        self._last_down: list[int | None] = [None] * len(pins)

    def presses(self, now: int) -> list:
        """Return the numbers, from 1, of the buttons that were pressed since the last call; ``now`` is in ms."""
        found = []
        for index, pin in enumerate(self._pins):
            last = self._last_down[index]
            if not pin.value():
                if last is None:
                    found.append(index + 1)
                self._last_down[index] = now
            elif last is not None and now - last >= _BOUNCE_MS:
                self._last_down[index] = None
        return found
