"""The command ``thera``."""

from __future__ import annotations

import argparse
import io
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from table.errors import CannotPlayError
from table.settings.configuration import ValueSource
from thera.commands import (
    backup_command as backup_cli,
)
from thera.commands import (
    board_command as board_cli,
)
from thera.commands import (
    config_command as config_cli,
)
from thera.commands import (
    doctor_command as doctor_cli,
)
from thera.commands import (
    rules_command as rules_cli,
)
from thera.commands import (
    simulate_command as simulate,
)
from thera.commands.board_arguments import CONFIGURED, add_board_argument, add_board_file_argument, add_data_argument
from thera.install.install_commands import add_commands

if TYPE_CHECKING:  # it takes longer to load than the rules
    from thera.commands.workshop_procedures import WorkshopOptions

USAGE_ERROR = 2
UNHEARD = 141
"""The exit code when nobody reads any more what is printed, as a shell has it for any command."""
INTERRUPTED = 130
"""The exit code after Ctrl-C where that is not how the command ends, as a shell has it, too."""


def parser() -> argparse.ArgumentParser:
    """The parser of all subcommands; each sets ``run``, a function from the parsed arguments to the exit code."""
    root = argparse.ArgumentParser(prog="thera", description="The companion for a physical Santorini table.")
    subparsers = root.add_subparsers(required=True, metavar="COMMAND")
    _add_play(subparsers)
    rules_cli.add_parser(subparsers)
    simulate.add_parser(subparsers, _simulate)
    board_cli.add_parser(
        subparsers,
        board_cli.BoardCommands(
            describe=_describe_board,
            record=_record_board,
            replay=_replay_board,
            template=_draw_template,
            wiring=_list_wires,
            serve=_serve_board,
            flash=_flash_board,
            status=_board_status,
            calibrate=_calibrate_board,
            selftest=_test_board,
            monitor=_monitor_board,
        ),
    )
    doctor_cli.add_parser(subparsers, _doctor)
    add_commands(subparsers)
    config_cli.add_parser(subparsers, _check_board)
    backup_cli.add_parsers(subparsers)
    return root


def _add_play(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    made = subparsers.add_parser(
        "play",
        help="start the table",
        description="Start the table and its page for phones. What is configured (see: thera config show) counts where"
        " no option says otherwise.",
    )
    made.add_argument("--config", type=Path, metavar="FILE", help=f"the configuration (default: {config_cli.WHERE})")
    add_board_argument(made)
    add_board_file_argument(made)
    made.add_argument("--host", help=f"the address to listen on (default: {CONFIGURED})")
    made.add_argument("--port", type=_port, help=f"the port of the page (default: {CONFIGURED})")
    add_data_argument(made, "the game is kept")
    made.add_argument("--seed", type=int, help="chance on the simulated board: noise and placement errors")
    made.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write a trace: all that the board measures and what comes of it, without names; compressed if FILE ends"
        " with .gz. Whoever has it can go through the game again (see: thera board replay)",
    )
    made.add_argument("--new", action="store_true", help="give up the game that is kept, and free all seats")
    made.set_defaults(run=_play)


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port, which is 0 to 65535")
    return number


def _play(args: argparse.Namespace) -> int:
    from thera.commands.play_command import PlayOptions, play  # noqa: PLC0415 - the web server takes longer to load than the rules

    given = {
        "board": {"link": args.board, "file": args.board_file, "seed": args.seed},
        "web": {"host": args.host, "port": args.port},
        "keeping": {"folder": args.data, "record": args.record},
    }
    return play(PlayOptions(config_cli.configured(args.config).overridden(given), anew=args.new))


def _board(args: argparse.Namespace, otherwise: str) -> str:
    """The board that is named, else the one that is configured, else another one."""
    if args.board is not None:
        return str(args.board)
    found = config_cli.configured(None)
    return otherwise if found.source("board", "link") is ValueSource.DEFAULT else found.configuration.board.link


def _board_file(args: argparse.Namespace) -> Path | None:
    """The board file that is named, else the one that is configured."""
    named: Path | None = args.board_file
    return named or config_cli.configured(None).configuration.board.file


