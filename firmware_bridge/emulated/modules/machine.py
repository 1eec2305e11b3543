"""The machine module of an emulated Pico. The side channel's hardware file says how the parts on its pins are wired,
independently of the firmware's configuration."""

import binascii
import struct
import sys
import time

import hx711
import side

PWRON_RESET = 1
WDT_RESET = 3

_hardware = side.hardware
_pins = _hardware["pins"]
_SETTLED_US = 20
_FLOATING = 1234
_HELD_MS = 60
_RESET = 3
"""The exit code by which this process requests a restart."""


class _Multiplexers:
    """Two multiplexers of sixteen channels. Their outputs follow a new address late, and the converter's first reading
    after a change still belongs to the previous channel."""

    def __init__(self):
        self._address = 0
        self._enabled = False
        self._stale = True
        self._last = (0, 0)
        self._held = 0

    def change(self, levels):
        """Set the levels of the lines."""
        address = 0
        for bit, pin in enumerate(_pins["select"]):
            address |= levels.get(pin, 0) << bit
        enabled = not levels.get(_pins["enable"], 1)
        if enabled and not self._enabled:
            side.fetch(time.ticks_us())
        if address != self._address or enabled != self._enabled:
            self._address, self._enabled = address, enabled
            time.slept_us = 0

    def convert(self, output):
        """Return what a converter measures at this output now, 12 bits."""
        source = (output, self._address)
        stale = source != self._last or time.slept_us < _SETTLED_US
        self._last = source
        if not stale:
            self._held = side.values[16 * output + self._address] if self._enabled else _FLOATING
        return self._held


_multiplexers = _Multiplexers()


class _Interrupts:
    """The handlers of pins, and those that wait because interrupts are off."""

    def __init__(self):
        self.on = True
        self.handlers = {}
        self._waiting = []

    def fell(self, number, at):
        """Handle the fall of a pin at this time."""
        if number not in self.handlers:
            return
        if self.on:
            self._handle(number, at)
        elif number not in [waiting for waiting, _ in self._waiting]:
            self._waiting.append((number, at))

    def enable(self):
        """Turn interrupts on; those that wait are handled."""
        self.on = True
        while self._waiting:
            self._handle(*self._waiting.pop(0))

    def _handle(self, number, at):
        handler, pin = self.handlers[number]
        time.interrupt_at = at
        try:
            handler(pin)
        finally:
            time.interrupt_at = None


_interrupts = _Interrupts()
_scale = None
if _pins.get("scale"):
    _scale = hx711.EmulatedScale(_pins["scale"], _hardware["scale_rate"], _interrupts.fell)
    time.watch = _scale.passes


def disable_irq():
    """Turn interrupts off; return whether they were on."""
    on = _interrupts.on
    _interrupts.on = False
    return on


def enable_irq(state):
    """Restore the state that ``disable_irq`` returned."""
    if state:
        _interrupts.enable()


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    IRQ_FALLING = 4
    _levels = {}

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        self._watched = number in _pins["select"] or number == _pins["enable"]
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            if self.number in _buttons:
                return _buttons[self.number].level()
            if _scale is not None and self.number in _scale.chips:
                return _scale.chips[self.number].level
            if self.number in _pins["straps"]:
                return 1 - (_hardware["revision"] >> _pins["straps"].index(self.number) & 1)
            return Pin._levels.get(self.number, 0)
        Pin._levels[self.number] = level
        if self._watched:
            _multiplexers.change(Pin._levels)
        if _scale is not None and self.number == _scale.clock_pin:
            _scale.clock(level, time.ticks_us(), _interrupts.on)
        return None

    def irq(self, handler, trigger, *, hard):
        """Call the handler at each fall of the pin, at once, as a hard interrupt does."""
        if trigger != Pin.IRQ_FALLING or not hard:
            raise ValueError("only hard interrupts at falls are emulated")
        _interrupts.handlers[self.number] = (handler, self)


class _Button:
    """A button that is held down for a while at each press, then released for as long. After the while it keeps its
    state until it has been read once, however rarely that happens: a finger on a busy computer does not slip off
    between two reads."""

    def __init__(self):
        self._level = 1
        self._until = 0
        self._presses = 0

    def press(self):
        self._presses += 1

    def level(self):
        seen, now = self._level, time.ticks_ms()
        if now >= self._until and (seen == 0 or self._presses):
            self._level = 1 - seen
            self._presses -= seen
            self._until = now + _HELD_MS
        return seen


_buttons = {_pins["done"]: _Button(), _pins["undo"]: _Button()}


def _press(pressed):
    for bit, name in enumerate(("done", "undo")):
        if pressed >> bit & 1:
            _buttons[_pins[name]].press()


side.press = _press


class ADC:
    def __init__(self, pin):
        self._output = _pins["outputs"].index(pin.number)

    def read_u16(self):
        value = _multiplexers.convert(self._output)
        return value << 4 | value >> 8


