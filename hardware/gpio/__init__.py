"""The pins of a Raspberry Pi as a board: sensors, buttons and lights without a microcontroller.

The libraries for pins are imported only where a pin is opened, which is on a Pi; everything else runs anywhere.
"""
