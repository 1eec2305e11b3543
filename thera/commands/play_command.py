"""``thera play``: the table and its page as a process, until it is asked to stop."""

from __future__ import annotations

import argparse
import gc
import logging
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from socket import socket

from firmware_bridge.conversation import WORKING
from table.errors import CannotPlayError
from table.runtime.table_actor import TableActor
from table.settings.configuration import Configured, WebSettings
from table.settings.page_addresses import OwnNetwork, host_of, page_addresses
from table.storage.journal import JournalError
from thera.boards.open_board import OpenBoard
from thera.commands.common_arguments import (
    CONFIGURED,
    add_board_argument,
    add_board_file_argument,
    add_config_argument,
    add_data_argument,
    read_configured,
)
from thera.service.systemd_interface import JournalFormatter, Notifier, goes_to_journal, inherited
from thera.service.watchdog import CountedLoop, Loop, PingedLoop, Watchdog
from thera.startup_message import QR_GLYPHS, addresses_message, charset_has, replay_message, startup_message
from thera.stop_signal import StopSignal
from thera.table_assembly import AssembledTable, assemble_table
from web_ui.app import create_app
from web_ui.serve import Server, listen, patient, serve

SWITCH_SECONDS = 0.0005
"""How long a thread that computes may go on while others wait. With Python's own 5 ms the reading of a frame would hold
back lights for as long (`benchmarks/lights_latency.py --thinking`)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Start the table and its page for phones. Where an option is missing, the configuration applies (see: thera"
        " config show)."
    )
    add_config_argument(parser)
    add_board_argument(parser)
    add_board_file_argument(parser)
    parser.add_argument("--host", help=f"the address to listen on (default: {CONFIGURED})")
    parser.add_argument("--port", type=_port, help=f"the port of the page (default: {CONFIGURED})")
    add_data_argument(parser, "the game is stored")
    parser.add_argument("--seed", type=int, help="the random seed of a simulated board, for noise and placement errors")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write a trace: everything the board measures and its result, without names; compressed if FILE ends with"
        " .gz. It can be replayed with: thera board replay FILE",
    )
    parser.add_argument("--new", action="store_true", help="discard the stored game, and free all seats")


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port from 0 to 65535")
    return number


def run(args: argparse.Namespace) -> int:
    """Run a table until SIGINT or SIGTERM; the exit code.

    :raises CannotPlayError: if it cannot be started like this; the game in the journal is then unchanged.
    """
    options = {
        "board": {"link": args.board, "file": args.board_file, "seed": args.seed},
        "web": {"host": args.host, "port": args.port},
        "keeping": {"folder": args.data, "record": args.record},
    }
    return play(read_configured(args.config).overridden(options), new_game=args.new)


def play(configured: Configured, *, new_game: bool = False) -> int:
    """Run the table of this configuration, as `run`; ``new_game`` discards the stored game and frees all seats."""
    configuration = configured.configuration
    web, own, record = configuration.web, configured.own_network, configuration.keeping.record
    _set_up_log(configuration.log.level.upper())
    sys.setswitchinterval(SWITCH_SECONDS)
    with ExitStack() as stack:
        try:
            listeners = [stack.enter_context(each) for each in _listeners(web.host, web.port)]
            assembled = assemble_table(configuration, stack, new_game=new_game)
        except JournalError as error:
            raise CannotPlayError(str(error)) from error
        table, opened = assembled.table, assembled.opened
        table.configure(configured)
        port = min(each.getsockname()[1] for each in listeners)
        addresses = _addresses(web, own, port)
        app = create_app(
            table,
            opened.hands,
            # Found again each time that it is shown: a table that starts with the router has no address at first.
            join_url=partial(_best_address, web, own, port),
            hosts=frozenset({web.host, *map(host_of, addresses)}),
            link=opened.link,
            games=assembled.games,
            own_network=own,
        )
        stop = stack.enter_context(StopSignal())
        table.ended = stop.set
        # What is loaded now stays until the end. Collecting it again and again would delay the lights.
        gc.collect()
        gc.freeze()
        table.start()
        stack.callback(table.close)
        server = serve(app, *listeners)
        notifier = Notifier.from_environment()
        if notifier.heard:
            Watchdog(notifier, table, _loops(table, server, opened)).start()
        print(_greeting(assembled, addresses, port), flush=True)
        if record is not None:
            print(f"Recording into {record}", flush=True)
        stop.wait()
        table.close()
        notifier.stopping()
    if table.failure is not None:
        print(f"thera: {table.failure}", file=sys.stderr)
        return 1
    return 0


def _greeting(assembled: AssembledTable, addresses: tuple[str, ...], port: int) -> str:
    """What is printed when the page is served."""
    if goes_to_journal(sys.stdout):
        return addresses_message(addresses, port)  # nobody scans a code in a journal
    if assembled.opened.recorded:
        return replay_message(addresses, port)
    drawable = charset_has(sys.stdout, QR_GLYPHS)
    virtual = assembled.opened.hands is not None
    return startup_message(addresses, port, assembled.saved, virtual=virtual, drawable=drawable)


def _addresses(web: WebSettings, own: OwnNetwork | None, port: int) -> tuple[str, ...]:
    """The addresses for phones, the best first: the one in the table's own network while it is open, then the
    configured one, else those of this machine in other networks."""
    opened = () if own is None or not own.is_open() else (own.page(port),)
    rest = page_addresses(web.host, port) if web.address is None else (f"{web.address.rstrip('/')}/",)
    return tuple(dict.fromkeys((*opened, *rest)))


def _best_address(web: WebSettings, own: OwnNetwork | None, port: int) -> str | None:
    """The best of the addresses now; None if no phone can reach this computer."""
    return next(iter(_addresses(web, own, port)), None)


def _loops(table: TableActor, server: Server, opened: OpenBoard) -> tuple[Loop, ...]:
    """The loops that must go on. Frames must come while the link reports a working board; a trace may pause."""
    link = opened.link

    def frames() -> int | None:
        return table.feed.frames if link is not None and link().state in WORKING else None

    return (
        PingedLoop("game", table.call_soon),
        CountedLoop("frames", frames),
        PingedLoop("web", server.ask_for_sign),
    )


def _set_up_log(level: str) -> None:
    """Write the log to standard error; in the journal of a service each line has its priority."""
    handler = logging.StreamHandler()
    if goes_to_journal(sys.stderr):
        handler.setFormatter(JournalFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter("thera: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])


def _listeners(host: str, port: int) -> tuple[socket, ...]:
    """The sockets that systemd opened for the table, else one of its own."""
    try:
        return tuple(patient(each) for each in inherited()) or (listen(host, port),)
    except OSError as error:
        raise CannotPlayError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
