"""Calibration, self-test and monitor, put together for the terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from firmware_bridge.link import SerialBoard
from hardware.board import Adjustable, BoardRefusedError, Identity, LinkChanged, LinkState
from hardware.board_file import BoardFile, BoardFileError
from hardware.kept import Kept
from hardware.measured_line import measured_line, with_measured
from hardware.virtual import QueuedHands, SensorSpread, VirtualBoard
from hardware.virtual.direct import DirectBoard
from hardware.whole_files import write_whole
from table.compose_boards import VIRTUAL, kept_boards, load_board_file, now, open_board
from table.errors import CannotPlayError
from table.snapshot import Message
from table.workshop.calibrate import Calibrating, Setting
from table.workshop.calibrate import Stage as Calibration
from table.workshop.calibrated import Calibrated
from table.workshop.demonstration import Demonstration
from table.workshop.lighting import lights_at
from table.workshop.monitor import Monitor, line, screen
from table.workshop.procedure import Procedure
from table.workshop.progress import NotThisBoardError, progress_text, resumed
from table.workshop.selftest import SelfTesting, Wired, tested
from table.workshop.selftest import Stage as SelfTest
from table.workshop.terminal import Lead, Told
from web_ui.languages import words as in_english

Led = TypeVar("Led", bound=Procedure)

NOT_STORED = 1
STOPPED = 130

_REDRAWN = 0.2
_LINE = 1.0
_HANDS_NEEDED = (
    f"nobody moves workers at --board {VIRTUAL} here; add --demo, and simulated hands do all that is asked, in quick"
    " motion and without keeping anything"
)


@dataclass(frozen=True, slots=True)
class WorkshopOptions:
    """What was asked for: the name of the board, its board file, where things are kept, whether simulated hands shall
    do it, and whether what was begun before is given up."""

    board: str
    board_file: Path | None
    data: Path
    demo: bool = False
    anew: bool = False


@dataclass(frozen=True, slots=True)
class _Ready:
    """A real board that is ready to be adjusted."""

    board: SerialBoard
    identity: Identity
    described: BoardFile


def calibrate(options: WorkshopOptions) -> int:
    """Calibrate a board; the exit code: 0 if the calibration was stored on the board, and kept here.

    :raises CannotPlayError: if there is no such board, or none that can be calibrated.
    """
    if options.demo:
        return _calibrate_in_quick_motion(options)
    with ExitStack() as stack:
        ready = _ready(options, stack)
        setting = _setting(ready.described, ready.board, measured=bool(ready.board.report.calibration_stored))
        path = kept_boards(options.data).path(ready.identity.unique_id).with_suffix(".begun.json")
        begun = _begun(path, setting, anew=options.anew)

        def keep(calibrating: Calibrating) -> None:
            if calibrating.done:
                _write(path, progress_text(calibrating))

        done = _led(ready.board, begun, keep)
        if done.stage is not Calibration.ACCEPTED or done.result is None:
            return STOPPED
        code = _store_calibration(ready, done.result, options)
        path.unlink(missing_ok=True)
        return code


def selftest(options: WorkshopOptions) -> int:
    """Test a board's lights and sensors; the exit code: 0 if it was gone through, and what was offered is stored.

    :raises CannotPlayError: if there is no such board, or none with a link.
    """
    if options.demo:
        return _test_in_quick_motion(options)
    with ExitStack() as stack:
        ready = _ready(options, stack)
        board, described = ready.board, ready.described
        stored = bool(board.report.calibration_stored)
        wired = Wired(described.geometry, described.sensor.range, board.wiring, board.calibration, measured=stored)
        done = _led(board, SelfTesting(wired), lambda _: None)
        if done.stage is not SelfTest.ACCEPTED:
            return STOPPED
        return _store_wiring(ready, done, options)


def monitor(options: WorkshopOptions) -> int:
    """Show what a board measures until q or Ctrl-C; the exit code.

    :raises CannotPlayError: if there is no such board.
    """
    described = load_board_file(options.board_file)
    with ExitStack() as stack:
        opened = open_board(options.board, described, seed=0, data=None, stack=stack)
        seen = Monitor(opened.described.geometry.squares)
        live = sys.stdout.isatty() and sys.stdin.isatty()
        if live:
            stack.enter_context(_keys(opened.board.close))
            _say("\x1b[2J", end="")
        drawn = 0.0
        with contextlib.suppress(KeyboardInterrupt):  # that is how one leaves
            for event in opened.board.events():
                seen = seen.after(event)
                since = time.monotonic() - drawn
                if live and since >= _REDRAWN:
                    lines = [*screen(seen, coloured="NO_COLOR" not in os.environ), "", "q: quit"]
                    _say("\x1b[H" + "".join(f"{text}\x1b[K\n" for text in lines) + "\x1b[J", end="")
                elif not live and (since >= _LINE or isinstance(event, LinkChanged)):
                    _say(line(seen))
                else:
                    continue
                drawn = time.monotonic()
    return 0


# -- boards


def _ready(options: WorkshopOptions, stack: ExitStack) -> _Ready:
    """The board, as soon as it is ready."""
    if options.board == VIRTUAL:
        raise CannotPlayError(_HANDS_NEEDED)
    described = load_board_file(options.board_file)
    opened = open_board(options.board, described, seed=0, data=options.data, stack=stack)
    board = opened.board
    if not isinstance(board, SerialBoard):
        raise CannotPlayError(f"--board {options.board} is not there to be adjusted; name a real board")
    for event in board.events():
        if isinstance(event, LinkChanged):
            _say(f"board: {event.state}{f', {event.detail}' if event.detail else ''}")
            if event.state is LinkState.READY and board.identity is not None:
                return _Ready(board, board.identity, opened.described)
    raise CannotPlayError(f"the board at {options.board} did not become ready")


def _setting(described: BoardFile, board: Adjustable, *, measured: bool) -> Setting:
    if board.calibration is None:
        raise CannotPlayError("the board has not said how its sensors are to be read; look at: thera board status")
    return Setting(described.geometry, board.calibration, described.sensor.range, measured=measured)


def _led(board: SerialBoard, procedure: Led, changed: Callable[[Led], None]) -> Led:
    lead: Lead[Led] = Lead(board, Told(_words, _say), _say)
    try:
        return lead.run(procedure, sys.stdin, changed)
    except KeyboardInterrupt:
        _say("")
        return procedure


# -- what is kept


def _begun(path: Path, setting: Setting, *, anew: bool) -> Calibrating:
    """The calibration that was begun before, if there is one and it is not given up."""
    fresh = Calibrating(setting)
    if anew:
        path.unlink(missing_ok=True)
        return fresh
    try:
        begun = resumed(path.read_text("utf-8"), setting)
    except FileNotFoundError:
        return fresh
    except NotThisBoardError as error:
        _say(f"A calibration was begun before, but cannot be gone on with: {error}.")
        return fresh
    except (OSError, ValueError) as error:
        _say(f"{path} cannot be used ({error}); the calibration begins anew.")
        return fresh
    _say(f"This goes on with {len(begun.done)} placements of before; to begin anew, use --new.")
    return begun


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        raise CannotPlayError(f"{path}: cannot be kept there: {error.strerror or error}") from error


def _store_calibration(ready: _Ready, result: Calibrated, options: WorkshopOptions) -> int:
    kept = Kept(result.calibration, ready.board.wiring, now())
    code = _store(ready, kept, options, lambda: ready.board.store_calibration(result.calibration))
    _keep_fields(result, options.board_file)
    return code


def _store_wiring(ready: _Ready, done: SelfTesting, options: WorkshopOptions) -> int:
    result, board = tested(done), ready.board
    if result.wiring is None:
        return 0
    wiring, calibration = result.wiring, result.calibration
    stored = bool(board.report.calibration_stored)

    def store() -> None:
        board.store_wiring(wiring)
        if calibration is not None and stored:
            board.store_calibration(calibration)

    return _store(ready, Kept(calibration if stored else None, wiring, now()), options, store)


def _store(ready: _Ready, kept: Kept, options: WorkshopOptions, store: Callable[[], None]) -> int:
    """Keep it here first: a board that is unplugged meanwhile is sent it when it comes back."""
    boards = kept_boards(options.data)
    try:
        boards.write(ready.identity.unique_id, kept)
        _say(f"Kept in {boards.path(ready.identity.unique_id)}.")
    except OSError as error:
        _say(f"It cannot be kept on this machine: {error.strerror or error}.")
    try:
        store()
    except BoardRefusedError as error:
        _say(f"The board has not stored it: {error}.")
        return NOT_STORED
    _say("Stored on the board.")
    return 0


def _keep_fields(result: Calibrated, board_file: Path | None) -> None:
    """The fields on each height belong in the board file."""
    if not any(result.measured):
        return
    if board_file is None:
        _say(f"For the table [magnet] of your board file: {measured_line(result.measured)}")
        return
    try:
        _write(board_file, with_measured(board_file.read_text("utf-8"), result.measured))
    except (OSError, BoardFileError, CannotPlayError) as error:
        _say(f"{error}. Write into its table [magnet]: {measured_line(result.measured)}")
    else:
        _say(f"{board_file} has the measured fields now: {measured_line(result.measured)}")


# -- without a board


def _calibrate_in_quick_motion(options: WorkshopOptions) -> int:
    described = load_board_file(options.board_file) or BoardFile()
    virtual = _virtual(options, described)
    setting = Setting(described.geometry, virtual.calibration, described.sensor.range)
    done = _in_quick_motion(virtual, Calibrating(setting))
    if done.result is not None:
        _say(f"This would go into a board file: {measured_line(done.result.measured)}")
    return 0


def _test_in_quick_motion(options: WorkshopOptions) -> int:
    described = load_board_file(options.board_file) or BoardFile()
    virtual = _virtual(options, described)
    wired = Wired(described.geometry, described.sensor.range, virtual.wiring, virtual.calibration)
    _in_quick_motion(virtual, SelfTesting(wired))
    return 0


def _virtual(options: WorkshopOptions, described: BoardFile) -> VirtualBoard:
    """A board as it comes from the workbench: nothing is known of its sensors but their data sheet."""
    if options.board != VIRTUAL:
        raise CannotPlayError(f"--demo is for --board {VIRTUAL}; at a real board the hands are yours")
    spread = SensorSpread(gain=0.05, placement=4.0, stored_gain=0.0, stored_offset=0.0)
    virtual = VirtualBoard(described.geometry, spread, sensor=described.sensor)
    virtual.store_calibration(described.calibration)
    return virtual


def _in_quick_motion(virtual: VirtualBoard, procedure: Led) -> Led:
    told, hands = Told(_words, _say), Demonstration(QueuedHands(virtual))
    with DirectBoard(virtual) as board:
        for event in board.events():
            if isinstance(event, LinkChanged):
                continue
            procedure = procedure.after(event)
            told.tell(procedure.view)
            board.show(lights_at(procedure.view, event.at))
            answer = hands.act(procedure.view)
            if answer is not None:
                procedure = procedure.after(answer)
            if procedure.view.over:
                told.tell(procedure.view)
                break
    return procedure


# -- the terminal


@contextlib.contextmanager
def _keys(leave: Callable[[], None]) -> Iterator[None]:
    """Listen to single keys; q leaves."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    over = threading.Event()

    def listen() -> None:
        while not over.is_set():
            if select.select([terminal], [], [], 0.2)[0] and os.read(terminal, 1) in {b"q", b"Q", b"\x04", b""}:
                leave()
                return

    tty.setcbreak(terminal)
    listener = threading.Thread(target=listen, name="keys", daemon=True)
    listener.start()
    try:
        yield
    finally:
        over.set()
        listener.join(1.0)
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _words(message: Message) -> str:
    return in_english(message.key, dict(message.args))


def _say(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)  # noqa: T201 - the command line speaks here
