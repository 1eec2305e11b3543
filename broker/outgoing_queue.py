"""Messages that wait for the broker: bounded, and newest first where only the newest counts."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from broker.broker_message import BrokerMessage

MOST_RETAINED = 64
"""Topics with a retained message."""
MOST_WAITING = 256
"""Messages that are not retained."""
MOST_BYTES = 1024 * 1024
"""Of the payloads of these."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    message: BrokerMessage
    since: float


class OutgoingQueue:
    """What is to be sent. Safe from any thread; nothing here waits.

    Of retained messages each topic has its newest: an older one that still waits is dropped. It stays here after it was
    sent, since a broker may forget it, and `renew` has all of them sent again. Other messages wait in their order; when
    the queue is full, a new one is refused, and none that was taken is dropped before it expires.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._retained: dict[str, BrokerMessage] = {}
        self._unsent: dict[str, None] = {}
        self._waiting: deque[_Waiting] = deque()

    def put(self, message: BrokerMessage) -> bool:
        """Add a message; False if it was refused, since the queue is full."""
        with self._lock:
            if message.retain:
                if message.topic not in self._retained and len(self._retained) >= MOST_RETAINED:
                    return False
                self._retained[message.topic] = message
                self._unsent[message.topic] = None
                return True
            self._drop_expired()
            size = sum(len(each.message.payload) for each in self._waiting) + len(message.payload)
            if len(self._waiting) >= MOST_WAITING or size > MOST_BYTES:
                return False
            self._waiting.append(_Waiting(message, self._now()))
            return True

    def take(self, most: int) -> tuple[BrokerMessage, ...]:
        """Take out the next messages, at most so many: first those that are retained. ``expires`` is what is left of
        it."""
        with self._lock:
            topics = tuple(self._unsent)[:most]
            for topic in topics:
                del self._unsent[topic]
            found = [self._retained[topic] for topic in topics]
            self._drop_expired()
            while self._waiting and len(found) < most:
                found.append(self._left(self._waiting.popleft()))
            return tuple(found)

    def give_back(self, messages: Iterable[BrokerMessage]) -> None:
        """Put messages that were taken and did not arrive before all others, but for retained ones: see `renew`."""
        with self._lock:
            now = self._now()
            back = [_Waiting(message, now) for message in messages if not message.retain]
            self._waiting.extendleft(reversed(back))

    def renew(self) -> None:
        """Have all retained messages sent again, in the order in which their topics came first."""
        with self._lock:
            self._unsent = dict.fromkeys(self._retained)

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        with self._lock:
            self._drop_expired()
            return not self._unsent and not self._waiting

    def _left(self, waiting: _Waiting) -> BrokerMessage:
        message = waiting.message
        if message.expires is None:
            return message
        return replace(message, expires=message.expires - (self._now() - waiting.since))

    def _drop_expired(self) -> None:
        now = self._now()
        kept = [
            each for each in self._waiting if each.message.expires is None or now - each.since < each.message.expires
        ]
        if len(kept) != len(self._waiting):
            self._waiting = deque(kept)
