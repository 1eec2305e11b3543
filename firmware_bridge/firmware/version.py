"""The version of the firmware."""

VERSION = "1.2.0"
