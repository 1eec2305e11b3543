"""Connects to an MQTT broker (MQTT 5): a queue of outgoing messages, and a connection that comes back by itself.
paho-mqtt speaks MQTT in its own thread, and connects again."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import ceil, inf
from random import SystemRandom
from typing import Final

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from common.mqtt.broker import (
    BY_BROKER,
    LARGEST_PAYLOAD,
    BrokerAccess,
    BrokerMessage,
    BrokerState,
    BrokerStatus,
    BrokerTrouble,
    TopicSubscription,
)

# ---- The outgoing queue


MOST_RETAINED = 64
"""The most topics with a retained message."""
MOST_WAITING = 256
"""The most queued messages that are not retained."""
MOST_BYTES = 1024 * 1024
"""The most bytes of their payloads."""


class OutgoingQueue:
    """The messages to send, for one thread at a time.

    A topic has only its newest retained message: an older one that still waits is dropped. Retained messages stay here
    after they were sent, since a broker may forget them, and `renew` sends them all again. Other messages wait in
    order; a full queue refuses a new message, and an accepted one is not dropped before it expires.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._retained: dict[str, BrokerMessage] = {}
        self._unsent: dict[str, None] = {}
        self._waiting: deque[tuple[BrokerMessage, float]] = deque()
        """Each with the time at which it expires."""

    def put(self, message: BrokerMessage) -> bool:
        """Add a message; False if the queue is full and refuses it."""
        if message.retain:
            if message.topic not in self._retained and len(self._retained) >= MOST_RETAINED:
                return False
            self._retained[message.topic] = message
            self._unsent[message.topic] = None
            return True
        self._drop_expired()
        size = sum(len(each.payload) for each, _ in self._waiting) + len(message.payload)
        if len(self._waiting) >= MOST_WAITING or size > MOST_BYTES:
            return False
        self._waiting.append((message, self._end(message)))
        return True

    def take(self, most: int) -> tuple[BrokerMessage, ...]:
        """Take at most ``most`` messages, retained ones first. Their ``expires`` is the time that is left."""
        topics = tuple(self._unsent)[: max(0, most)]
        for topic in topics:
            del self._unsent[topic]
        found = [self._retained[topic] for topic in topics]
        self._drop_expired()
        while self._waiting and len(found) < most:
            message, end = self._waiting.popleft()
            found.append(message if end == inf else replace(message, expires=end - self._now()))
        return tuple(found)

    def give_back(self, messages: Iterable[BrokerMessage]) -> None:
        """Return messages that did not arrive to the front of the queue, except for retained ones; see `renew`."""
        back = [(message, self._end(message)) for message in messages if not message.retain]
        self._waiting.extendleft(reversed(back))

    def renew(self) -> None:
        """Send all retained messages again, in the order in which their topics were first used."""
        self._unsent = dict.fromkeys(self._retained)

    @property
    def empty(self) -> bool:
        """Whether no message waits."""
        self._drop_expired()
        return not self._unsent and not self._waiting

    def _end(self, message: BrokerMessage) -> float:
        return inf if message.expires is None else self._now() + message.expires

    def _drop_expired(self) -> None:
        now = self._now()
        self._waiting = deque(each for each in self._waiting if now < each[1])


# ---- paho's client


CONNECT_SECONDS: Final = 5.0
"""The seconds that a broker has to accept a connection, to agree on TLS, and then to answer."""
KEEP_ALIVE_SECONDS: Final = 30
"""After one and a half times these seconds without a sign of the table, the broker publishes its last will."""
FLUSH_SECONDS: Final = 1.0
"""The seconds that waiting messages have to reach the broker when the connection is closed."""
CLOSE_SECONDS: Final = 1.0
"""The seconds that a connection has to end after that."""
IN_FLIGHT: Final = 16
"""The most messages without the broker's confirmation, in each direction."""
_AT_LEAST_ONCE: Final = 1

_HEADER: Final = 5
"""The bytes before the topic of a published packet: its kind, and up to four for its length."""

