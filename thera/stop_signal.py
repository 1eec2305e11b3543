"""The event that the main thread of a command waits for: a signal to stop, or the end of the work."""

from __future__ import annotations

import os
import select
import signal
from contextlib import ExitStack
from types import TracebackType

STOPS = (signal.SIGINT, signal.SIGTERM)


class StopSignal:
    """A context manager for the main thread, in which a signal to stop ends the wait and does nothing else.

    Python handles a signal between two of its own instructions. A signal that arrives just as the main thread begins to
    wait for a lock, or in another thread, is handled when that wait ends, which may be never. So the signal makes a
    pipe readable, and the main thread waits for that.
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

    def set(self) -> None:
        """End the wait as a signal does. To be called once, from any thread, while this is open."""
        os.write(self._writer, b"\0")

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for a signal or `set`, for ``timeout`` seconds at most; whether one of them came."""
        return bool(select.select([self._reader], [], [], timeout)[0])
