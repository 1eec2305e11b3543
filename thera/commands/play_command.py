"""Putting the parts together: the only place, with the command line, that knows all of them."""

from __future__ import annotations

import gc
import logging
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from socket import socket

from common.atomic_files import write_whole
from firmware_bridge.conversation import WORKING
from firmware_bridge.link import SerialBoard
from hardware.board_file import describe
from table.errors import CannotPlayError
from table.runtime.table_actor import TableActor
from table.runtime.workshop_mode import BoardAdjuster
from table.session.interfaces import EntryStore
from table.session.saved_state import SavedState
from table.settings.configuration import Configuration, Configured, WebSettings
from table.settings.own_network import OwnNetwork
from table.settings.page_addresses import host_of, page_addresses
from table.storage.autosave import Autosave
from table.storage.game_archive import GameArchive
from table.storage.journal import Journal, JournalError
from table.storage.startup import resume, starting_entries
from table.trace.trace_recorder import TraceRecorder, head_of
from table.trace.trace_replay import NullJournal
from table.view.snapshot_builder import lights_of
from thera.board_procedures import BoardAdjustment, uncalibrated
from thera.boards import (
    OpenBoard,
    begin_recording,
    boards_folder,
    check_recordable,
    is_trace,
    kept_boards,
    load_board_file,
    make_presence,
    make_reader,
    open_board,
)
from thera.service.listen_sockets import inherited
from thera.service.log_format import JournalFormatter, goes_to_journal
from thera.service.notify import Notifier
from thera.service.watchdog import CountedLoop, Loop, PingedLoop, Watchdog
from thera.stop_signal import StopSignal
from thera.welcome import QR_GLYPHS, charset_has, welcome, welcome_again, whereabouts
from web_ui.app import create_app
from web_ui.serve import Server, listen, patient, serve

SWITCH_SECONDS = 0.0005
"""How long a thread that computes may go on while others wait. With Python's own 5 ms the reading of a frame would hold
back lights for as long (`benchmarks/lights_latency.py --thinking`)."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What ``thera play`` was asked for; ``anew`` gives up the game in the journal and frees all seats."""

    configured: Configured
    anew: bool = False

    @property
    def configuration(self) -> Configuration:
        """What is in force."""
        return self.configured.configuration


def play(options: PlayOptions) -> int:
    """Run a table until SIGINT or SIGTERM; the exit code.

    :raises CannotPlayError: if it cannot be started so; the game in the journal is as it was then.
    """
    configuration = options.configuration
    board, web, record = configuration.board, configuration.web, configuration.keeping.record
    _log(configuration.log.level.upper())
    sys.setswitchinterval(SWITCH_SECONDS)
    with ExitStack() as stack:
        try:
            listeners = [stack.enter_context(each) for each in _listeners(web.host, web.port)]
            table, opened, evening, games = (_again if is_trace(board.link) else _table)(options, stack)
        except JournalError as error:
            raise CannotPlayError(str(error)) from error
        table.configure(options.configured)
        hands = opened.hands
        # Asked for anew each time that it is shown: a table that starts with the house's router has none at first.
        port, own = min(each.getsockname()[1] for each in listeners), options.configured.own_network
        addresses = _addresses(web, own, port)
        hosts = frozenset({web.host, *map(host_of, addresses)})
        join = partial(_best_address, web, own, port)
        app = create_app(table, hands, join_url=join, hosts=hosts, link=opened.link, games=games, own_network=own)
        ending = stack.enter_context(StopSignal())
        table.ended = ending.tell
        # What was loaded stays for good: to look through it for garbage again and again would delay the lights.
        gc.collect()
        gc.freeze()
        table.start()
        stack.callback(table.close)
        server = serve(app, *listeners)
        notifier = Notifier.from_environment()
        if notifier.heard:
            Watchdog(notifier, table, _loops(table, server, opened)).start()
        if goes_to_journal(sys.stdout):
            greeting = whereabouts(addresses, port)  # nobody points a camera at a journal
        elif opened.recorded:
            greeting = welcome_again(addresses, port)
        else:
            drawable = charset_has(sys.stdout, QR_GLYPHS)
            greeting = welcome(addresses, port, evening, virtual=hands is not None, drawable=drawable)
        print(greeting, flush=True)  # noqa: T201 - what the command is for
        if record is not None:
            print(f"Recording into {record}", flush=True)  # noqa: T201 - as above
        ending.wait()
        table.close()
        notifier.stopping()
    if table.failure is not None:
        print(f"thera: {table.failure}", file=sys.stderr)  # noqa: T201 - the last word of the command
        return 1
    return 0


