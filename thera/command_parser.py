"""Reads command lines: help with examples, and errors that name what was probably meant."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from common.message import shortened
from thera.exit_codes import ExitCode

_OPTION = re.compile("--.*|-[A-Za-z].*")
"""What is no value: a number may begin with one hyphen, and one alone is standard input."""
SIMILAR = 0.6
"""How similar a known word must be to be suggested, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Example:
    """A command line as it may be typed, and what it does."""

    line: str
    effect: str


class CommandParser(argparse.ArgumentParser):
    """The parser of ``thera`` or of one of its commands, which shows ``examples`` below its help.

    Options must be written in full, so that a later version can have more of them.
    """

    examples: tuple[Example, ...] = ()

    @property
    def commands(self) -> Mapping[str, CommandParser]:
        """The parsers of its commands by their names; empty if it has none."""
        for action in self._actions:
            if isinstance(action.choices, dict):  # only commands have a parser for each choice
                return action.choices
        return {}

    @property
    def arguments(self) -> tuple[argparse.Action, ...]:
        """Its options and other arguments, in the order of its help."""
        return tuple(self._actions)

    def parse_command(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The parsed arguments.

        :raises SystemExit: after help or a version, also where a command is missing; or if the arguments are wrong.
        """
        self._check(arguments)
        return self.parse_args(arguments)

    def _check(self, arguments: Sequence[str]) -> None:
        """Refuse commands and options that do not exist, with the name of a similar one."""
        for number, word in enumerate(arguments):
            if word == "--":
                return
            if _OPTION.fullmatch(word):
                self._check_option(word.partition("=")[0])
            elif self.commands and not word.startswith("-"):
                self._command(word)._check(arguments[number + 1 :])  # noqa: SLF001 - of its own class
                return
        if self.commands and not arguments:
            self.print_help()
            self.exit()

    def _check_option(self, option: str) -> None:
        known = [name for action in self._actions for name in action.option_strings]
        if option not in known:
            self.error(f"there is no option {shortened(option, 60)}{_suggestion(option, known)}")

    def _command(self, word: str) -> CommandParser:
        if word not in self.commands:
            names = list(self.commands)
            self.error(
                f"there is no command {shortened(word, 60)}{_suggestion(word, names)}\n"
                f"The commands are {', '.join(names)}"
            )
        return self.commands[word]

    def format_help(self) -> str:
        """The help, and the examples below it."""
        if not self.examples:
            return super().format_help()
        shown = "".join(f"  {example.line}\n      {example.effect}\n" for example in self.examples)
        return f"{super().format_help()}\nexamples:\n{shown}"

    def error(self, message: str) -> NoReturn:
        """End the process with this message and the way to the help."""
        told = "\n".join(shortened(line) for line in message.splitlines())
        self.exit(ExitCode.REFUSED, f"{self.prog}: {told}\nTo see what is allowed: {self.prog} --help\n")


def _suggestion(word: str, known: Sequence[str]) -> str:
    """The end of a message about an unknown word: the known word that is similar, if there is one."""
    near = get_close_matches(shortened(word, 60), known, n=1, cutoff=SIMILAR)
    return f"; did you mean {near[0]}?" if near else ""
