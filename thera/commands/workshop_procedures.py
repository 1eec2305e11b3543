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

from calibration.calibrate import CalibrationProcedure, CalibrationSetting
from calibration.demonstration import Demonstration
from calibration.monitor import Monitor, line, screen
from calibration.open_procedure import Work, has_something_to_store, is_accepted
from calibration.procedure import Procedure, lights_at, message
from calibration.procedure_view import Task
from calibration.selftest import SelftestProcedure, Wired
from calibration.terminal import ProcedureLoop, TerminalOutput
from common.message import Message
from firmware_bridge.link import SerialBoard
from hardware.board import LinkChanged, LinkState
from hardware.board_file import BoardFile
from hardware.measured_line import measured_line
from hardware.virtual import QueuedHands, SensorSpread, VirtualBoard
from hardware.virtual.direct import DirectBoard
from table.errors import CannotPlayError
from table.session.refusals import CommandRefused
from thera.board_procedures import BoardAdjustment
from thera.boards import VIRTUAL, boards_folder, kept_boards, load_board_file, open_board
from web_ui.languages import words as in_english

Led = TypeVar("Led", bound=Procedure)

NOT_STORED = 1
STOPPED = 130
"""As if it had been interrupted (`thera.cli.INTERRUPTED`)."""

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


def calibrate(options: WorkshopOptions) -> int:
    """Calibrate a board; the exit code: 0 if the calibration was stored on the board, and kept here.

    :raises CannotPlayError: if there is no such board, or none that can be calibrated.
    """
    return _calibrate_in_quick_motion(options) if options.demo else _led(options, Task.CALIBRATE)


def selftest(options: WorkshopOptions) -> int:
    """Test a board's lights and sensors; the exit code: 0 if it was gone through, and what was offered is stored.

    :raises CannotPlayError: if there is no such board, or none with a link.
    """
    return _test_in_quick_motion(options) if options.demo else _led(options, Task.SELFTEST)


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


# -- a real board


def _led(options: WorkshopOptions, task: Task) -> int:
    """Lead a person through it in the terminal, and store what comes of it; the exit code."""
    with ExitStack() as stack:
        board, adjusting = _ready(options, stack)
        try:
            begun = adjusting.begin(task, anew=options.anew)
        except CommandRefused as refused:
            raise CannotPlayError(_words(refused.answer.message)) from refused
        _say_all(() if begun.report is None else begun.report.notes)
        if begun.resumed:
            _say(f"Placements kept from before: {begun.resumed}. To give them up and begin anew, use --new.")
        work = begun.work
        if work is None:
            raise CannotPlayError("there is nothing to lead through")
        lead: ProcedureLoop[Work] = ProcedureLoop(board, TerminalOutput(_words, _say), _say)
        done = lead.run(work, sys.stdin, lambda changed: _say_all(adjusting.keep(changed)))
        if not is_accepted(done):
            return STOPPED
        if not has_something_to_store(done):
            return 0
        report = adjusting.store(done)
        _say_all(report.notes)
        if report.stored:
            _say(_words(message(f"{task}.stored")))
        return 0 if report.stored else NOT_STORED


def _ready(options: WorkshopOptions, stack: ExitStack) -> tuple[SerialBoard, BoardAdjustment]:
    """The board, as soon as it is ready, and what adjusts it."""
    if options.board == VIRTUAL:
        raise CannotPlayError(_HANDS_NEEDED)
    described = load_board_file(options.board_file)
    opened = open_board(options.board, described, seed=0, data=options.data, stack=stack)
    board, kept, begun = opened.board, kept_boards(options.data), boards_folder(options.data)
    if not isinstance(board, SerialBoard):
        raise CannotPlayError(f"--board {options.board} is not there to be adjusted; name a real board")
    for event in board.events():
        if isinstance(event, LinkChanged):
            _say(f"board: {event.state}{f', {event.detail}' if event.detail else ''}")
            if event.state is LinkState.READY:
                file = options.board_file
                return board, BoardAdjustment(board, opened.described, boards=kept, begun=begun, board_file=file)
    raise CannotPlayError(f"the board at {options.board} did not become ready")


# -- without a board


def _calibrate_in_quick_motion(options: WorkshopOptions) -> int:
    described = load_board_file(options.board_file) or BoardFile()
    virtual = _virtual(options, described)
    setting = CalibrationSetting(described.geometry, virtual.calibration, described.sensor.range)
    done = _in_quick_motion(virtual, CalibrationProcedure(setting))
    if done.result is not None:
        _say(f"This would go into a board file: {measured_line(done.result.measured)}")
    return 0


def _test_in_quick_motion(options: WorkshopOptions) -> int:
    described = load_board_file(options.board_file) or BoardFile()
    virtual = _virtual(options, described)
    wired = Wired(described.geometry, described.sensor.range, virtual.wiring, virtual.calibration)
    _in_quick_motion(virtual, SelftestProcedure(wired))
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
    told, hands = TerminalOutput(_words, _say), Demonstration(QueuedHands(virtual))
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
    over, end = os.pipe()

    def listen() -> None:
        while over not in select.select([terminal, over], [], [])[0]:
            if os.read(terminal, 1) in {b"q", b"Q", b"\x04", b""}:
                leave()
                return

    tty.setcbreak(terminal)
    listener = threading.Thread(target=listen, name="keys", daemon=True)
    listener.start()
    try:
        yield
    finally:
        os.close(end)  # which can be read, as the end of what was to come
        listener.join()
        os.close(over)
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _words(message: Message) -> str:
    return in_english(message.key, dict(message.args))


def _say_all(notes: tuple[Message, ...]) -> None:
    for note in notes:
        _say(_words(note))


def _say(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)  # noqa: T201 - the command line speaks here
