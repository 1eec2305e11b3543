"""The version of the firmware."""

VERSION = "1.0.0"
