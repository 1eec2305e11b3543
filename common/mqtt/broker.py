"""An MQTT broker and its messages: where it is and how the table signs in, messages and subscriptions, and the state of
a connection with its troubles."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class BrokerState(StrEnum):
    """``off``: closed or not started; ``connecting``: not connected, and trying; ``connected``; ``refused``: by the
    broker, and tried again later."""

    OFF = "off"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    REFUSED = "refused"


class BrokerTrouble(StrEnum):
    """What went wrong last."""

    FILES = "files"
    """A file of the certificates or the password cannot be used."""
    NAME_UNKNOWN = "name_unknown"
    """The broker's name has no address."""
    UNREACHABLE = "unreachable"
    """Nothing answers at that address and port."""
    CERTIFICATE = "certificate"
    """The broker's certificate is not valid for its name, or no trusted authority signed it."""
    TLS = "tls"
    """TLS fails in another way, such as with a broker without it, or one that requires a certificate of the table."""
    NOT_MQTT = "not_mqtt"
    """Something answers, but not a broker that knows MQTT 5."""
    CREDENTIALS = "credentials"
    """The broker does not accept this user with this password."""
    TAKEN_OVER = "taken_over"
    """Another program has connected with the same name, such as a table that was restored from the same backup."""
    REFUSED = "refused"
    """The broker refused or ended the connection, and gave another reason."""
    LOST = "lost"
    """The connection broke."""
    DENIED = "denied"
    """The broker is connected but does not allow a topic."""
    TOO_LARGE = "too_large"
    """The broker is connected but refuses a message of this size; the message is left out."""


BY_BROKER = frozenset({BrokerTrouble.CREDENTIALS, BrokerTrouble.TAKEN_OVER, BrokerTrouble.REFUSED})
"""The troubles that the broker decides on."""


@dataclass(frozen=True, slots=True)
class BrokerStatus:
    """The state, what went wrong last (None: nothing since it was connected), and the words of whatever failed."""

    state: BrokerState = BrokerState.OFF
    trouble: BrokerTrouble | None = None
    detail: str = ""


# ---- Messages


LARGEST_PAYLOAD = 64 * 1024
"""The most bytes of a message; the broker is asked to send no larger packet."""


@dataclass(frozen=True, slots=True)
class BrokerMessage:
    """A message on a topic. If it is to ``retain``, a broker also gives it to later subscribers, until the next message
    on its topic. A message that has not reached the broker after ``expires`` seconds is dropped; without ``expires`` it
    waits as long as necessary. A retained message is sent at each connection, and the broker forgets it ``expires``
    seconds after it arrived.

    :raises ValueError: if the topic is empty or has a wildcard, or the payload is too large.
    """

    topic: str
    payload: bytes
    retain: bool = False
    expires: float | None = None

    def __post_init__(self) -> None:
        if not self.topic or any(letter in self.topic for letter in "+#\0"):
            raise ValueError(f"a topic has at least one letter and none of + and #, not {self.topic!r}")
        if len(self.payload) > LARGEST_PAYLOAD:
            raise ValueError(f"a payload has at most {LARGEST_PAYLOAD} bytes, not {len(self.payload)} ({self.topic})")


@dataclass(frozen=True, slots=True)
class TopicSubscription:
    """A subscription to the topics that fit ``pattern``, with the wildcards of MQTT. The connection's thread calls
    ``receive`` with each message, so it must not block or raise."""

    pattern: str
    receive: Callable[[BrokerMessage], None]


# ---- Access


PLAIN_PORT = 1883
TLS_PORT = 8883


class _OpeningSocket(ssl.SSLSocket):
    """A socket that is closed if TLS cannot be agreed on; the error is then always one of TLS."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - as in `ssl`
        try:
            super().do_handshake(block)
        except OSError as error:
            self.close()
            if isinstance(error, ssl.SSLError):
                raise
            raise ssl.SSLError(f"no TLS: {error.strerror or error}") from error


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The files of TLS. ``authority`` signs the broker's certificate; without it the authorities that the system trusts
    count. ``certificate`` and its ``key`` are this table's, if it shows one."""

    authority: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def context(self) -> ssl.SSLContext:
        """Return the TLS context of these files.

        :raises OSError: if a file cannot be read, or does not hold what it should (`ssl.SSLError`).
        """
        for file in (self.authority, self.certificate, self.key):
            if file is not None:
                file.read_bytes()  # the errors of ssl do not name the file
        made = ssl.create_default_context(cafile=None if self.authority is None else str(self.authority))
        made.sslsocket_class = _OpeningSocket
        if self.certificate is not None:
            made.load_cert_chain(self.certificate, self.key)
        return made


@dataclass(frozen=True, slots=True)
class BrokerAccess:
    """A broker at ``host`` and ``port``, and how to sign in there. The connection is encrypted if there is ``tls``. The
    password of a user is the first line of a file. ``client`` is the name of the connection at the broker, which stores
    messages for it for ``session_seconds`` after it ended."""

    host: str
    port: int
    client: str
    tls: TlsFiles | None = None
    username: str | None = None
    password_file: Path | None = None
    session_seconds: int = 0

    def password(self) -> str | None:
        """Read the password from its file.

        :raises OSError: if it cannot be read.
        :raises ValueError: if it is not text, or empty.
        """
        if self.password_file is None:
            return None
        first = self.password_file.read_text("utf-8").partition("\n")[0]
        if not first:
            raise ValueError(f"{self.password_file}: its first line is empty, and should be the password")
        return first
