"""Answers that are dear to make: each is made once, by one thread at a time, and held as long as it holds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from web_ui.limits import AtOnce
from web_ui.packing import Packed


@dataclass(frozen=True, slots=True)
class _Held:
    """A body, and the edition of what it was made of."""

    edition: int
    body: Packed

    @property
    def size(self) -> int:
        """The bytes that it takes."""
        return len(self.body.plain) + len(self.body.squeezed or b"")


class CachedBodies:
    """Bodies by name. Safe from any thread."""

    def __init__(self, room: int, waiting: AtOnce) -> None:
        """``room`` is how many bytes are held beside the last body; ``waiting`` how many may wait for one that is still
        to be made."""
        self._room = room
        self._waiting = waiting
        self._making = threading.Lock()
        self._lock = threading.Lock()
        self._held: OrderedDict[str, _Held] = OrderedDict()

    def body(self, name: str, edition: int, make: Callable[[], Packed]) -> Packed:
        """The body of this name and edition; ``make`` makes it, and may raise.

        :raises TooManyRequests: if it is to be made, and too many wait already.
        """
        if (known := self._known(name, edition)) is not None:
            return known
        with self._waiting.place(), self._making:
            if (known := self._known(name, edition)) is not None:
                return known
            made = _Held(edition, make())
            self._hold(name, made)
            return made.body

    def _known(self, name: str, edition: int) -> Packed | None:
        with self._lock:
            held = self._held.get(name)
            if held is None or held.edition != edition:
                return None
            self._held.move_to_end(name)
            return held.body

    def _hold(self, name: str, made: _Held) -> None:
        with self._lock:
            self._held.pop(name, None)
            self._held[name] = made
            while sum(held.size for held in self._held.values()) > self._room + made.size:
                self._held.popitem(last=False)
