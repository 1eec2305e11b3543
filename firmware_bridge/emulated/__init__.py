"""The board's firmware, run on this computer: real MicroPython, with pins that feel a simulated world."""