_REFUSALS: Final = {
    "Bad user name or password": BrokerTrouble.CREDENTIALS,
    "Not authorized": BrokerTrouble.CREDENTIALS,
    "Bad authentication method": BrokerTrouble.CREDENTIALS,
    "Banned": BrokerTrouble.CREDENTIALS,
    "Unsupported protocol version": BrokerTrouble.NOT_MQTT,
    "Malformed packet": BrokerTrouble.NOT_MQTT,
    "Protocol error": BrokerTrouble.NOT_MQTT,
    "Session taken over": BrokerTrouble.TAKEN_OVER,
}
"""The troubles for the reasons that a broker gives, in the words of MQTT 5; for others it is ``REFUSED``."""


class _NewestTls(ssl.SSLContext):
    """A TLS context that connects as the newest one does: paho takes one for all connections, and files change."""

    _newest: ssl.SSLContext

    def become(self, newest: ssl.SSLContext) -> None:
        """Connect as this one does from now on."""
        self._newest = newest

    def wrap_socket(  # type: ignore[override]  # paho gives these three, by their names
        self, sock: socket.socket, *, server_hostname: str, do_handshake_on_connect: bool
    ) -> ssl.SSLSocket:
        """Return the socket with TLS."""
        return self._newest.wrap_socket(
            sock, server_hostname=server_hostname, do_handshake_on_connect=do_handshake_on_connect
        )


class _Client(Client):
    """paho's client, which reads the files of the access at each attempt, calls ``failed`` with the reason why an
    attempt or a connection fails before paho knows of one, and ``over`` when its thread ends. Its loop goes on while
    ``tick`` is true."""

    def __init__(
        self,
        access: BrokerAccess,
        failed: Callable[[BrokerTrouble | None, str], None],
        tick: Callable[[], bool],
        over: Callable[[], None],
    ) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, client_id=access.client, protocol=MQTTv5)
        self._access, self._failed, self._tick, self._over = access, failed, tick, over
        self._tls = _NewestTls(ssl.PROTOCOL_TLS_CLIENT)
        if access.tls is not None:
            self.tls_set_context(self._tls)

    def reconnect(self) -> MQTTErrorCode:
        """Connect. paho calls this for each attempt, the first one too, and expects an `OSError` if it fails."""
        trouble: BrokerTrouble | None = BrokerTrouble.FILES
        try:
            if self._access.tls is not None:
                self._tls.become(self._access.tls.context())
            if self._access.username is not None:
                self.username_pw_set(self._access.username, self._access.password())
            trouble = None
            return super().reconnect()
        except (OSError, ValueError) as error:  # a name with impossible letters is a ValueError
            self._failed(trouble or _trouble(error), _words(error))
            raise OSError(_words(error)) from error

    def loop_misc(self) -> MQTTErrorCode:
        """Do what is due; paho calls this after each event, and once a second."""
        if self._tick():
            return super().loop_misc()
        if (left := self.socket()) is not None:
            left.close()
        return MQTTErrorCode.MQTT_ERR_CONN_LOST

    def loop_forever(self, timeout: float = 1.0, retry_first_connection: bool = False) -> MQTTErrorCode:  # noqa: FBT001, FBT002 - as paho has it
        """Do all of it, in paho's thread."""
        try:
            return super().loop_forever(timeout, retry_first_connection)
        finally:
            self._over()


def _properties(packet: int, **values: int) -> Properties:
    """Return the properties of a packet by their names in MQTT 5."""
    made = Properties(packet)  # type: ignore[no-untyped-call]  # paho says no types here
    for name, value in values.items():
        setattr(made, name, value)
    return made


def _trouble(error: Exception) -> BrokerTrouble:
    """Return the trouble for an error of the attempt to connect."""
    match error:
        case ssl.SSLCertVerificationError():
            return BrokerTrouble.CERTIFICATE
        case ssl.SSLError():
            return BrokerTrouble.TLS
        case socket.gaierror() | UnicodeError():
            return BrokerTrouble.NAME_UNKNOWN
        case OSError():
            return BrokerTrouble.UNREACHABLE
        case _:
            return BrokerTrouble.NOT_MQTT


