"""Reads the load cells of a board that weighs. Apart from `drivers`, since loading it takes a Pico some 0.1 s, and few
boards weigh."""

from time import sleep_us, ticks_diff, ticks_us

from machine import Pin, disable_irq, enable_irq

_VALUE_BITS = 24
_SIGN = 1 << _VALUE_BITS - 1
_DOWN_US = 100
"""A clock that stays high for longer than 60 us turns an HX711 off, and its fall resets it (data sheet, "Reset and
Power-Down")."""
_BEFORE_NEXT_US = 1500
"""A reading has to begin so long before the next value of any cell: it takes some 0.4 ms, and the interrupts that tell
when a value came are late by up to 0.8 ms, while lights are sent."""
_AFTER_NEXT_US = 1500
"""The next value has come for certain so long after it was due."""


class LoadCell:
    """An HX711 with its own data line, which is low while a value is there to be read. ``since`` is when that came, and
    ``period`` the time from one value to the next, which is measured: the data sheet promises no exact one."""

    def __init__(self, number: int, period_us: int) -> None:
        # An open line is high, as that of a converter without a value.
        self._pin = Pin(number, Pin.IN, Pin.PULL_UP)
        self.level = self._pin.value
        self.ready = False
        self.since = 0
        self.period = period_us
        self._shortest, self._longest = 2 * period_us // 3, 4 * period_us // 3
        self._pin.irq(self._fell, Pin.IRQ_FALLING, hard=True)

    def _fell(self, pin: Pin) -> None:
        """Note that a value has come: an interrupt, which may not allocate memory, so its numbers stay below 2 ** 30.
        Falls while bits are read come with the line high again."""
        if not pin.value():
            now = ticks_us()
            took = ticks_diff(now, self.since)
            if self._shortest < took < self._longest:
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
        counts, whole = self._counts, True
        for index, value in enumerate((first, second, third, fourth)):
            counts[index] = value - 2 * _SIGN if value & _SIGN else value
            cell = self._cells[index]
            cell.ready = False
            whole = whole and cell.level() == 1
        if whole:
            return counts
        self.reset()  # a line that is not high now has got another value meanwhile, and counts its bits from there
        return None
