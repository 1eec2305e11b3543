"""Runs the board's firmware on this computer: real MicroPython, with pins that sense a simulated world."""
