"""``thera play``: runs the table and its page as a process, until it is asked to stop."""

from __future__ import annotations

import argparse
import errno
import gc
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from socket import socket

from common.atomic_files import write_whole
from common.mqtt.broker import BrokerStatus
from firmware_bridge.conversation import WORKING
from hardware.board_backends import is_recorded
from table.errors import CannotPlayError
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import Mailbox, TableActor
from table.session.board_choice import BoardKind
from table.session.session_events import TableMatches
from table.settings.configuration import Configured, ValueSource, WebSettings
from table.settings.page_addresses import OwnNetwork, host_of, page_addresses
from table.storage.journal import JournalError
from table.storage.puzzle_streak import PuzzleStreakStore
from thera.boards.open_board import OpenBoard
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import (
    CONFIGURED,
    add_board_argument,
    add_board_file_argument,
    add_config_argument,
    add_data_argument,
    port_number,
    read_configured,
)
from thera.exit_codes import ExitCode
from thera.hint_service import HintService
from thera.house_link import HouseConnection, HouseLink
from thera.network.running_table import RunningTable, free_port, holder_of, running_tables
from thera.puzzle_service import PuzzleJudge, PuzzleService
from thera.review_service import ReviewService
from thera.service.log_output import log_to_errors
from thera.service.systemd_interface import Notifier, goes_to_journal, inherited
from thera.service.watchdog import CountedLoop, Loop, PingedLoop, Watchdog
from thera.startup_message import addresses_message, replay_message, startup_message
from thera.stop_signal import StopSignal
from thera.table_assembly import AssembledTable, Surroundings, assemble_table
from thera.table_control import serve_control
from web_ui.app import create_app
from web_ui.serve import Server, listen, patient, serve

