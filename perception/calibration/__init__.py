"""Calibration, self-test and a live view of a board, whatever its hardware."""
