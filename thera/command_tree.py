"""The commands of ``thera``, and the parser of their arguments."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Protocol, cast

from thera.command_parser import CommandParser, Example


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command: its name, the module that does it (`CommandModule`), and its line in ``--help``."""

    name: str
    module: str
    help: str


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """A command with subcommands: its name, its line in ``--help``, the subcommands, and examples of them."""

    name: str
    help: str
    commands: tuple[CommandEntry, ...]
    examples: tuple[Example, ...]


class CommandModule(Protocol):
    """What the module of a command has. It is imported only when the command is used."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Describe the command and its arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code.

        :raises CannotPlayError: if it cannot be done as asked.
        """


COMMANDS = (
    CommandEntry("play", "thera.commands.play_command", "start the table"),
    CommandEntry("address", "thera.commands.address_command", "show the address of the table on this computer again"),
    CommandGroup(
        "seats",
        "free the seats of players whose phones were lost",
        (CommandEntry("free", "thera.commands.seats_command", "free seats for other phones"),),
        (Example("sudo thera seats free", "free the seats of all players of the installed table"),),
    ),
    CommandEntry("club", "thera.commands.club_command", "show all tables of a broker, and hold a tournament"),
    CommandEntry("judge", "thera.commands.judge_command", "let tables play a match that this computer judges"),
    CommandEntry("rules", "thera.commands.rules_command", "ask the rules engine about positions"),
    CommandEntry("opponent", "thera.commands.opponent_command", "ask for the opponent's turns, or hold matches"),
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
            CommandEntry("firmware", "thera.commands.board.firmware_command", "write one file to put on a new Pico"),
            CommandEntry("try", "thera.commands.board.try_command", "measure three sensors before a board is built"),
            CommandEntry("status", "thera.commands.board.status_command", "show the state of the link to the board"),
            CommandEntry("calibrate", "thera.commands.board.calibrate_command", "measure every sensor's zero and gain"),
            CommandEntry(
                "selftest", "thera.commands.board.selftest_command", "find swapped or dead sensors and lights"
            ),
            CommandEntry("monitor", "thera.commands.board.monitor_command", "show live what each sensor measures"),
        ),
        (
            Example("thera board status", "is the board on USB ready?"),
            Example("thera board calibrate --demo --board virtual", "watch what a calibration asks for"),
        ),
    ),
    CommandEntry("doctor", "thera.commands.doctor_command", "check this computer, and say how to fix what is wrong"),
    CommandEntry("install", "thera.install.install_command", "install, upgrade or repair Thera as a service"),
    CommandEntry("update", "thera.commands.update_command", "install a newer version, after a backup"),
    CommandEntry("uninstall", "thera.install.uninstall_command", "remove Thera from this computer, but not its games"),
    CommandEntry("config", "thera.commands.config_command", "check or show the configuration"),
    CommandEntry("completions", "thera.commands.completions_command", "print what completes commands in a shell"),
    CommandEntry("backup", "thera.commands.backup_command", "save everything the table stores to one file"),
    CommandEntry("restore", "thera.commands.restore_command", "replace what the table stores with a backup"),
)


ROOT_EXAMPLES = (
    Example("thera play", "start a table with a simulated board, and print its address for phones"),
    Example("thera play --port 9000 --board serial", "the same at another port, with the board on USB"),
    Example("sudo thera install", "start a table with this computer, from now on"),
    Example("thera doctor", "check this computer"),
)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments; ``run`` among them is what does the command. Only its module is imported.
    ``help COMMAND`` is another way to write ``COMMAND --help``.

    :raises SystemExit: after help or a version, or if the arguments are wrong.
    """
    if list(arguments[:1]) == ["help"]:
        arguments = [*arguments[1:], "--help"]
    root = _root()
    _add_commands(root, COMMANDS, [word for word in arguments if not word.startswith("-")])
    return root.parse_command(arguments)


def whole_parser() -> CommandParser:
    """The parser with the arguments of all commands, whose modules are all imported."""
    root = _root()
    _add_commands(root, COMMANDS, None)
    return root


def _root() -> CommandParser:
    root = CommandParser(prog="thera", description="The companion for a physical Santorini table.")
    root.examples = ROOT_EXAMPLES
    root.epilog = "Help on a command: thera COMMAND --help. All of it: man thera"
    root.add_argument("--version", action="version", version=f"thera {version('thera')}")
    return root


def _add_commands(
    parser: CommandParser, commands: Sequence[CommandEntry | CommandGroup], words: Sequence[str] | None
) -> None:
    """Add commands to a parser, and the arguments of the one that ``words`` begin with; of all if they are None."""
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    for command in commands:
        made = subparsers.add_parser(command.name, help=command.help)
        if words is not None and words[:1] != [command.name]:
            continue
        if isinstance(command, CommandGroup):
            made.description = f"{command.help[0].upper()}{command.help[1:]}."
            made.examples = command.examples
            _add_commands(made, command.commands, None if words is None else words[1:])
        else:
            module = cast("CommandModule", importlib.import_module(command.module))
            module.add_arguments(made)
            made.set_defaults(run=module.run)