SWITCH_SECONDS = 0.0005
"""The seconds for which a computing thread runs while others wait. With Python's 5 ms the reading of a frame would hold
back lights for as long (`tools/benchmarks/lights_latency.py --thinking`)."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Start the table and its page for phones. Where an option is missing, the configuration applies (see: thera"
        " config show)."
    )
    parser.examples = (
        Example(
            "thera play", "start a table with the configured board, by default the one on USB while one is plugged in"
        ),
        Example("thera play --port 9000 --new", "with empty seats, at another port"),
        Example(
            "thera play --board serial --record game.trace.gz", "only with the board on USB, and record its readings"
        ),
    )
    add_config_argument(parser)
    add_board_argument(parser)
    add_board_file_argument(parser)
    parser.add_argument("--host", help=f"the address to listen on (default: {CONFIGURED})")
    parser.add_argument(
        "--port",
        type=port_number,
        help=f"the port of the page (default: {CONFIGURED}; where it is 8080 by default and taken, the next free one)",
    )
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


def run(args: argparse.Namespace) -> int:
    """Run a table until SIGINT or SIGTERM. Return the exit code.

    :raises CannotPlayError: if it cannot be started with these options; the game in the journal is then unchanged.
    """
    options = {
        "board": {"link": args.board, "file": args.board_file, "seed": args.seed},
        "web": {"host": args.host, "port": args.port},
        "storage": {"folder": args.data, "record": args.record},
    }
    return play(read_configured(args.config).overridden(options), new_game=args.new)


def play(configured: Configured, *, new_game: bool = False) -> int:
    """Run the table of this configuration, as `run` does; ``new_game`` discards the stored game and frees all seats."""
    configuration = configured.configuration
    web, own, record = configuration.web, configured.own_network, configuration.storage.record
    log_to_errors(configuration.log.level.upper())
    sys.setswitchinterval(SWITCH_SECONDS)
    with ExitStack() as stack:
        opening = _open_page(web, moves=configured.source("web", "port") is ValueSource.DEFAULT)
        listeners = [stack.enter_context(each) for each in opening.listeners]
        folder, recorded = configuration.storage.folder, is_recorded(configuration.board.link)
        judge = PuzzleJudge(None if recorded else PuzzleStreakStore(folder, write_whole))
        stack.callback(judge.close)
        house = None if configuration.mqtt is None or recorded else HouseConnection(configuration.mqtt, folder)
        try:
            assembled = assemble_table(configuration, stack, _around(configured, judge, house), new_game=new_game)
        except JournalError as error:
            raise CannotPlayError(str(error) if opening.table is None else _open_already(opening.table)) from error
        table, opened = assembled.table, assembled.opened
        port = min(each.getsockname()[1] for each in listeners)
        addresses = _addresses(web, own, port)
        hints = HintService()
        stack.callback(hints.close)
        puzzles = PuzzleService(table, judge)
        reviews = None if assembled.games is None else ReviewService(table, assembled.games)
        broker = None if house is None else _tell_house(house, assembled, _best_address(web, own, port), stack)
        app = create_app(
            table,
            opened.hands,
            # Found again each time that it is shown: a table that starts with the router has no address at first.
            join_url=partial(_best_address, web, own, port),
            hosts=frozenset({web.host, *map(host_of, addresses)}),
            address=web.address,
            link=opened.link,
            games=assembled.games,
            reviews=reviews,
            hints=hints,
            puzzles=puzzles,
            own_network=own,
            broker=broker,
        )
        stop = stack.enter_context(StopSignal())
        # What is loaded now stays until the end. Collecting it again and again would delay the lights.
        gc.collect()
        gc.freeze()
        table.start(stop.set)
        stack.callback(table.close)
        if assembled.games is not None:
            serve_control(table, folder, stack)
        if reviews is not None:
            stack.callback(reviews.close)
            reviews.start()
        server = serve(app, *listeners)
        notifier = Notifier.from_environment()
        if notifier.heard:
            Watchdog(notifier, table, _loops(table, server, opened), broker).start()
        if opening.moved is not None:
            print(opening.moved)
        print(_greeting(assembled, addresses, port), flush=True)
        if record is not None:
            print(f"Recording into {record}", flush=True)
        stop.wait()
        table.close()
        notifier.stopping()
    if table.failure is not None:
        print(f"thera: {table.failure}", file=sys.stderr)
        return ExitCode.FAILED
    return ExitCode.DONE


def _around(configured: Configured, judge: PuzzleJudge, house: HouseConnection | None) -> Surroundings:
    """Return the surroundings of the table: the judge of puzzles, and the part that plays matches over the broker of
    the house."""
    mailbox = Mailbox()
    matches = None if house is None else _matches(house, mailbox, configured.configuration.storage.folder)
    return Surroundings(TableFittings(matches=matches, configured=configured), judge.judge, mailbox)


def _tell_house(
    house: HouseConnection, assembled: AssembledTable, page: str | None, stack: ExitStack
) -> Callable[[], BrokerStatus]:
    """Begin to report this table to the house, until the stack is closed. Return the state of the connection."""
    link = HouseLink(house, assembled.table, page, assembled.games)
    stack.callback(link.close)
    link.start()
    return lambda: link.status


def _matches(house: HouseConnection, mailbox: Mailbox, folder: Path) -> TableMatches:
    """Return the part that plays matches over this connection. The library that encrypts them is loaded only here: few
    tables have a broker."""
    from online.match.broker_topics import BrokerTopics  # noqa: PLC0415 - see above
    from online.match.match_control import MatchControl  # noqa: PLC0415
    from online.match.running_match import MatchStorage  # noqa: PLC0415

    return MatchControl(MatchStorage(folder), BrokerTopics(house.broker, mailbox.call_soon), time.monotonic)


def _greeting(assembled: AssembledTable, addresses: tuple[str, ...], port: int) -> str:
    """Return the message for when the page is served."""
    if goes_to_journal(sys.stdout):
        return addresses_message(addresses, port)  # nobody scans a code in a journal
    if assembled.opened.recorded:
        return replay_message(addresses, port)
    opened = assembled.opened
    pair = opened.pair
    virtual = opened.hands is not None if pair is None else pair.board.in_use is BoardKind.VIRTUAL
    waits = virtual and pair is not None
    return startup_message(addresses, port, assembled.saved, virtual=virtual, waits_for_board=waits, stream=sys.stdout)


def _addresses(web: WebSettings, own: OwnNetwork | None, port: int) -> tuple[str, ...]:
    """Return the addresses for phones, the best first: the one in the table's own network while it is open, then the
    configured one, or else those of this machine in other networks."""
    opened = () if own is None or not own.is_open() else (own.page(port),)
    rest = page_addresses(web.host, port) if web.address is None else (f"{web.address.rstrip('/')}/",)
    return tuple(dict.fromkeys((*opened, *rest)))


def _best_address(web: WebSettings, own: OwnNetwork | None, port: int) -> str | None:
    """Return the best of the addresses now; None if no phone can reach this computer."""
    return next(iter(_addresses(web, own, port)), None)


def _loops(table: TableActor, server: Server, opened: OpenBoard) -> tuple[Loop, ...]:
    """Return the loops that the watchdog checks. Frames must come while the link reports a working board; a trace may
    pause."""
    link = opened.link

    def frames() -> int | None:
        return table.board_feed.frames if link is not None and link().state in WORKING else None

    return (
        PingedLoop("game", table.call_soon),
        CountedLoop("frames", frames),
        PingedLoop("web", server.ask_for_sign),
    )


@dataclass(frozen=True, slots=True)
class PageOpening:
    """The sockets of the page. ``moved`` says why they are not at the usual port, or is None if they are. ``table`` is
    the other table that is open there, if there is one."""

    listeners: tuple[socket, ...]
    moved: str | None = None
    table: RunningTable | None = None


def _open_page(web: WebSettings, *, moves: bool) -> PageOpening:
    """Return the sockets that systemd opened for the table, or else a new one. ``moves``: the port was not chosen, so a
    free one is used if another program has it.

    :raises CannotPlayError: if there is none.
    """
    try:
        return PageOpening(tuple(patient(each) for each in inherited()) or listen(web.host, web.port))
    except OSError as error:
        reason = _why_not_listening(web.host, web.port, error)
        table = next(running_tables(web.port), None) if error.errno == errno.EADDRINUSE else None
        if table is not None and not moves:
            raise CannotPlayError(_open_already(table)) from error
        if error.errno not in (errno.EADDRINUSE, errno.EACCES) or (other := free_port(web.host)) is None:
            raise CannotPlayError(reason) from error
        if not moves:
            raise CannotPlayError(f"{reason}\nuse another port: thera play --port {other}") from error
    try:
        moved = f"{_sentence(reason)} The page is at port {other} instead."
        return PageOpening(listen(web.host, other), moved, table)
    except OSError as error:
        raise CannotPlayError(_why_not_listening(web.host, other, error)) from error


def _why_not_listening(host: str, port: int, error: OSError) -> str:
    """Return why the port cannot be used."""
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} is taken by {holder_of(port)}"
        case errno.EACCES:
            return f"only root may use port {port}"
        case _:
            return f"cannot listen on {host}, port {port}: {error.strerror or error}"


def _open_already(table: RunningTable) -> str:
    return f"a table is open already, at {table.here}\nits address again: thera address --port {table.port}"


def _sentence(line: str) -> str:
    return f"{line[:1].upper()}{line[1:]}."