def _data(args: argparse.Namespace) -> Path:
    """The data folder that is named, else the one that is configured."""
    named: Path | None = args.data
    return named or config_cli.configured(None).configuration.keeping.folder


def _simulate(args: argparse.Namespace) -> int:
    from thera.simulated_boards import open_bench  # noqa: PLC0415 - as above

    return simulate.run(args, open_bench)


def _describe_board(args: argparse.Namespace) -> int:
    from thera.boards import describe_board  # noqa: PLC0415 - as above

    return describe_board(args.file)


def _record_board(args: argparse.Namespace) -> int:
    from thera.boards import record  # noqa: PLC0415 - as above

    return record(args.file, _board(args, "virtual"), _board_file(args), seconds=args.seconds, seed=args.seed)


def _replay_board(args: argparse.Namespace) -> int:
    from thera.boards import replay  # noqa: PLC0415 - as above

    return replay(args.file, args.board_file)


def _check_board(file: Path | None) -> object:
    from thera.boards import load_board_file  # noqa: PLC0415 - as above

    return load_board_file(file)


def _draw_template(args: argparse.Namespace) -> int:
    from thera.commands.build_sheets import draw_template  # noqa: PLC0415 - as above

    return draw_template(args.file, _board_file(args))


def _list_wires(args: argparse.Namespace) -> int:
    from thera.commands.build_sheets import list_wires  # noqa: PLC0415 - as above

    return list_wires(_board_file(args))


def _serve_board(args: argparse.Namespace) -> int:
    from thera.commands.pin_server import serve  # noqa: PLC0415 - as above

    return serve(_board_file(args), args.link, args.data)


def _flash_board(args: argparse.Namespace) -> int:
    from thera.commands.flash_board import flash_board  # noqa: PLC0415 - as above

    return flash_board(args.board, _board_file(args), force_new=args.force_new)


def _board_status(args: argparse.Namespace) -> int:
    from thera.commands.link_status import status  # noqa: PLC0415 - as above

    return status(_board(args, "serial"), as_json=args.json)


def _doctor(args: argparse.Namespace) -> int:
    from thera.commands.doctor_examination import doctor  # noqa: PLC0415 - as above

    return doctor(_board_file(args), _data(args), as_json=args.json)


def _calibrate_board(args: argparse.Namespace) -> int:
    from thera.commands.workshop_procedures import calibrate  # noqa: PLC0415 - as above

    return calibrate(replace(_workshop(args), demo=args.demo, anew=args.new))


def _test_board(args: argparse.Namespace) -> int:
    from thera.commands.workshop_procedures import selftest  # noqa: PLC0415 - as above

    return selftest(replace(_workshop(args), demo=args.demo))


def _monitor_board(args: argparse.Namespace) -> int:
    from thera.commands.workshop_procedures import monitor  # noqa: PLC0415 - as above

    return monitor(_workshop(args))


def _workshop(args: argparse.Namespace) -> WorkshopOptions:
    from thera.commands.workshop_procedures import WorkshopOptions  # noqa: PLC0415 - as above

    return WorkshopOptions(_board(args, "serial"), _board_file(args), _data(args))


def main(arguments: list[str] | None = None) -> int:
    """Run ``thera`` with these arguments (default: the process's own); the exit code, 2 for what cannot be started."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter of a name shows a question mark
    try:
        try:
            return _run(arguments)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # now, where it is known what to do if nobody reads it
    except BrokenPipeError:
        # Whoever read what is printed has seen enough. What is unsaid must not be tried again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNHEARD


def _run(arguments: list[str] | None) -> int:
    args = parser().parse_args(arguments)
    try:
        return int(args.run(args))
    except CannotPlayError as error:
        for line in str(error).splitlines():
            print(f"thera: {line}", file=sys.stderr)  # noqa: T201 - the command line speaks here
        return USAGE_ERROR
    except KeyboardInterrupt:
        print(file=sys.stderr)  # noqa: T201 - the shell's next line begins anew
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
