"""How the connection to the broker stands, and what keeps it from standing better."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BrokerState(StrEnum):
    """Closed or not started; not connected, and trying; connected; or refused by the broker, and tried again later."""

    OFF = "off"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    REFUSED = "refused"


class BrokerTrouble(StrEnum):
    """What went wrong last."""

    FILES = "files"
    """A file of the certificates or of the password cannot be used."""
    NAME_UNKNOWN = "name_unknown"
    """The broker's name has no address."""
    UNREACHABLE = "unreachable"
    """Nothing answers at that address and port."""
    CERTIFICATE = "certificate"
    """The broker's certificate is not valid for its name, or not signed by an authority that is trusted."""
    TLS = "tls"
    """TLS fails in another way, such as a broker without it, or one that wants a certificate of the table."""
    NOT_MQTT = "not_mqtt"
    """Something answers, but not as a broker that knows MQTT 5."""
    CREDENTIALS = "credentials"
    """The broker does not accept this user with this password."""
    TAKEN_OVER = "taken_over"
    """Another program has connected under the same name, such as a table that was restored from the same backup."""
    REFUSED = "refused"
    """The broker refused or ended the connection, and gave another reason."""
    LOST = "lost"
    """The connection broke."""
    DENIED = "denied"
    """The broker is connected, but does not allow a topic."""


BY_BROKER = frozenset({BrokerTrouble.CREDENTIALS, BrokerTrouble.TAKEN_OVER, BrokerTrouble.REFUSED})
"""The troubles that are the broker's own decision."""


@dataclass(frozen=True, slots=True)
class BrokerStatus:
    """The state, what went wrong last (None: nothing since it was connected), and the words of whatever failed."""

    state: BrokerState = BrokerState.OFF
    trouble: BrokerTrouble | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BrokerFailure:
    """A trouble, and the words of whatever failed."""

    trouble: BrokerTrouble
    detail: str

    @property
    def status(self) -> BrokerStatus:
        """The state of a connection that ended with this."""
        state = BrokerState.REFUSED if self.trouble in BY_BROKER else BrokerState.CONNECTING
        return BrokerStatus(state, self.trouble, self.detail)
