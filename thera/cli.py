"""The command ``thera``: the list of its commands, and how each of them ends."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from table.errors import CannotPlayError

USAGE_ERROR = 2
OUTPUT_CLOSED = 141
"""The exit code when nothing reads the output any more, as in a shell."""
INTERRUPTED = 130
"""The exit code after Ctrl-C where that is not how the command normally ends, as in a shell."""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command: its name, the module that does it (`CommandModule`), and its line in ``--help``."""

    name: str
    module: str
    help: str


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """A command with subcommands: its name, its line in ``--help``, and the subcommands."""

    name: str
    help: str
    commands: tuple[CommandEntry, ...]


class CommandModule(Protocol):
    """What the module of a command has. It is imported only when the command is used."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Describe the command and its arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code.

        :raises CannotPlayError: if it cannot be done as asked.
        """


COMMANDS = (
    CommandEntry("play", "thera.commands.play_command", "start the table"),
    CommandEntry("rules", "thera.commands.rules_command", "ask the rules engine about positions"),
    CommandEntry("simulate", "thera.commands.simulate_command", "let simulated hands play whole games"),
    CommandGroup(
        "board",
        "describe, build, calibrate, test and record a board",
        (
            CommandEntry("describe", "thera.commands.board.describe_command", "print a board file with every value"),
            CommandEntry("record", "thera.commands.board.record_command", "record what a board measures"),
            CommandEntry("replay", "thera.commands.board.replay_command", "replay a recorded game and compare"),
            CommandEntry("template", "thera.commands.board.template_command", "draw the drilling template"),
            CommandEntry("wiring", "thera.commands.board.wiring_command", "list every wire of the board"),
            CommandEntry("serve", "thera.commands.board.serve_command", "serve the pins of this Pi as a board"),
            CommandEntry("flash", "thera.commands.board.flash_command", "install or update the firmware of a Pico"),
            CommandEntry("status", "thera.commands.board.status_command", "show the state of the link to the board"),
            CommandEntry("calibrate", "thera.commands.board.calibrate_command", "measure every sensor's zero and gain"),
            CommandEntry(
                "selftest", "thera.commands.board.selftest_command", "find swapped or dead sensors and lights"
            ),
            CommandEntry("monitor", "thera.commands.board.monitor_command", "show live what each sensor measures"),
        ),
    ),
    CommandEntry("doctor", "thera.commands.doctor_command", "check this computer, and say how to fix what is wrong"),
    CommandEntry("install", "thera.install.install_command", "install, upgrade or repair Thera as a service"),
    CommandEntry("uninstall", "thera.install.uninstall_command", "remove Thera from this computer, but not its games"),
    CommandEntry("config", "thera.commands.config_command", "check or show the configuration"),
    CommandEntry("backup", "thera.commands.backup_command", "save everything the table stores to one file"),
    CommandEntry("restore", "thera.commands.restore_command", "replace what the table stores with a backup"),
)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments; ``run`` among them is what does the command. Only its module is imported.

    :raises SystemExit: after ``--help``, or if the arguments are wrong.
    """
    root = argparse.ArgumentParser(prog="thera", description="The companion for a physical Santorini table.")
    _add_commands(root, COMMANDS, arguments)
    return root.parse_args(arguments)


def _add_commands(
    parser: argparse.ArgumentParser, commands: Sequence[CommandEntry | CommandGroup], arguments: Sequence[str]
) -> None:
    """Add commands to a parser, and the arguments of the one that is asked for."""
    words = [word for word in arguments if not word.startswith("-")]
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in commands:
        made = subparsers.add_parser(command.name, help=command.help)
        if words[:1] != [command.name]:
            continue
        if isinstance(command, CommandGroup):
            made.description = f"{command.help[0].upper()}{command.help[1:]}."
            _add_commands(made, command.commands, words[1:])
        else:
            module = cast("CommandModule", importlib.import_module(command.module))
            module.add_arguments(made)
            made.set_defaults(run=module.run)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``thera`` with these arguments (default: the process's own); the exit code, 2 for what cannot be started."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter of a name shows a question mark
    try:
        try:
            return _run(sys.argv[1:] if arguments is None else arguments)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where a closed pipe can still be handled
    except BrokenPipeError:
        # The reader has closed its end. Python must not try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_CLOSED


def _run(arguments: Sequence[str]) -> int:
    args = parse(arguments)
    try:
        return int(args.run(args))
    except CannotPlayError as error:
        for line in str(error).splitlines():
            print(f"thera: {line}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print(file=sys.stderr)  # the shell's prompt begins on its own line
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
