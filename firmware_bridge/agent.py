"""Serves a device over a byte stream, as the firmware of a board does: for the virtual board, and for the pins of a Pi,
which need a process of their own."""

from __future__ import annotations

import contextlib
import math
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from common.threads import Wake
from firmware_bridge.codec import DELIMITER
from firmware_bridge.scan_pace import ByClock, ScanPace
from firmware_bridge.service import BoardService
from hardware.device import Device, DeviceError
from hardware.lights import DEFAULT_BUDGET_MA

_READ_SIZE = 4096


class Agent:
    """Serves ``device`` on the open file ``descriptor`` from a thread of its own, until ``close``, until the stream
    ends, or until the device fails. The caller closes the descriptor, after the agent.

    It never waits for a host that does not read: scans that find no room are dropped, the latest wins, unless a
    ``pace`` says otherwise. Raises ValueError for a budget below what dark lights draw, or an identity too long for the
    wire.
    """

    def __init__(  # noqa: PLR0913 - what a board is made of, each with a default
        self,
        device: Device,
        descriptor: int,
        *,
        budget_ma: float = DEFAULT_BUDGET_MA,
        fastest_hz: int = 50,
        silence: float = 3.0,
        pace: ScanPace | None = None,
    ) -> None:
        self._descriptor = descriptor
        now = time.monotonic()
        pace = pace or ByClock(now)
        self._service = BoardService(
            device, now, budget_ma=budget_ma, fastest_hz=fastest_hz, silence=silence, pace=pace
        )
        self._unsent = DELIMITER  # ends a partial frame in the host's buffer
        self._failure: Exception | None = None
        self._closing = threading.Event()
        os.set_blocking(descriptor, False)
        self._wake = Wake()
        pace.listen(self._wake.set)
        self._thread = threading.Thread(target=self._run, name="board agent", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> Exception | None:
        """The error of the device that ended the service, if one did; the owner reports it."""
        return self._failure

    def close(self) -> None:
        """Darken the device and stop serving. Safe to call again."""
        self._closing.set()
        self._wake.set()
        self._thread.join()

    def __enter__(self) -> Agent:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        with contextlib.closing(self._wake):
            try:
                with self._noting_failure():
                    self._serve()
            finally:
                with self._noting_failure():
                    self._service.rest()

    @contextlib.contextmanager
    def _noting_failure(self) -> Iterator[None]:
        """Note the first error. Any but a DeviceError is a bug, and is raised for its traceback."""
        try:
            yield
        except Exception as error:
            self._failure = self._failure or error
            if not isinstance(error, DeviceError):
                raise

    def _serve(self) -> None:
        service = self._service
        while not self._closing.is_set():
            service.tick(time.monotonic())
            if not self._write():
                break
            due = service.due()
            wait = None if due == math.inf else max(0.0, due - time.monotonic())
            waiting_to_write = [self._descriptor] if self._unsent else []
            ready, _, _ = select.select([self._descriptor, self._wake.fileno()], waiting_to_write, [], wait)
            self._wake.clear()
            if self._descriptor in ready:
                data = self._read()
                if not data:
                    break
                service.receive(data, time.monotonic())

    def _read(self) -> bytes:
        """The bytes that have come; empty if the stream has ended."""
        try:
            return os.read(self._descriptor, _READ_SIZE)
        except OSError:  # a pseudo-terminal raises this when the other end is closed
            return b""

    def _write(self) -> bool:
        """As much as there is room for; False if the stream has ended."""
        while True:
            if not self._unsent:
                following = self._service.next_output()
                if following is None:
                    return True
                self._unsent = following
            try:
                written = os.write(self._descriptor, self._unsent)
            except BlockingIOError:
                return True
            except OSError:
                return False
            self._unsent = self._unsent[written:]


class PtyPort:
    """A pseudo-terminal with an agent that serves ``device`` behind it, as a context manager.

    ``path`` is what a host opens. With ``link`` that is a symbolic link of this name, created for each terminal, so
    that the port has the same path when it is closed and opened again. Other keywords as for ``Agent``.
    """

    def __init__(  # noqa: PLR0913 - what a board is made of, each with a default
        self,
        device: Device,
        *,
        link: Path | None = None,
        budget_ma: float = DEFAULT_BUDGET_MA,
        fastest_hz: int = 50,
        silence: float = 3.0,
        pace: ScanPace | None = None,
    ) -> None:
        self._link = link
        self._closing = contextlib.ExitStack()
        with contextlib.ExitStack() as opening:
            master, slave = pty.openpty()
            opening.callback(os.close, master)
            # We hold the far end open: otherwise the master reads an error whenever no host has the port open.
            opening.callback(os.close, slave)
            tty.setraw(slave)
            self._path = os.ttyname(slave)
            self._agent = Agent(device, master, budget_ma=budget_ma, fastest_hz=fastest_hz, silence=silence, pace=pace)
            opening.callback(self._agent.close)
            if link is not None:
                link.unlink(missing_ok=True)
                link.symlink_to(self._path)
                opening.callback(link.unlink, missing_ok=True)
            self._closing = opening.pop_all()

    @property
    def path(self) -> str:
        """What a host opens."""
        return str(self._link) if self._link is not None else self._path

    @property
    def terminal(self) -> str:
        """The path of the terminal, which does not depend on the link."""
        return self._path

    @property
    def failure(self) -> Exception | None:
        """The error of the device that ended the service, if one did."""
        return self._agent.failure

    def close(self) -> None:
        """Stop serving and remove the port, as unplugging does. Safe to call again."""
        self._closing.close()

    def __enter__(self) -> PtyPort:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
