"""The firmware of a Thera board on a Raspberry Pi Pico. MicroPython starts this file automatically."""

# ruff: noqa: E402 - a host asks while the rest is still being loaded, and a byte 3 from it is no Ctrl-C that ends this

import micropython

micropython.kbd_intr(-1)

import gc
import sys
from time import sleep_ms, ticks_diff, ticks_ms

import machine
import messages
from board import Board
from codec import encode
from console import Console
from protocol import LOG, LOG_DEBUG, LOG_ERROR
from service import Service

YOUNG_MS = 10_000
"""A firmware that fails within this time returns its console, so that it can be replaced; later the board restarts."""
_LAST_LINE_MS = 100
"""The time that sending the last line may take."""
_WATCHDOG_MS = 2000
_WATCHDOG_ON = 1 << 30
_CLEAR_BITS = 0x3000  # writing here clears the bits of the register


class Clock:
    """Milliseconds since its creation. MicroPython's clock wraps around after some days."""

    def __init__(self) -> None:
        self._last = ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Return the time in ms."""
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class Watchdog:
    """Restarts the board if the program hangs. It starts with the first ``feed``, and needs one every two seconds."""

    def __init__(self) -> None:
        self._dog: machine.WDT | None = None

    def feed(self) -> None:
        """Report that the program is alive."""
        if self._dog is None:
            self._dog = machine.WDT(timeout=_WATCHDOG_MS)
        self._dog.feed()

    def stop(self) -> None:
        """Stop the watchdog while the board runs on. MicroPython has no call for it; the chip has a bit (RP2040 data
        sheet 4.7, CTRL; RP2350 data sheet 12.9)."""
        if self._dog is not None:
            base = 0x400D8000 if "RP2350" in str(sys.implementation) else 0x40058000
            machine.mem32[base + _CLEAR_BITS] = _WATCHDOG_ON


def serve(service: Service, console: Console, watchdog: Watchdog, clock: Clock) -> None:
    """Serve until the host wants the console, or the line ends, as it does only on a computer."""
    while True:
        service.tick(clock.now())
        while console.write() and (frame := service.next_output()) is not None:
            console.write(frame)
        watchdog.feed()
        if service.left and console.write():
            return
        data = console.read(service.wait(clock.now()))
        if data is None:
            return
        if data:
            service.receive(data, clock.now())


def restart(error: Exception, console: Console) -> None:
    """Send the error, and restart the board."""
    try:
        payload = messages.pack(LOG, LOG_ERROR, f"the firmware has failed and restarts: {error!r}")
        console.write(bytearray(1) + encode(LOG, 0, payload))
        sleep_ms(_LAST_LINE_MS)
    finally:
        machine.reset()


def main() -> None:
    """Serve the board; afterwards MicroPython's console is there."""
    console, watchdog, clock = Console(), Watchdog(), Clock()
    try:
        service = Service(Board(), clock.now())
        gc.collect()
        service.say(LOG, None, LOG_DEBUG, f"started with {gc.mem_free()} bytes free")
        serve(service, console, watchdog, clock)
    except Exception as error:
        if clock.now() >= YOUNG_MS:
            restart(error, console)
        raise
    finally:
        watchdog.stop()
        console.give_back()


if __name__ == "__main__":
    main()
