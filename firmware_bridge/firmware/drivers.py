"""Drives the parts on the board's pins: the sensors behind multiplexers and a converter, the scale, the lights, the
buttons."""

from time import sleep_us, ticks_diff, ticks_us

from machine import ADC, SPI, Pin, disable_irq, enable_irq
from neopixel import NeoPixel

_SETTLE_US = 20
_ADDRESSES = 16
_BITS = 12
_SPI_BAUD = 1_000_000
_OVERHEAD_US = 100
"""An upper estimate of the time of a channel besides its conversions."""
SQUARES = 25
_BOUNCE_MS = 30
_VALUE_BITS = 24
_SIGN = 1 << _VALUE_BITS - 1
_DOWN_US = 100
"""A clock that stays high for longer than 60 us turns an HX711 off, and its fall resets it (data sheet, "Reset and
Power-Down")."""
_BEFORE_NEXT_US = 1500
"""A reading has to begin so long before the next value of any cell: it takes some 0.4 ms, and the interrupts that tell
when a value came are late by up to 0.8 ms, while lights are sent."""
_AFTER_NEXT_US = 1500


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

    def fastest(self) -> int:
        """Return the highest scan rate that leaves a third of the time for other work, by the time of one channel."""
        began = ticks_us()
        self._converter.total(0, self._samples)
        took = 25 * (ticks_diff(ticks_us(), began) + _OVERHEAD_US)
        return max(1, 666_666 // took)


class LoadCell:
    """An HX711 with its own data line, which is low while a value is there to be read. ``since`` is when that came."""

    def __init__(self, number: int, period_us: int) -> None:
        # An open line is high, as that of a converter without a value.
        self._pin = Pin(number, Pin.IN, Pin.PULL_UP)
        self.level = self._pin.value
        self.ready = False
        self.since = 0
        self.period = period_us
        self._nominal = period_us
        self._pin.irq(self._fell, Pin.IRQ_FALLING, hard=True)

    def _fell(self, pin: Pin) -> None:
        """Note that a value has come: an interrupt, which may not allocate memory. Falls while bits are read come with
        the line high again."""
        if not pin.value():
            now = ticks_us()
            took = ticks_diff(now, self.since)
            if 2 * self._nominal < 3 * took < 4 * self._nominal:
                self.period = took
            self.since = now
            self.ready = True

    def changes(self, now: int) -> bool:
        """Return whether the next value is about to come, and may come while this one is read."""
        age = ticks_diff(now, self.since)
        return -_BEFORE_NEXT_US < age - self.period < _AFTER_NEXT_US


class Hx711Scale:
    """Four load cells, each with an HX711 (channel A, gain 128), that share one clock line. The clocks of the chips are
    their own, so that their values come at different times: all are read once each has a new one, and not while one of
    them is about to get the next."""

    def __init__(self, settings: dict) -> None:
        self._clock = Pin(settings["clock"], Pin.OUT, value=0)
        self._cells = [LoadCell(number, 1_000_000 // settings["rate"]) for number in settings["outputs"]]
        self._counts = [0] * len(self._cells)
        self.cells = len(self._cells)
        self.reset()

    def reset(self) -> None:
        """Reset all chips, which then measure channel A with gain 128."""
        self._clock.value(1)
        sleep_us(_DOWN_US)
        self._clock.value(0)
        for cell in self._cells:
            cell.ready = False

    def silent(self) -> list:
        """Return the numbers, from 1, of the cells without a value."""
        return [number for number, cell in enumerate(self._cells, 1) if not cell.ready]

    def read(self) -> list | None:
        """Return the counts of all cells if all have a new value; the same list each time."""
        now = ticks_us()
        for cell in self._cells:
            if not cell.ready or cell.level() or cell.changes(now):
                return None
        counts = self._counts
        for index in range(len(counts)):
            counts[index] = 0
        clock = self._clock.value
        one, two, three, four = [cell.level for cell in self._cells]
        first = second = third = fourth = 0
        # An interrupt while the clock is high could make it so long that the chips turn off.
        interrupts = disable_irq()
        for _ in range(_VALUE_BITS):
            clock(1)
            clock(0)
            first = first << 1 | one()
            second = second << 1 | two()
            third = third << 1 | three()
            fourth = fourth << 1 | four()
        clock(1)  # the 25th pulse: channel A with gain 128 again
        clock(0)
        enable_irq(interrupts)
        whole = True
        for index, value in enumerate((first, second, third, fourth)):
            counts[index] = value - 2 * _SIGN if value & _SIGN else value
            cell = self._cells[index]
            cell.ready = False
            whole = whole and cell.level() == 1
        if whole:
            return counts
        self.reset()  # a line that is not high now has got another value meanwhile, and counts its bits from there
        return None


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