class SPI:
    """An SPI bus with an MCP3208, which answers bit by bit: after a start bit, a single-ended bit and three bits of the
    channel come one bit to sample, a zero, and the twelve bits of the count."""

    def __init__(self, bus, baudrate, polarity, phase, sck, mosi, miso):
        chip = _pins["spi"]
        wired = (chip["clock"] // 8 % 2, chip["clock"], chip["mosi"], chip["miso"])
        if (bus, sck.number, mosi.number, miso.number) != wired or polarity or phase or baudrate > 1_000_000:
            raise ValueError("no MCP3208 answers there")

    def write_readinto(self, asks, answer):
        chip = _pins["spi"]
        if Pin._levels.get(chip["chip"], 1):
            return
        bits = 0
        for byte in asks:
            bits = bits << 8 | byte
        length = 8 * len(asks)
        start = length - 1
        while start >= 0 and not bits >> start & 1:
            start -= 1
        answered = 0
        if start >= 5 and bits >> start - 1 & 1:
            channel = bits >> start - 4 & 7
            if channel in chip["channels"]:
                # The sample is taken while the fifth bit after the start goes by; a zero, and the count follows.
                count = _multiplexers.convert(chip["channels"].index(channel))
                answered = count << start - 18 if start >= 18 else count >> 18 - start
        for index in range(len(answer)):
            answer[index] = answered >> length - 8 * (index + 1) & 0xFF


class _Tmag5273:
    """The registers of a TMAG5273 of a ring, by its data sheet (SLYS045). It converts while it is in continuous mode,
    in the channels that are switched on, by the range that is set. It has just been powered up."""

    def __init__(self, version):
        self._version = version
        self._registers = bytearray(0x1D)
        self._registers[0x0D:0x10] = bytes((version, 0x49, 0x54))
        self._registers[0x18] = 0x10

    def write(self, start, data):
        for address, value in enumerate(data, start):
            if address == 0x18:
                self._registers[address] &= ~(value & 0x10) & 0xFF
            elif address < 0x0D:
                self._registers[address] = value

    def read(self, start, size, counts):
        """Return registers while the field is what these counts are in the range of the board."""
        if self._registers[1] & 3 == 2:
            for axis, count in enumerate(counts):
                greater = self._registers[3] >> (0 if axis == 2 else 1) & 1
                most = ((40, 80), (133, 266))[self._version - 1][greater]
                measured = min(max(round(count * _hardware["ring_mt"] / most), -32768), 32767)
                if not self._registers[2] >> 4 + axis & 1:
                    measured = 0
                self._registers[0x12 + 2 * axis : 0x14 + 2 * axis] = struct.pack(">h", measured)
            self._registers[0x18] |= 1
        return bytes(self._registers[start : start + size])


class I2C:
    """An I2C bus of a ring of sensors: four TMAG5273 of the types A, B, C and D. One whose counts are all the least
    that there is has been unplugged, and is powered up anew when they change."""

    def __init__(self, bus, sda, scl, freq, timeout):
        wired = _pins["ring"]
        if wired is None or [sda.number, scl.number] != list(wired[2 * bus : 2 * bus + 2]) or freq > 1_000_000:
            raise ValueError("no sensor answers there")
        self._bus = bus
        self._sensors = {}

    def _sensor(self, address):
        if address not in (0x35, 0x22, 0x78, 0x44):
            raise OSError(5)
        number = 4 * self._bus + (0x35, 0x22, 0x78, 0x44).index(address)
        counts = side.further[3 * number : 3 * number + 3]
        if all(count == -32768 for count in counts):
            self._sensors.pop(address, None)
            raise OSError(5)
        if address not in self._sensors:
            self._sensors[address] = _Tmag5273(1 if _hardware["ring_mt"] <= 80 else 2)
        return self._sensors[address], counts

    def readfrom_mem_into(self, address, start, answer):
        sensor, counts = self._sensor(address)
        answer[:] = sensor.read(start, len(answer), counts)

    def readfrom_mem(self, address, start, size):
        sensor, counts = self._sensor(address)
        return sensor.read(start, size, counts)

    def writeto_mem(self, address, start, data):
        self._sensor(address)[0].write(start, data)


class WDT:
    stopped = False

    def __init__(self, timeout):
        self._timeout = timeout
        self._fed = time.ticks_ms()

    def feed(self):
        now = time.ticks_ms()
        if now - self._fed > self._timeout and not WDT.stopped:
            reset()
        self._fed = now


class _Registers:
    def __setitem__(self, address, value):
        if (address, value) == (0x40058000 + 0x3000, 1 << 30):
            WDT.stopped = True


mem32 = _Registers()


def reset():
    """Restart."""
    sys.exit(_RESET)


def reset_cause():
    """Return why this process began."""
    return _hardware["reset_cause"]


def unique_id():
    """Return eight bytes, as every RP2040 has."""
    return binascii.unhexlify(_hardware["unique_id"])
