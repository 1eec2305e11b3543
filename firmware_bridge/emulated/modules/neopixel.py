"""The neopixel module of MicroPython for a Pico, down to the bytes that go to the strip."""

import side


class NeoPixel:
    def __init__(self, pin, n):
        self.pin = pin
        self.n = n
        self.buf = bytearray(3 * n)

    def write(self):
        if self.pin.number != side.hardware["pins"]["lights"]:
            raise ValueError("no strip is on GPIO %d" % self.pin.number)
        side.lit(self.buf)
