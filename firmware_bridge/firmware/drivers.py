"""Drives the parts on the board's pins: the sensors behind multiplexers and a converter, a ring of sensors on I2C, the
lights, the buttons."""

import struct
from time import sleep_us, ticks_diff, ticks_us

from machine import ADC, I2C, SPI, Pin
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


# Registers of a TMAG5273 and what is written there (its data sheet, SLYS045).
_DEVICE_CONFIG_1 = 0x00  # 5 and 6: for magnets of neodymium; 2 to 4: the mean of 32 conversions; plain reads
_DEVICE_CONFIG_2 = 0x01  # 4: low noise; 0 and 1: measure without a pause
_SENSOR_CONFIG_1 = 0x02  # 4 to 7: X, Y and Z
_SENSOR_CONFIG_2 = 0x03  # 0 and 1: the greater range of Z, of X and Y
_DEVICE_ID = 0x0D
_X_MSB = 0x12
_CONV_STATUS = 0x18
_FOR_NEODYMIUM_MEAN_OF_32 = 0x20 | 5 << 2
_LOW_NOISE_CONTINUOUS = 1 << 4 | 2
_X_Y_Z = 7 << 4
_GREATER_RANGE = 3
_VERSION = 3
_TEXAS_INSTRUMENTS = b"\x49\x54"
_POWERED_UP = 1 << 4
_RING_ADDRESSES = (0x35, 0x22, 0x78, 0x44)
_I2C_BAUD = 400_000
_I2C_WAIT_US = 1000
"""A sensor is read in a quarter of this."""
NO_ANSWER = -32768
"""The count of a sensor that does not answer."""
_RETRY_SCANS = 25


class Ring:
    """Eight TMAG5273 on two I2C buses, four on each. Those that do not answer are tried again now and then, one at a
    time, so that they never delay a scan by much. A sensor that has lost its power for a moment is set up again."""

    def __init__(self, pins: list, range_mt: int) -> None:
        self._buses = [
            I2C(bus, sda=Pin(pins[2 * bus]), scl=Pin(pins[2 * bus + 1]), freq=_I2C_BAUD, timeout=_I2C_WAIT_US)
            for bus in (0, 1)
        ]
        self._version = 1 if range_mt <= 80 else 2
        self._range = _GREATER_RANGE if range_mt in (80, 266) else 0
        self._answer = bytearray(7)
        self._scans = 0
        self._notes: list[str] = []
        self._troubles = ["" for _ in range(8)]
        self._missed = [False for _ in range(8)]
        for number in range(8):
            self._set_up(number)

    def read(self, counts: list) -> None:
        """Write the counts of X, Y and Z of all sensors into this list, ``NO_ANSWER`` where there is none."""
        answer = self._answer
        self._scans += 1
        for number, trouble in enumerate(self._troubles):
            at = 3 * number
            if not trouble:
                try:
                    self._buses[number // 4].readfrom_mem_into(_RING_ADDRESSES[number % 4], _X_MSB, answer)
                    if not answer[6] & _POWERED_UP:
                        for axis, count in enumerate(struct.unpack(">hhh", answer)):
                            counts[at + axis] = count if count > NO_ANSWER else NO_ANSWER + 1
                        self._missed[number] = False
                        continue
                    self._set_up(number)
                except OSError:
                    # Once may be the bus, which one before it has blocked.
                    if self._missed[number]:
                        self._note(number, "does not answer")
                    self._missed[number] = True
            elif self._scans % (8 * _RETRY_SCANS) == number * _RETRY_SCANS:
                self._set_up(number)
            counts[at] = counts[at + 1] = counts[at + 2] = NO_ANSWER

    def takes_us(self) -> int:
        """Return how long reading all of them takes in microseconds."""
        began = ticks_us()
        self.read([0] * 24)
        return ticks_diff(ticks_us(), began)

    def recall(self) -> None:
        """Say again what is wrong, to a host that has just come."""
        self._notes = [self._said(number, trouble) for number, trouble in enumerate(self._troubles) if trouble]

    def notes(self) -> list:
        """Return what has changed since the last call, a line for each sensor."""
        notes, self._notes = self._notes, []
        return notes

    def _set_up(self, number: int) -> None:
        bus, address = self._buses[number // 4], _RING_ADDRESSES[number % 4]
        try:
            told = bus.readfrom_mem(address, _DEVICE_ID, 3)
            if told[1:] != _TEXAS_INSTRUMENTS or told[0] & _VERSION != self._version:
                self._note(number, f"is no TMAG5273 of version {self._version}")
                return
            bus.writeto_mem(address, _DEVICE_CONFIG_1, bytes((_FOR_NEODYMIUM_MEAN_OF_32,)))
            bus.writeto_mem(address, _SENSOR_CONFIG_1, bytes((_X_Y_Z,)))
            bus.writeto_mem(address, _SENSOR_CONFIG_2, bytes((self._range,)))
            bus.writeto_mem(address, _CONV_STATUS, bytes((_POWERED_UP,)))  # writing the bit clears it
            bus.writeto_mem(address, _DEVICE_CONFIG_2, bytes((_LOW_NOISE_CONTINUOUS,)))
        except OSError:
            self._note(number, "does not answer")
            return
        self._note(number, "")

    def _note(self, number: int, trouble: str) -> None:
        if trouble != self._troubles[number]:
            self._troubles[number] = trouble
            self._notes.append(self._said(number, trouble or "answers again"))

    def _said(self, number: int, trouble: str) -> str:
        return f"the sensor {_RING_ADDRESSES[number % 4]:#x} on I2C {number // 4} {trouble}"


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
