"""One connection to a broker by MQTT 5, from its attempt to its end. All of it happens in one thread."""

from __future__ import annotations

import select
import socket
import ssl
import struct
import time
from collections.abc import Callable
from math import ceil
from typing import Final

from paho.mqtt.client import (
    Client,
    ConnectFlags,
    DisconnectFlags,
    MQTTMessage,
    MQTTv5,
    topic_matches_sub,
)
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.exception import MQTTException
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from broker.broker_access import BrokerAccess
from broker.broker_message import LARGEST_PAYLOAD, BrokerMessage
from broker.broker_status import BrokerFailure, BrokerTrouble
from broker.outgoing_queue import OutgoingQueue
from broker.topic_subscriptions import TopicSubscriptions
from common.threads import Wake

CONNECT_SECONDS: Final = 5.0
"""How long a broker may take to accept a connection, to agree on TLS, and then to answer."""
KEEP_ALIVE_SECONDS: Final = 30
"""After one and a half of these without a sign of the table, the broker publishes its last will."""
FLUSH_SECONDS: Final = 1.0
"""How long what waits may take to reach the broker when the connection is closed."""
IN_FLIGHT: Final = 16
"""Messages that may be on their way without the broker's confirmation, in each direction."""
_AT_LEAST_ONCE: Final = 1
_TICK_SECONDS: Final = 5.0
"""How often the keep-alive is looked at."""

_BROKEN: Final = (MQTTException, ValueError, TypeError, IndexError, KeyError, struct.error, OSError)
"""What paho raises about bytes that are no MQTT, and about a connection that breaks."""
_BAD_LOGIN: Final = frozenset({"Bad user name or password", "Not authorized", "Bad authentication method", "Banned"})
_NO_MQTT_5: Final = frozenset({"Unsupported protocol version", "Malformed packet", "Protocol error"})
_TAKEN_OVER: Final = "Session taken over"


