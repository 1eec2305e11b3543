"""Checks the broker that is configured, for ``thera doctor``: one attempt to connect, and what to do where it fails."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from broker.broker_access import BrokerAccess
from broker.broker_connection import BrokerConnection
from broker.broker_status import BrokerState, BrokerTrouble
from hardware.doctor.finding import Finding, not_here, ok, warning
from table.settings.configuration import MqttSettings
from thera.house_link import access_of

WHAT: Final = "MQTT broker"
PATIENCE_SECONDS: Final = 20.0
"""For the name, the connection, TLS and the answer together."""

FIXES: Final[Mapping[BrokerTrouble, tuple[str, ...]]] = {
    BrokerTrouble.FILES: (
        "correct ca, certificate, key or password_file of [mqtt], and let root and the user thera read the files",
    ),
    BrokerTrouble.NAME_UNKNOWN: (
        "correct host of [mqtt], or write the broker's address there",
        "getent hosts {host}",
    ),
    BrokerTrouble.UNREACHABLE: (
        "start the broker, let it listen in your network, and correct host and port of [mqtt]",
    ),
    BrokerTrouble.CERTIFICATE: (
        "write the name of the certificate as host of [mqtt], and let ca name the authority that signed it",
        "openssl s_client -connect {host}:{port} -servername {host}",
    ),
    BrokerTrouble.TLS: (
        "correct port and tls of [mqtt]; a broker that wants a certificate of the table needs certificate and key",
    ),
    BrokerTrouble.NOT_MQTT: (
        "correct port of [mqtt]; with TLS the usual one is 8883, and the broker has to know MQTT 5",
    ),
    BrokerTrouble.CREDENTIALS: (
        "correct username of [mqtt] and the password in its file, or add the user to the broker",
    ),
    BrokerTrouble.REFUSED: ("read the log of the broker",),
    BrokerTrouble.LOST: ("read the log of the broker",),
}
"""What to do about each trouble, and commands to type."""


def broker_finding(mqtt: MqttSettings | None) -> Finding:
    """Whether the table could use the broker that is configured. The table plays without it, so nothing is wrong."""
    if mqtt is None:
        return not_here(WHAT, "none is configured")
    # Not the table's own name: the broker would end the connection of a table that runs.
    access = access_of(mqtt, f"thera-doctor-{secrets.token_hex(4)}")
    connection = BrokerConnection(access)
    connection.start()
    status = connection.wait_outcome(PATIENCE_SECONDS)
    connection.close()
    place = f"{access.host}, port {access.port}"
    if status.state is BrokerState.CONNECTED:
        return ok(WHAT, f"connected to {place}{'' if access.tls is None else ', with TLS'}")
    if status.trouble is None:
        return warning(WHAT, f"{place}: no answer", *_fixes(BrokerTrouble.UNREACHABLE, access))
    return warning(WHAT, f"{place}: {status.detail}", *_fixes(status.trouble, access))


def _fixes(trouble: BrokerTrouble, access: BrokerAccess) -> tuple[str, ...]:
    fix, *commands = FIXES[trouble]
    return fix, *(command.format(host=access.host, port=access.port) for command in commands)