def _words(error: Exception) -> str:
    """Return an error in one line."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    return " ".join(f"{where}{words}".split()) or type(error).__name__


# ---- The connection


LASTING_SECONDS: Final = 30.0
"""The seconds after which a connection counts as good: the next pause is the shortest again."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RetryPauses:
    """The pauses between attempts, in seconds: the ``first``, then twice as long each time up to the ``longest``. Each
    is shortened at random by up to half, so that the tables of a club do not reconnect at the same time."""

    first: float = 1.0
    longest: float = 60.0

    def after(self, failures: int) -> float:
        """Return the pause after ``failures`` failures in a row, at least one."""
        whole = min(self.longest, self.first * 2.0 ** min(failures - 1, 20))
        return whole * SystemRandom().uniform(0.5, 1.0)


class BrokerConnection:
    """Connects to a broker, and reconnects with growing pauses, from `start` to `close`. All methods are safe from any
    thread, and only `close` and `wait_outcome` block.

    At each connection the broker gets the ``birth`` message first, then all retained messages again, in case it has
    forgotten them. When the connection ends for any reason, the broker publishes the ``will``.
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
        self._pauses = pauses
        self._changed = threading.Condition()
        self._status = BrokerStatus()
        self._closing = False
        self._over = threading.Event()
        self._when_connected: tuple[Callable[[], None], ...] = ()
        # What is sent. Whoever holds this lock may call paho; so what paho calls while it holds locks of its own,
        # `_on_publish` and `_on_disconnect`, does without it.
        self._sending = threading.Lock()
        self._queue = OutgoingQueue()
        self._patterns: dict[str, None] = {}
        self._asked_for: dict[int, tuple[str, ...]] = {}
        self._in_flight: dict[int, BrokerMessage] = {}
        self._confirmed: deque[tuple[int, ReasonCode]] = deque()
        self._largest: int | None = None
        self._most_in_flight = IN_FLIGHT
        # How this attempt goes.
        self._began = 0.0
        self._failures = 0
        self._refused: str | None = None
        self._accepted = self._begun = False
        self._all_sent = True
        self._client = _Client(access, self._fail, self._tick, self._end)
        self._client.connect_timeout = CONNECT_SECONDS
        self._client.max_inflight_messages = 0  # it is limited here
        self._client.on_pre_connect = self._on_pre_connect
        self._client.on_socket_open = self._on_socket_open
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_publish = self._on_publish
        self._client.on_subscribe = self._on_subscribe
        if will is not None:
            self._client.will_set(will.topic, will.payload, _AT_LEAST_ONCE, will.retain)
        if birth is not None:
            self._queue.put(birth)

    def subscribe(self, subscription: TopicSubscription) -> None:
        """Subscribe to the pattern of a subscription at each connection; it replaces any other one with it."""

        def receive(_client: Client, _data: object, message: MQTTMessage) -> None:
            if len(message.payload) <= LARGEST_PAYLOAD:
                subscription.receive(BrokerMessage(message.topic, bytes(message.payload), message.retain))

        self._client.message_callback_add(subscription.pattern, receive)
        with self._sending:
            if subscription.pattern not in self._patterns:
                self._patterns[subscription.pattern] = None
                self._ask_for(subscription.pattern)

    def unsubscribe(self, pattern: str) -> None:
        """Unsubscribe from a pattern."""
        self._client.message_callback_remove(pattern)
        with self._sending:
            if self._patterns.pop(pattern, pattern) is None and self._accepted:
                self._client.unsubscribe(pattern)

    def publish(self, message: BrokerMessage) -> bool:
        """Send a message at least once, as soon as there is a connection; False if the full queue refuses it."""
        with self._sending:
            taken = self._queue.put(message)
            self._send()
        return taken

    def publish_again(self) -> None:
        """Send all retained messages again."""
        with self._sending:
            self._queue.renew()
            self._send()

    def when_connected(self, do: Callable[[], None]) -> None:
        """Call a function in the connection's thread at each connection, once its subscriptions are made."""
        self._when_connected += (do,)

    @property
    def status(self) -> BrokerStatus:
        """The state of the connection now."""
        return self._status

    def wait_outcome(self, timeout: float) -> BrokerStatus:
        """Wait for the first state that says how an attempt ended; otherwise for ``timeout`` seconds."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._status.state is BrokerState.CONNECTED or self._status.trouble is not None, timeout
            )
            return self._status

    def start(self) -> None:
        """Start to connect."""
        self._set(BrokerStatus(BrokerState.CONNECTING))
        asked = _properties(
            PacketTypes.CONNECT,
            SessionExpiryInterval=self._access.session_seconds,
            MaximumPacketSize=2 * LARGEST_PAYLOAD,
            ReceiveMaximum=IN_FLIGHT,
        )
        self._client.connect_async(
            self._access.host,
            self._access.port,
            KEEP_ALIVE_SECONDS,
            clean_start=self._access.session_seconds == 0,
            properties=asked,
        )
        self._client.loop_start()

    def close(self) -> None:
        """Send what waits if that is quick, and end the connection. Safe to call again. It does not wait for an attempt
        to connect: paho's thread then ends a little later."""
        if self._status.state is BrokerState.OFF:
            return
        with self._changed:
            self._closing = True
            self._changed.wait_for(lambda: not self._accepted or self._all_sent, FLUSH_SECONDS)
        connected = self._accepted
        self._leave()
        if connected:
            self._over.wait(CLOSE_SECONDS)
        self._set(BrokerStatus())

    # What is sent; with the lock held.

    def _ask_for(self, *patterns: str) -> None:
        if self._accepted:
            _, number = self._client.subscribe([(pattern, _AT_LEAST_ONCE) for pattern in patterns])
            if number is not None:
                self._asked_for[number] = patterns

    def _send(self) -> None:
        """Send the next messages, up to the number that may be unconfirmed. A broker ends a connection that sends more
        or larger messages than it accepts (MQTT 5, 3.2.2.3.3 and 3.2.2.3.6); larger ones are left out."""
        while self._confirmed:
            number, reason = self._confirmed.popleft()
            arrived = self._in_flight.pop(number, None)
            if arrived is not None and reason.is_failure:
                self._deny(arrived.topic)
        while self._begun and (taken := self._queue.take(self._most_in_flight - len(self._in_flight))):
            for message in taken:
                self._send_one(message)
        self._all_sent = not self._in_flight and self._queue.empty

    def _send_one(self, message: BrokerMessage) -> None:
        left = {} if message.expires is None else {"MessageExpiryInterval": max(1, ceil(message.expires))}
        told = _properties(PacketTypes.PUBLISH, **left)
        size = _HEADER + 2 + len(message.topic.encode()) + 2 + len(told.pack()) + len(message.payload)  # type: ignore[no-untyped-call]  # paho says no types here
        if self._largest is not None and size > self._largest:
            self._leave_out(message.topic, size, self._largest)
            return
        sent = self._client.publish(message.topic, message.payload, _AT_LEAST_ONCE, message.retain, told)
        self._in_flight[sent.mid] = message

    # What paho calls, in its thread.

    def _on_pre_connect(self, _client: Client, _data: object) -> None:
        self._refused = None
        self._accepted = self._begun = False
        if self._closing:
            self._leave()
            raise OSError("closed")

    def _on_socket_open(self, _client: Client, _data: object, _socket: object) -> None:
        self._began = time.monotonic()

    def _on_connect(
        self, _client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, limits: Properties | None
    ) -> None:
        if reason.is_failure:
            self._refused = str(reason)
            return
        with self._sending:
            self._largest = getattr(limits, "MaximumPacketSize", None)
            self._most_in_flight = min(IN_FLIGHT, getattr(limits, "ReceiveMaximum", IN_FLIGHT))
            # paho would send what did not arrive once more, which may be older than what is retained now.
            self._client.drop_out_messages()
            self._queue.give_back(self._in_flight.values())
            self._in_flight.clear()
            self._confirmed.clear()
            self._asked_for.clear()
            self._queue.renew()
            self._accepted = True
            if self._patterns:
                self._ask_for(*self._patterns)
        if self._closing:
            self._leave()
        elif not self._patterns:
            self._begin()

    def _on_subscribe(
        self, _client: Client, _data: object, number: int, reasons: list[ReasonCode], _properties: object
    ) -> None:
        self._begin()
        with self._sending:
            patterns = self._asked_for.pop(number, ())
        for pattern, reason in zip(patterns, reasons, strict=False):
            if reason.is_failure:
                self._deny(pattern)

    def _on_publish(self, _client: Client, _data: object, number: int, reason: ReasonCode, _properties: object) -> None:
        self._confirmed.append((number, reason))

    def _on_disconnect(
        self, _client: Client, _data: object, flags: DisconnectFlags, reason: ReasonCode, _properties: object
    ) -> None:
        if flags.is_disconnect_packet_from_server:
            self._refused = str(reason)
        if self._refused is None:
            self._fail(None, "the broker closed the connection")
        else:
            self._fail(_REFUSALS.get(self._refused, BrokerTrouble.REFUSED), self._refused)

    def _tick(self) -> bool:
        if not self._accepted and time.monotonic() - self._began > CONNECT_SECONDS:
            self._fail(BrokerTrouble.NOT_MQTT, f"no answer within {CONNECT_SECONDS:g} seconds")
            return False
        with self._sending:
            self._send()
        if self._closing:
            with self._changed:
                self._changed.notify_all()
        return True

    def _fail(self, trouble: BrokerTrouble | None, detail: str) -> None:
        """Note that an attempt or a connection ended, for this reason; None if it broke."""
        lasted = self._accepted and time.monotonic() - self._began > LASTING_SECONDS
        self._failures = 1 if lasted else self._failures + 1
        pause = self._pauses.after(self._failures)
        self._client.reconnect_delay_set(pause, pause)  # type: ignore[arg-type]  # seconds, and parts of them too
        why = self._broken if trouble is None else trouble
        self._accepted = self._begun = False
        status = BrokerStatus(BrokerState.REFUSED if why in BY_BROKER else BrokerState.CONNECTING, why, detail)
        if status != self._status and not self._closing:
            level = logging.INFO if why is BrokerTrouble.LOST else logging.WARNING
            log.log(level, "the broker at %s: %s (%s)", self._access.host, detail, why)
        self._set(self._status if self._closing else status)

    @property
    def _broken(self) -> BrokerTrouble:
        """Return the trouble that a connection has if it breaks now."""
        if self._accepted:
            return BrokerTrouble.LOST
        # With TLS 1.3 a broker that wants a certificate says so only after TLS was agreed on here.
        wanting = self._access.tls is not None and self._access.tls.certificate is None
        return BrokerTrouble.TLS if wanting else BrokerTrouble.NOT_MQTT

    def _begin(self) -> None:
        """Note that the connection is ready: its first subscriptions are made."""
        if not self._begun and not self._closing:
            self._set(BrokerStatus(BrokerState.CONNECTED))
            with self._sending:
                self._begun = True
                self._send()
            for do in self._when_connected:
                do()

    def _leave(self) -> None:
        """Disconnect for good, and let the broker publish the last will."""
        self._client.disconnect(ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message"))

    def _end(self) -> None:
        self._set(BrokerStatus())
        self._over.set()

    # The state.

    def _deny(self, topic: str) -> None:
        self._note(BrokerTrouble.DENIED, topic, f"does not allow the topic {topic}")

    def _leave_out(self, topic: str, size: int, largest: int) -> None:
        what = f"{topic}: {size} bytes, of {largest} at most"
        self._note(BrokerTrouble.TOO_LARGE, what, f"does not take a message as large as one of {what}; it is left out")

    def _note(self, trouble: BrokerTrouble, detail: str, words: str) -> None:
        """Note a trouble that does not end the connection."""
        with self._changed:
            if not self._begun:
                return
            if trouble != self._status.trouble:
                log.warning("the broker at %s %s", self._access.host, words)
            self._set(BrokerStatus(BrokerState.CONNECTED, trouble, detail))

    def _set(self, status: BrokerStatus) -> None:
        with self._changed:
            self._status = status
            self._changed.notify_all()
