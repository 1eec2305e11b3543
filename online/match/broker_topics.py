"""Carries the messages of matches over an MQTT broker. Each topic of a match is a topic of the broker."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Protocol

from common.mqtt.broker import BrokerMessage, TopicSubscription
from online.match.match_limits import LARGEST_MESSAGE

PREFIX: Final = "thera-match/"
"""The prefix of all topics of matches, for the rules of a broker."""
EXPIRES_SECONDS: Final = 20.0
"""Seconds that a message waits for the broker. Its sender repeats it until it is answered."""
MOST_WAITING: Final = 64
"""The most messages that may wait for the table's thread. Further ones are lost, and sent again."""

log = logging.getLogger(__name__)


class TopicCarrier(Protocol):
    """The connection to a broker (`common.mqtt.broker_connection.BrokerConnection`)."""

    def subscribe(self, subscription: TopicSubscription) -> None:
        """Subscribe to a topic."""

    def unsubscribe(self, pattern: str) -> None:
        """End the subscription."""

    def publish(self, message: BrokerMessage) -> bool:
        """Queue a message; False if the queue is full."""

    def when_connected(self, do: Callable[[], None]) -> None:
        """Call a function, in the carrier's thread, whenever a connection is ready."""


class BrokerTopics:
    """A `MatchLink` over a broker. ``call_soon`` runs a function in the table's thread. All methods belong to that
    thread."""

    def __init__(self, carrier: TopicCarrier, call_soon: Callable[[Callable[[], None]], None]) -> None:
        self._receive: Callable[[str, bytes], None] = lambda _topic, _data: None
        self._restore: Callable[[], None] = lambda: None
        self._carrier = carrier
        self._call_soon = call_soon
        self._waiting = 0
        self._lock = threading.Lock()
        carrier.when_connected(lambda: call_soon(self._restored))

    def report_to(self, receive: Callable[[str, bytes], None], restored: Callable[[], None]) -> None:
        """Call ``receive`` with each message from now on, and ``restored`` whenever a connection is ready."""
        self._receive, self._restore = receive, restored

    def send(self, topic: str, data: bytes) -> None:
        """Send bytes to a topic as soon as there is a connection. They are dropped after `EXPIRES_SECONDS`."""
        if not self._carrier.publish(BrokerMessage(f"{PREFIX}{topic}", data, expires=EXPIRES_SECONDS)):
            log.info("a message of a match is not sent: too many wait for the broker")

    def listen(self, topic: str) -> None:
        """Receive the messages of a topic from now on."""
        self._carrier.subscribe(TopicSubscription(f"{PREFIX}{topic}", self._came))

    def ignore(self, topic: str) -> None:
        """Stop receiving the messages of a topic."""
        self._carrier.unsubscribe(f"{PREFIX}{topic}")

    def _restored(self) -> None:
        self._restore()

    def _came(self, message: BrokerMessage) -> None:
        """Pass a message on; runs in the connection's thread."""
        if len(message.payload) > LARGEST_MESSAGE:
            return
        with self._lock:
            if self._waiting >= MOST_WAITING:
                return
            self._waiting += 1
        topic, data = message.topic.removeprefix(PREFIX), message.payload

        def take() -> None:
            with self._lock:
                self._waiting -= 1
            self._receive(topic, data)

        self._call_soon(take)
