"""The connection to a broker as the rest of the program sees it: messages in and out, and how it stands."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from typing import Final

from broker.broker_access import BrokerAccess
from broker.broker_message import BrokerMessage, TopicSubscription
from broker.broker_status import BrokerFailure, BrokerState, BrokerStatus, BrokerTrouble
from broker.mqtt_session import FLUSH_SECONDS, MqttSession
from broker.outgoing_queue import OutgoingQueue
from broker.topic_subscriptions import TopicSubscriptions
from common.threads import Wake

LASTING_SECONDS: Final = 30.0
"""A connection that held for so long was a good one: after it the pauses begin with the shortest again."""
CLOSE_SECONDS: Final = FLUSH_SECONDS + 1.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RetryPauses:
    """How long to wait before the next attempt, in seconds: the ``first`` pause, then twice as long each time up to the
    ``longest``, each shortened by up to half at random, so that the tables of a club do not all come back at once."""

    first: float = 1.0
    longest: float = 60.0

    def after(self, failures: int) -> float:
        """The pause after so many failures in a row, at least one."""
        whole = min(self.longest, self.first * 2.0 ** min(failures - 1, 20))
        return whole * SystemRandom().uniform(0.5, 1.0)


class BrokerConnection:
    """Connects to a broker in a thread of its own, again and again with growing pauses, from `start` to `close`. All
    methods are safe from any thread, and none but `close` and `wait_outcome` waits.

    At each connection the broker gets the ``birth`` message first, then all retained messages once more, so that one
    that forgot them has them again. When the connection ends, for whatever reason, the broker publishes the ``will``.
    """

    def __init__(
        self,
        access: BrokerAccess,
        *,
        birth: BrokerMessage | None = None,
        will: BrokerMessage | None = None,
        pauses: RetryPauses = RetryPauses(),
    ) -> None:
        self._access = access
        self._will = will
        self._pauses = pauses
        self._queue = OutgoingQueue()
        self._subscriptions = TopicSubscriptions()
        self._wake = Wake()
        self._changed = threading.Condition()
        self._status = BrokerStatus()
        self._closing = False
        self._when_connected: tuple[Callable[[], None], ...] = ()
        self._thread: threading.Thread | None = None
        if birth is not None:
            self._queue.put(birth)

    def subscribe(self, subscription: TopicSubscription) -> None:
        """Receive these messages, at each connection, in place of any subscription with the same pattern."""
        self._subscriptions.add(subscription)
        self._wake.set()

    def unsubscribe(self, pattern: str) -> None:
        """Receive the messages of this pattern no more."""
        self._subscriptions.remove(pattern)
        self._wake.set()

    def publish(self, message: BrokerMessage) -> bool:
        """Have a message sent at least once, as soon as there is a connection; False if too many wait already
        (`broker.outgoing_queue`), and this one is not sent."""
        taken = self._queue.put(message)
        self._wake.set()
        return taken

    def publish_again(self) -> None:
        """Have all retained messages sent once more."""
        self._queue.renew()
        self._wake.set()

    def when_connected(self, do: Callable[[], None]) -> None:
        """Have this called in the connection's thread at each connection, once its subscriptions are made."""
        self._when_connected += (do,)

    @property
    def status(self) -> BrokerStatus:
        """How the connection stands now."""
        return self._status

    def wait_outcome(self, timeout: float) -> BrokerStatus:
        """The first state that says how an attempt ended; the state after ``timeout`` seconds if none does."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._status.state is BrokerState.CONNECTED or self._status.trouble is not None, timeout
            )
            return self._status

    def start(self) -> None:
        """Begin to connect."""
        self._set(BrokerStatus(BrokerState.CONNECTING))
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Send what waits if that takes a moment only, and end the connection. Safe to call again. A name that the
        system still looks up is not waited for: the thread ends by itself then."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        failures = 0
        while not self._closing:
            began = time.monotonic()
            failure = self._session().run()
            if failure is None:
                break
            failures = 1 if time.monotonic() - began > LASTING_SECONDS else failures + 1
            self._report(failure)
            with self._changed:
                self._changed.wait_for(lambda: self._closing, self._pauses.after(failures))
        self._set(BrokerStatus())
        self._wake.close()

    def _session(self) -> MqttSession:
        return MqttSession(
            self._access,
            self._will,
            self._queue,
            self._subscriptions,
            self._wake,
            connected=self._connected,
            denied=self._deny,
            closing=lambda: self._closing,
        )

    def _connected(self) -> None:
        self._set(BrokerStatus(BrokerState.CONNECTED))
        for do in self._when_connected:
            do()

    def _report(self, failure: BrokerFailure) -> None:
        if failure.status != self._status:
            level = logging.INFO if failure.trouble is BrokerTrouble.LOST else logging.WARNING
            log.log(level, "the broker at %s: %s (%s)", self._access.host, failure.detail, failure.trouble)
        self._set(failure.status)

    def _deny(self, topic: str) -> None:
        denied = BrokerStatus(BrokerState.CONNECTED, BrokerTrouble.DENIED, topic)
        if denied.trouble != self._status.trouble:
            log.warning("the broker at %s does not allow the topic %s", self._access.host, topic)
        self._set(denied)

    def _set(self, status: BrokerStatus) -> None:
        with self._changed:
            self._status = status
            self._changed.notify_all()
