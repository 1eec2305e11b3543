"""The strip of lights."""

from machine import Pin
from neopixel import NeoPixel

SQUARES = 25


class Strip:
    """WS2812 lights in a row; the lights of the squares are at some of its places, and the others stay dark."""

    def __init__(self, pin: int, places: bytes) -> None:
        self._pin = Pin(pin, Pin.OUT)
        self._shown = bytearray(3 * SQUARES)
        self.wire(places)

    def wire(self, places: bytes) -> None:
        """The light of each square is at this place."""
        pixels = NeoPixel(self._pin, max(places) + 1)
        self._places = places
        self._pixels = pixels
        self.show(self._shown)

    def darken(self) -> None:
        """All dark."""
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
