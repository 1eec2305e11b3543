"""What is to be received from a broker: it may change at any time, and each connection asks for it anew."""

from __future__ import annotations

import threading

from broker.broker_message import TopicSubscription


class TopicSubscriptions:
    """The messages that are wanted, by their patterns. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted: dict[str, TopicSubscription] = {}

    def add(self, subscription: TopicSubscription) -> None:
        """Want these messages, too, in place of any subscription with the same pattern."""
        with self._lock:
            self._wanted[subscription.pattern] = subscription

    def remove(self, pattern: str) -> None:
        """Want the messages of this pattern no more."""
        with self._lock:
            self._wanted.pop(pattern, None)

    @property
    def wanted(self) -> tuple[TopicSubscription, ...]:
        """All of them, in the order in which they came."""
        with self._lock:
            return tuple(self._wanted.values())