def _table(options: PlayOptions, stack: ExitStack) -> tuple[TableActor, OpenBoard, SavedState, GameArchive | None]:
    """The table that goes on with the game of its journal, and what keeps its games."""
    board, keeping = options.configuration.board, options.configuration.keeping
    first = options.configuration.table.settings
    journal = stack.enter_context(Journal(keeping.folder))
    described = load_board_file(board.file)
    opened = open_board(board.link, described, seed=board.seed, data=keeping.folder, stack=stack)
    if keeping.record is not None:
        check_recordable(keeping.record)
    evening = resume(journal, new_table=options.anew, size=opened.described.geometry.size, first=first)
    table = make_table(opened, journal, evening, _adjusting(opened, options))
    games = GameArchive(keeping.folder / "games", write_whole)
    table.autosave = Autosave(games)
    if opened.hands is not None:
        table.clear_board = opened.hands.clear
    elif isinstance(opened.board, SerialBoard):
        table.board_warnings = partial(uncalibrated, opened.board)
    if keeping.record is not None:
        held = (*journal.entries, *starting_entries(journal.entries, new_table=options.anew, first=first))
        recording = begin_recording(keeping.record, head_of(describe(opened.described), held), stack)
        table.recorder = TraceRecorder(recording.put, lambda: opened.board.identity)
    return table, opened, evening, games


def _again(options: PlayOptions, stack: ExitStack) -> tuple[TableActor, OpenBoard, SavedState, GameArchive | None]:
    """The table of a recorded game, which keeps nothing: the game of the journal is another one."""
    board = options.configuration.board
    if options.configuration.keeping.record is not None or options.anew:
        raise CannotPlayError(f"--record and --new do not go with --board {board.link}: its game is recorded")
    described = load_board_file(board.file)
    opened = open_board(board.link, described, seed=board.seed, data=None, stack=stack)
    evening = SavedState() if opened.recorded is None else opened.recorded.start
    table = make_table(opened, NullJournal(), evening)
    if opened.recorded is not None:
        opened.recorded.join(table)
    return table, opened, evening, None


def make_table(
    opened: OpenBoard, journal: EntryStore, evening: SavedState, adjusts: BoardAdjuster | None = None
) -> TableActor:
    """A table for this board, with its reader and its lights; it closes board and journal. ``adjusts`` is what adjusts
    the board."""
    size = opened.described.geometry.size
    reader, presence = make_reader(opened.described), make_presence(opened.described)
    return TableActor(opened.board, reader, lights_of, journal, evening, size=size, adjuster=adjusts, presence=presence)


def _adjusting(opened: OpenBoard, options: PlayOptions) -> BoardAdjustment | None:
    """What adjusts this board; a simulated one forgets at its end what was stored on it, and so nothing of it is kept
    but a calibration that is begun."""
    if not isinstance(opened.board, SerialBoard):
        return None
    configuration = options.configuration
    boards = kept_boards(configuration.keeping.folder) if opened.hands is None else None
    begun = boards_folder(configuration.keeping.folder)
    return BoardAdjustment(
        opened.board, opened.described, boards=boards, begun=begun, board_file=configuration.board.file
    )


def _addresses(web: WebSettings, own: OwnNetwork | None, port: int) -> tuple[str, ...]:
    """The addresses for phones, the best first: the one in the table's own network while it is open, then as it is
    configured, else those that this machine has at home."""
    opened = () if own is None or not own.is_open() else (own.page(port),)
    rest = page_addresses(web.host, port) if web.address is None else (f"{web.address.rstrip('/')}/",)
    return tuple(dict.fromkeys((*opened, *rest)))


def _best_address(web: WebSettings, own: OwnNetwork | None, port: int) -> str | None:
    """The best of the addresses now; None if no phone can reach this computer."""
    return next(iter(_addresses(web, own, port)), None)


def _loops(table: TableActor, server: Server, opened: OpenBoard) -> tuple[Loop, ...]:
    """What has to go on at a table. Frames have to come while the link says that they do; a trace may pause."""
    link = opened.link

    def frames() -> int | None:
        return table.feed.frames if link is not None and link().state in WORKING else None

    return (
        PingedLoop("game", table.call_soon),
        CountedLoop("frames", frames),
        PingedLoop("web", server.ask_for_sign),
    )


def _log(level: str) -> None:
    """Write the log to the errors of this process; in the journal of a service each line says how grave it is."""
    handler = logging.StreamHandler()
    if goes_to_journal(sys.stderr):
        handler.setFormatter(JournalFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter("thera: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])


def _listeners(host: str, port: int) -> tuple[socket, ...]:
    """The sockets that systemd has opened for the table, or else one of its own."""
    try:
        return tuple(patient(each) for each in inherited()) or (listen(host, port),)
    except OSError as error:
        raise CannotPlayError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
