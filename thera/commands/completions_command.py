"""``thera completions``: prints the script by which a shell completes the command line of ``thera``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import shtab

from thera.command_parser import CommandParser, Example
from thera.exit_codes import ExitCode

SHELLS = ("bash", "zsh", "fish")
_COMPLETED = {"FILE": shtab.FILE, "PATH": shtab.FILE, "DIR": shtab.DIRECTORY}
"""The completion of an argument, by its placeholder in the help."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Print what a shell needs to complete commands, options and files when you press Tab. An installation puts it"
        " in place for all three shells."
    )
    parser.examples = (
        Example("thera completions bash > ~/.local/share/bash-completion/completions/thera", "for bash"),
        Example("thera completions fish > ~/.config/fish/completions/thera.fish", "for fish"),
        Example("thera completions zsh > ~/.zfunc/_thera", "for zsh, if ~/.zfunc is in its fpath"),
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}")


def run(args: argparse.Namespace) -> int:
    """Print it. Return the exit code."""
    from thera.command_tree import whole_parser  # noqa: PLC0415 - it imports this module

    print(completions(whole_parser(), args.shell))
    return ExitCode.DONE


def completions(parser: CommandParser, shell: str) -> str:
    """Return the completions of this parser and its commands for one of `SHELLS`."""
    for action in _arguments(parser):
        if action.metavar in _COMPLETED:
            vars(action)["complete"] = _COMPLETED[str(action.metavar)]  # where shtab looks for it
    return str(shtab.complete(parser, shell))


def _arguments(parser: CommandParser) -> Iterator[argparse.Action]:
    yield from parser.arguments
    for each in parser.commands.values():
        yield from _arguments(each)
