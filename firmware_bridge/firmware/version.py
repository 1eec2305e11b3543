"""The version of the firmware."""

VERSION = "1.1.0"
