"""A table's link to the house and to a club: its broker as it is configured, and what is told there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from broker.broker_access import PLAIN_PORT, TLS_PORT, BrokerAccess, TlsFiles
from broker.broker_connection import BrokerConnection
from broker.broker_message import BrokerMessage, TopicSubscription
from broker.broker_status import BrokerStatus
from club.table_reporter import GamesToTell, TableReporter
from common.atomic_files import write_whole
from home_automation.home_assistant import HomeAssistant
from home_automation.table_announcer import TableAnnouncer
from home_automation.table_onlooker import WatchedTable
from home_automation.table_topics import OFFLINE, ONLINE, TableTopics
from table.errors import CannotPlayError
from table.settings.configuration import MqttSettings
from table.storage.table_identity import identity_of

CREDENTIAL = "mqtt.password"
"""The credential of systemd with the password."""
SESSION_SECONDS = 3600
"""So long a broker stores messages for a table that is away."""


def access_of(
    mqtt: MqttSettings, client: str, session_seconds: int = 0, environment: Mapping[str, str] = os.environ
) -> BrokerAccess:
    """The configured broker, for a connection with this name. Where no file has the password, systemd may have given it
    as a credential."""
    password_file = mqtt.password_file
    given = Path(environment.get("CREDENTIALS_DIRECTORY", "/")) / CREDENTIAL
    if password_file is None and mqtt.username is not None and given.exists():
        password_file = given
    return BrokerAccess(
        mqtt.host,
        mqtt.port or (TLS_PORT if mqtt.tls else PLAIN_PORT),
        client,
        TlsFiles(mqtt.ca, mqtt.certificate, mqtt.key) if mqtt.tls else None,
        mqtt.username,
        password_file,
        session_seconds,
    )


class HouseLink:
    """Tells the house, and a club if that is configured, what happens at a table, from `start` to `close`."""

    def __init__(
        self,
        mqtt: MqttSettings,
        table: WatchedTable,
        folder: Path,
        page: str | None,
        games: GamesToTell | None = None,
    ) -> None:
        """``folder`` is the data folder of the table, ``page`` the address of its page (None: no phone can reach it),
        ``games`` its finished games (None: no club is told of the table).

        :raises CannotPlayError: if the table's identity can be neither read nor written.
        """
        try:
            topics = TableTopics(identity_of(folder, write_whole))
        except OSError as error:
            raise CannotPlayError(f"{error.filename or folder}: {error.strerror or error}") from error
        assistant = HomeAssistant(mqtt.discovery, version("thera"), page) if mqtt.discovery else None
        self._connection = BrokerConnection(
            access_of(mqtt, f"thera-{topics.identity}", SESSION_SECONDS),
            birth=BrokerMessage(topics.status, ONLINE, retain=True),
            will=BrokerMessage(topics.status, OFFLINE, retain=True),
        )
        if assistant is not None:
            self._connection.subscribe(TopicSubscription(assistant.birth_topic, self._assistant_started))
        self._announcer = TableAnnouncer(table, self._connection, topics, assistant)
        self._reporter: TableReporter | None = None
        if mqtt.club and games is not None:
            self._reporter = TableReporter(table, self._connection, topics, games)

    @property
    def connection(self) -> BrokerConnection:
        """The connection to the broker, for others that use the same one."""
        return self._connection

    def start(self) -> None:
        """Begin to connect, and to tell."""
        self._connection.start()
        self._announcer.start()
        if self._reporter is not None:
            self._reporter.start()

    def close(self) -> None:
        """End the connection; the broker says then that the table is gone."""
        self._announcer.close()
        if self._reporter is not None:
            self._reporter.close()
        self._connection.close()

    @property
    def status(self) -> BrokerStatus:
        """How the connection to the broker stands."""
        return self._connection.status

    def _assistant_started(self, message: BrokerMessage) -> None:
        if message.payload == ONLINE and not message.retain:
            self._connection.publish_again()
