"""Checks the computer that a board is connected to, and says how to fix what is wrong: `examination.examine`."""
