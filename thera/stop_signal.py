"""What the main thread of a command waits for: a signal to stop, or that the work has ended by itself."""

from __future__ import annotations

import os
import select
import signal
from contextlib import ExitStack
from types import TracebackType

STOPS = (signal.SIGINT, signal.SIGTERM)


class StopSignal:
    """A context manager for the main thread, in which signals to stop end a wait and do nothing else.

    Python hears a signal between two of its own steps. One that comes just as a lock is waited for, or that another
    thread is given, is heard when that wait ends, which may be never. So the signal itself, as it comes, makes a pipe
    readable, and that is what is waited for.
    """

    def __init__(self) -> None:
        self._closing = ExitStack()

    def __enter__(self) -> StopSignal:
        with ExitStack() as opening:
            self._reader, self._writer = os.pipe()
            opening.callback(os.close, self._reader)
            opening.callback(os.close, self._writer)
            os.set_blocking(self._writer, False)
            before = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
            opening.callback(signal.set_wakeup_fd, before)
            for number in STOPS:
                opening.callback(signal.signal, number, signal.signal(number, lambda *_: None))
            self._closing = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def tell(self) -> None:
        """It has ended by itself. To be called once, from any thread, while this is open."""
        os.write(self._writer, b"\0")

    def wait(self, timeout: float | None = None) -> bool:
        """Whether it is to end or has ended; waits for that, ``timeout`` seconds at most."""
        return bool(select.select([self._reader], [], [], timeout)[0])
