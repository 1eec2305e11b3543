"""The messages of matches over the broker of the house: each topic of a match is a topic there."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Protocol

from apart.match_limits import LARGEST_MESSAGE
from broker.broker_message import BrokerMessage, TopicSubscription

PREFIX: Final = "thera-match/"
"""What the topics of all matches begin with, so that a broker can have a rule for them."""
EXPIRES_SECONDS: Final = 20.0
"""So long a message waits for a broker; whoever waits for its answer sends it again anyway."""
MOST_WAITING: Final = 64
"""So many messages may wait for the table's thread; what is beyond that is lost, and sent again."""

log = logging.getLogger(__name__)


class TopicCarrier(Protocol):
    """The connection to a broker (`broker.broker_connection.BrokerConnection`)."""

    def subscribe(self, subscription: TopicSubscription) -> None:
        """Receive these messages."""

    def unsubscribe(self, pattern: str) -> None:
        """Receive none of them any more."""

    def publish(self, message: BrokerMessage) -> bool:
        """Have a message sent; False if too many wait."""

    def when_connected(self, do: Callable[[], None]) -> None:
        """Have this called in the carrier's thread whenever a connection is ready."""


class BrokerTopics:
    """An `apart.match_link.MatchLink` over a broker. What comes is given to ``receive`` in the table's thread, which
    ``call_soon`` has call something; ``restored`` is called there whenever a connection is ready. Its methods belong to
    that thread."""

    def __init__(self, carrier: TopicCarrier, call_soon: Callable[[Callable[[], None]], None]) -> None:
        self.receive: Callable[[str, bytes], None] = lambda _topic, _data: None
        self.restored: Callable[[], None] = lambda: None
        self._carrier = carrier
        self._call_soon = call_soon
        self._waiting = 0
        self._lock = threading.Lock()
        carrier.when_connected(lambda: call_soon(self._restored))

    def send(self, topic: str, data: bytes) -> None:
        """Send these bytes to a topic, as soon as there is a connection; what waits for too long is dropped."""
        if not self._carrier.publish(BrokerMessage(f"{PREFIX}{topic}", data, expires=EXPIRES_SECONDS)):
            log.info("a message of a match is not sent: too many wait for the broker")

    def listen(self, topic: str) -> None:
        """Have what comes to this topic from now on."""
        self._carrier.subscribe(TopicSubscription(f"{PREFIX}{topic}", self._came))

    def ignore(self, topic: str) -> None:
        """Have nothing of it any more."""
        self._carrier.unsubscribe(f"{PREFIX}{topic}")

    def _restored(self) -> None:
        self.restored()

    def _came(self, message: BrokerMessage) -> None:
        """In the thread of the connection."""
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
            self.receive(topic, data)

        self._call_soon(take)
