"""``thera play``: the table and its page as a process, until it is asked to stop."""

from __future__ import annotations

import argparse
import errno
import gc
import logging
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from socket import socket

from broker.broker_status import BrokerStatus
from common.atomic_files import write_whole
from firmware_bridge.conversation import WORKING
from table.errors import CannotPlayError
from table.runtime.table_actor import TableActor
from table.session.board_choice import BoardKind
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
from thera.house_link import HouseLink
from thera.network.port_holder import free_port, holder_of
from thera.network.running_table import RunningTable, running_tables
from thera.puzzle_service import PuzzleService
from thera.review_service import ReviewService
from thera.service.systemd_interface import JournalFormatter, Notifier, goes_to_journal, inherited
from thera.service.watchdog import CountedLoop, Loop, PingedLoop, Watchdog
from thera.startup_message import addresses_message, replay_message, startup_message
from thera.stop_signal import StopSignal
from thera.table_assembly import AssembledTable, assemble_table
from web_ui.app import create_app
from web_ui.serve import Server, listen, patient, serve

SWITCH_SECONDS = 0.0005
"""How long a thread that computes may go on while others wait. With Python's own 5 ms the reading of a frame would hold
back lights for as long (`benchmarks/lights_latency.py --thinking`)."""


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
        opening = _open_page(web, moves=configured.source("web", "port") is ValueSource.DEFAULT)
        listeners = [stack.enter_context(each) for each in opening.listeners]
        try:
            assembled = assemble_table(configuration, stack, new_game=new_game)
        except JournalError as error:
            raise CannotPlayError(str(error) if opening.table is None else _open_already(opening.table)) from error
        table, opened = assembled.table, assembled.opened
        table.configure(configured)
        port = min(each.getsockname()[1] for each in listeners)
        addresses = _addresses(web, own, port)
        hints = HintService()
        stack.callback(hints.close)
        folder = configuration.keeping.folder
        puzzles = PuzzleService(table, None if assembled.games is None else PuzzleStreakStore(folder, write_whole))
        stack.callback(puzzles.close)
        table.seat_thinker.judge = puzzles.judge
        reviews = None if assembled.games is None else ReviewService(table, assembled.games)
        broker = _house(configured, assembled, _best_address(web, own, port), stack)
        app = create_app(
            table,
            opened.hands,
            # Found again each time that it is shown: a table that starts with the router has no address at first.
            join_url=partial(_best_address, web, own, port),
            hosts=frozenset({web.host, *map(host_of, addresses)}),
            link=opened.link,
            games=assembled.games,
            reviews=reviews,
            hints=hints,
            puzzles=puzzles,
            own_network=own,
            broker=broker,
        )
        stop = stack.enter_context(StopSignal())
        table.ended = stop.set
        # What is loaded now stays until the end. Collecting it again and again would delay the lights.
        gc.collect()
        gc.freeze()
        table.start()
        stack.callback(table.close)
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


def _house(
    configured: Configured, assembled: AssembledTable, page: str | None, stack: ExitStack
) -> Callable[[], BrokerStatus] | None:
    """Begin to tell the house of this table, until the stack is closed, and have it play matches over the same
    connection; how that stands. None where no broker is configured, and for a recorded game, which is over."""
    mqtt, folder = configured.configuration.mqtt, configured.configuration.keeping.folder
    if mqtt is None or assembled.games is None:
        return None
    house = HouseLink(mqtt, assembled.table, folder, page, assembled.games)
    stack.callback(house.close)
    _play_matches(assembled.table, house, folder)
    house.start()
    return lambda: house.status


def _play_matches(table: TableActor, house: HouseLink, folder: Path) -> None:
    """Have a table play matches over this broker. What encrypts them is loaded only here: few tables have a broker."""
    from thera.matches.broker_topics import BrokerTopics  # noqa: PLC0415 - see above
    from thera.matches.match_control import MatchControl  # noqa: PLC0415
    from thera.matches.match_storage import MatchStorage  # noqa: PLC0415

    link = BrokerTopics(house.connection, table.call_soon)
    table.table_matches = MatchControl(MatchStorage(folder), link, table.clock)


def _greeting(assembled: AssembledTable, addresses: tuple[str, ...], port: int) -> str:
    """What is printed when the page is served."""
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


@dataclass(frozen=True, slots=True)
class PageOpening:
    """The sockets at which the page is served; ``moved`` says why not at the usual port (None: it is), and ``table`` is
    the other table that is open there (None: there is none)."""

    listeners: tuple[socket, ...]
    moved: str | None = None
    table: RunningTable | None = None


def _open_page(web: WebSettings, *, moves: bool) -> PageOpening:
    """The sockets that systemd opened for the table, else one of its own. ``moves``: nobody has chosen the port, so a
    free one is used where another program has it.

    :raises CannotPlayError: if there is none.
    """
    try:
        return PageOpening(tuple(patient(each) for each in inherited()) or (listen(web.host, web.port),))
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
        return PageOpening((listen(web.host, other),), moved, table)
    except OSError as error:
        raise CannotPlayError(_why_not_listening(web.host, other, error)) from error


def _why_not_listening(host: str, port: int, error: OSError) -> str:
    """Why the port cannot be had."""
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
