"""Errors that the command line reports in one line."""

from __future__ import annotations


class CannotPlayError(Exception):
    """The table cannot be started as asked. The message is a plain line for the person who asked, or a line for each
    fault of a file."""