class MqttSession:
    """A connection: `run` lasts until it ends. ``connected`` is called once it is accepted and its subscriptions are
    made, and ``denied`` with each topic that the broker does not allow. The broker publishes the ``will`` when it ends
    (None: nothing)."""

    def __init__(  # noqa: PLR0913 - what a connection consists of
        self,
        access: BrokerAccess,
        will: BrokerMessage | None,
        queue: OutgoingQueue,
        subscriptions: TopicSubscriptions,
        wake: Wake,
        *,
        connected: Callable[[], None],
        denied: Callable[[str], None],
        closing: Callable[[], bool],
    ) -> None:
        self._access = access
        self._queue = queue
        self._subscriptions = subscriptions
        self._wake = wake
        self._connected = connected
        self._denied = denied
        self._closing = closing
        self._accepted = False
        self._subscribed: set[str] = set()
        self._asked_for: dict[int, tuple[str, ...]] = {}
        self._begun = False
        self._failure: BrokerFailure | None = None
        self._in_flight: dict[int, BrokerMessage] = {}
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=access.client, protocol=MQTTv5, reconnect_on_failure=False
        )
        self._client.connect_timeout = CONNECT_SECONDS
        self._client.max_inflight_messages = 0  # it is limited here
        if will is not None:
            self._client.will_set(will.topic, will.payload, _AT_LEAST_ONCE, will.retain)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_publish = self._on_publish
        self._client.on_subscribe = self._on_subscribe
        self._client.on_message = self._on_message

    def run(self) -> BrokerFailure | None:
        """Connect, and send and receive until the connection ends; why it did (None: it was closed here). What has not
        reached the broker is back in the queue."""
        try:
            return self._run()
        finally:
            left = self._client.socket()
            if left is not None:
                left.close()
            self._queue.give_back(self._in_flight.values())

    def _run(self) -> BrokerFailure | None:
        failure = self._connect()
        if failure is not None:
            return failure
        began, flushed = time.monotonic(), None
        while self._client.socket() is not None:
            now = time.monotonic()
            if not self._accepted and (self._closing() or now - began > CONNECT_SECONDS):
                return BrokerFailure(BrokerTrouble.NOT_MQTT, f"no answer within {CONNECT_SECONDS:g} seconds")
            if self._accepted and self._closing():
                flushed = now + FLUSH_SECONDS if flushed is None else flushed
                if now >= flushed or (self._queue.empty and not self._in_flight):
                    self._leave()
                    return None
            try:
                self._exchange(self._patience())
            except _BROKEN as error:
                return self._failure or BrokerFailure(self._broken, f"{type(error).__name__}: {error}")
        return self._failure or BrokerFailure(self._broken, "the broker closed the connection")

    @property
    def _broken(self) -> BrokerTrouble:
        """What it means that the connection breaks now."""
        if self._accepted:
            return BrokerTrouble.LOST
        # With TLS 1.3 a broker that wants a certificate says so only after TLS was agreed on here.
        wanting = self._access.tls is not None and self._access.tls.certificate is None
        return BrokerTrouble.TLS if wanting else BrokerTrouble.NOT_MQTT

    def _patience(self) -> float:
        """How many seconds to wait for the broker before something else is looked at."""
        if self._closing():
            return 0.05
        return _TICK_SECONDS if self._accepted else 0.2

    def _connect(self) -> BrokerFailure | None:
        """Open the connection; why that failed."""
        access = self._access
        try:
            if access.tls is not None:
                self._client.tls_set_context(access.tls.context())
            if access.username is not None:
                self._client.username_pw_set(access.username, access.password())
        except (OSError, ValueError) as error:
            return BrokerFailure(BrokerTrouble.FILES, _words(error))
        asked = _properties(
            PacketTypes.CONNECT,
            SessionExpiryInterval=access.session_seconds,
            MaximumPacketSize=2 * LARGEST_PAYLOAD,
            ReceiveMaximum=IN_FLIGHT,
        )
        try:
            self._client.connect(
                access.host, access.port, KEEP_ALIVE_SECONDS, clean_start=access.session_seconds == 0, properties=asked
            )
        except _BROKEN as error:
            return BrokerFailure(_trouble(error), _words(error))
        return None

    def _exchange(self, seconds: float) -> None:
        """Send what waits, and read what has come, for at most so long."""
        client = self._client
        if self._accepted:
            self._follow_subscriptions()
            self._send()
        if (open_socket := client.socket()) is None:
            return
        # What TLS has decrypted already is not seen by poll.
        pending = isinstance(open_socket, ssl.SSLSocket) and open_socket.pending() > 0
        waiting = select.poll()
        waiting.register(open_socket.fileno(), select.POLLIN | (select.POLLOUT if client.want_write() else 0))
        waiting.register(self._wake.fileno(), select.POLLIN)
        waiting.poll(0 if pending else seconds * 1000)
        self._wake.clear()
        for step in (client.loop_write if client.want_write() else None, client.loop_read, client.loop_misc):
            if step is not None and client.socket() is not None:
                step()

    def _send(self) -> None:
        """Send the next messages, as many as may be on their way."""
        for message in self._queue.take(IN_FLIGHT - len(self._in_flight)):
            left = {} if message.expires is None else {"MessageExpiryInterval": max(1, ceil(message.expires))}
            told = _properties(PacketTypes.PUBLISH, **left)
            sent = self._client.publish(message.topic, message.payload, _AT_LEAST_ONCE, message.retain, told)
            self._in_flight[sent.mid] = message

    def _follow_subscriptions(self) -> None:
        """Ask the broker for what is wanted now, and for nothing else."""
        wanted = [each.pattern for each in self._subscriptions.wanted]
        gone, new = self._subscribed.difference(wanted), [each for each in wanted if each not in self._subscribed]
        if gone:
            self._client.unsubscribe(sorted(gone))
        if new:
            _, number = self._client.subscribe([(pattern, _AT_LEAST_ONCE) for pattern in new])
            if number is not None:
                self._asked_for[number] = tuple(new)
        self._subscribed = set(wanted)

    def _leave(self) -> None:
        """Say goodbye, and have the broker publish the last will."""
        self._client.disconnect(ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message"))

    def _on_connect(
        self, _client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure:
            self._failure = _refusal(str(reason))
            return
        self._accepted = True
        self._queue.renew()
        if not self._subscriptions.wanted:
            self._begin()
        self._follow_subscriptions()

    def _begin(self) -> None:
        """The connection is ready: what was wanted at its beginning is subscribed to."""
        if not self._begun:
            self._begun = True
            self._connected()

    def _on_disconnect(
        self, _client: Client, _data: object, flags: DisconnectFlags, reason: ReasonCode, _properties: object
    ) -> None:
        if self._failure is None and flags.is_disconnect_packet_from_server:
            self._failure = _refusal(str(reason))

    def _on_publish(self, _client: Client, _data: object, number: int, reason: ReasonCode, _properties: object) -> None:
        message = self._in_flight.pop(number, None)
        if message is not None and reason.is_failure:
            self._denied(message.topic)

    def _on_subscribe(
        self, _client: Client, _data: object, number: int, reasons: list[ReasonCode], _properties: object
    ) -> None:
        self._begin()
        for pattern, reason in zip(self._asked_for.pop(number, ()), reasons, strict=False):
            if reason.is_failure:
                self._denied(pattern)

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        if len(message.payload) > LARGEST_PAYLOAD:
            return
        received = BrokerMessage(message.topic, bytes(message.payload), message.retain)
        for subscription in self._subscriptions.wanted:
            if topic_matches_sub(subscription.pattern, message.topic):
                subscription.receive(received)


def _properties(packet: int, **values: int) -> Properties:
    """The properties of a packet, by their names in MQTT 5."""
    made = Properties(packet)  # type: ignore[no-untyped-call]  # paho says no types here
    for name, value in values.items():
        setattr(made, name, value)
    return made


def _refusal(reason: str) -> BrokerFailure:
    """What a reason of the broker, in the words of MQTT 5, means."""
    if reason in _BAD_LOGIN:
        return BrokerFailure(BrokerTrouble.CREDENTIALS, reason)
    if reason in _NO_MQTT_5:
        return BrokerFailure(BrokerTrouble.NOT_MQTT, reason)
    if reason == _TAKEN_OVER:
        return BrokerFailure(BrokerTrouble.TAKEN_OVER, reason)
    return BrokerFailure(BrokerTrouble.REFUSED, reason)


def _trouble(error: Exception) -> BrokerTrouble:
    """What an error of the attempt to connect means."""
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
    """An error in one line."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    return " ".join(f"{where}{words}".split()) or type(error).__name__
