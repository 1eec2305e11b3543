"""The four HX711 of an emulated scale, bit by bit as the data sheet of Avia Semiconductor has them ("Serial Interface",
"Reset and Power-Down").

They share a clock line. Their oscillators differ, so that their values come at different times and pass each other. A
clock that is high for longer than 60 us turns them off; so does one that is high while interrupts are on, since any of
them could take that long.
"""

import time

import side

_SETTLING = 4
"""The conversions without a value after a reset: 400 ms at 10 a second, 50 ms at 80."""
_DOWN_US = 60
_BITS = 24
_PULSES = 25
"""The pulses of a reading of channel A with gain 128; more of them choose another channel."""
_PULSE_US = 12
"""What a pulse and the bits after it take a Pico: measured on its emulated chip."""
_FASTER_PERCENT = (100, 102, 97, 101)


class Hx711:
    def __init__(self, index, period_us, fell):
        self._index = index
        self._period = period_us
        self._fell = fell
        self._value = 0
        self._pulses = 0
        self._raised = 0
        self.due = None
        self.level = 1

    def start(self, now):
        """Begin to convert, unless it has."""
        if self.due is None:
            self.due = now + self._period

    def convert(self):
        """Make the conversion that is due next."""
        self._value = side.weigh(self.due)[self._index] & 0xFFFFFF
        if self._pulses == _PULSES + 1:
            self._value = self._value >> 2  # channel B, gain 32
        self._pulses = 0  # also in the middle of a reading, which then has bits of both values
        self.level = 0
        self._fell(self.due)
        self.due += self._period

    def clock(self, level, now, interrupted):
        """Set the level of the clock line."""
        if level:
            self._raised = time.total_slept_us
            if self._pulses or not self.level:
                self._pulses += 1
                self.level = self._value >> _BITS - self._pulses & 1 if self._pulses <= _BITS else 1
        elif interrupted or time.total_slept_us - self._raised > _DOWN_US:
            self._pulses = 0
            self.level = 1
            self.due = now + _SETTLING * self._period


def _due_of(chip):
    return chip.due


class EmulatedScale:
    """The four chips; ``fell`` is called with the number of a data pin that falls, and with the time."""

    def __init__(self, pins, rate, fell):
        self.clock_pin = pins["clock"]
        self._outputs = pins["outputs"]
        self._level = 0
        self._busy = False
        self.chips = {}
        for index, number in enumerate(self._outputs):
            period = 1_000_000 * 100 // rate // _FASTER_PERCENT[index]
            self.chips[number] = Hx711(index, period, lambda at, number=number: fell(number, at))
        self._chips = list(self.chips.values())

    def passes(self, now):
        """Convert as often as is due by this time, in the order of time, since what is weighed never goes back."""
        if self._busy:
            return
        self._busy = True
        for chip in self._chips:
            chip.start(now)
        while (chip := min(self._chips, key=_due_of)).due <= now:
            chip.convert()
        self._busy = False

    def clock(self, level, now, interrupted):
        """Set the level of the clock line."""
        if level != self._level:
            self._level = level
            time.passes_us(_PULSE_US * level)
            time.ticks_us()  # a value may come in the middle of a reading
            for number in self._outputs:
                self.chips[number].clock(level, now, interrupted)
