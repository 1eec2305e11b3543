"""The buttons on the rim, which pull their pins to ground."""

from machine import Pin

_BOUNCE_MS = 30


class Buttons:
    """Told of at once, and again only after they have been released for as long as contacts bounce."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins]
        self._last_down: list[int | None] = [None] * len(pins)

    def presses(self, now: int) -> list:
        """The numbers, from 1 on, of the buttons that went down since the last call; ``now`` in ms."""
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
