"""``thera seats free``: frees seats whose phones were lost."""

from __future__ import annotations

import argparse

from common.message import shortened
from engine.seats import Seat
from table.session.saved_state import TABLE_SEATS
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_config_argument, add_data_argument, read_or_ask_for_root
from thera.exit_codes import ExitCode
from thera.table_control import free_seats


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Free seats of the table that is open on this computer, for players whose phones were lost. The phones that had"
        " them have them no longer. The game goes on: the next phone that asks for such a seat gets it at once and"
        " sees what its player may see. Before a game the seats are empty then."
    )
    parser.examples = (
        Example("thera seats free", "free the seats of all players of your table"),
        Example("sudo thera seats free blue", "free the blue seat of the installed table"),
    )
    parser.add_argument(
        "seats",
        nargs="*",
        type=_seat,
        metavar="SEAT",
        help=f"the seats to free: {', '.join(TABLE_SEATS)} (default: those of all players)",
    )
    add_config_argument(parser)
    add_data_argument(parser, "the game is stored")


def _seat(text: str) -> Seat:
    if text not in TABLE_SEATS:
        raise argparse.ArgumentTypeError(f"{shortened(text, 20)} is no seat; the seats are {', '.join(TABLE_SEATS)}")
    return Seat(text)


def run(args: argparse.Namespace) -> int:
    """Free them. Return the exit code.

    :raises CannotPlayError: if there is no such table, or it refuses.
    """
    folder = args.data or read_or_ask_for_root(args.config).configuration.storage.folder
    freed = free_seats(folder, tuple(args.seats))
    print(f"Free for other phones now: {', '.join(f'{seat} ({name})' if name else seat for seat, name in freed)}")
    return ExitCode.DONE
