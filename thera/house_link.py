"""A table's link to the house and to a club: the configured broker, and the messages that it gets."""

from __future__ import annotations

import logging
import os
import re
import secrets
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

from common.atomic_files import write_whole
from common.mqtt.broker import (
    PLAIN_PORT,
    TLS_PORT,
    BrokerAccess,
    BrokerMessage,
    BrokerStatus,
    TlsFiles,
    TopicSubscription,
)
from common.mqtt.broker_connection import BrokerConnection
from online.club.table_report import GamesToTell, TableReporter
from online.home.home_assistant import OFFLINE, ONLINE, HomeAssistant, TableTopics
from online.home.table_announcer import TableAnnouncer, WatchedTable
from table.errors import CannotPlayError
from table.settings.configuration import MqttSettings
from table.storage.backup_file import IDENTITY

# ---- The identity of the table


_FORM = re.compile(r"[0-9a-f]{16}")

log = logging.getLogger(__name__)


def identity_of(folder: Path, write: Callable[[Path, str], None]) -> str:
    """The identity of the table with this data folder, 16 hexadecimal digits; made at first use. ``write`` writes a
    text to a file whole or not at all. A file that holds something else is renamed.

    :raises OSError: if it can be neither read nor written.
    """
    path = folder / IDENTITY
    try:
        found = path.read_text("ascii").strip()
    except FileNotFoundError:
        found = None
    except UnicodeDecodeError:
        found = ""
    if found is not None and _FORM.fullmatch(found):
        return found
    if found is not None:
        broken = path.with_name(f"{IDENTITY}.broken")
        path.replace(broken)
        log.warning("%s holds no identity, so the table gets a new one; it was renamed to %s", path, broken.name)
    made = secrets.token_hex(8)
    write(path, f"{made}\n")
    return made


# ---- The link to the house


CREDENTIAL = "mqtt.password"
"""The credential of systemd with the password."""
SESSION_SECONDS = 3600
"""Seconds that a broker stores messages for an absent table."""


def access_of(
    mqtt: MqttSettings, client: str, session_seconds: int = 0, environment: Mapping[str, str] = os.environ
) -> BrokerAccess:
    """The configured broker, for a connection with this name. The password comes from a file, or from a credential of
    systemd."""
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


class HouseConnection:
    """The connection of a table to the configured broker, shared by its messages to the house and its matches."""

    def __init__(self, mqtt: MqttSettings, folder: Path) -> None:
        """``folder`` is the data folder of the table.

        :raises CannotPlayError: if the table's identity can be neither read nor written.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.topics = TableTopics(identity_of(folder, write_whole))
        except OSError as error:
            raise CannotPlayError(f"{error.filename or folder}: {error.strerror or error}") from error
        self.mqtt = mqtt
        self.broker = BrokerConnection(
            access_of(mqtt, f"thera-{self.topics.identity}", SESSION_SECONDS),
            birth=BrokerMessage(self.topics.status, ONLINE, retain=True),
            will=BrokerMessage(self.topics.status, OFFLINE, retain=True),
        )


class HouseLink:
    """Publishes what happens at a table to the house, and to a club if one is configured, from `start` to `close`."""

    def __init__(
        self, house: HouseConnection, table: WatchedTable, page: str | None, games: GamesToTell | None = None
    ) -> None:
        """``page`` is the address of the table's page, or None if no phone can reach it. ``games`` are its finished
        games, or None without a club."""
        mqtt, topics = house.mqtt, house.topics
        assistant = HomeAssistant(mqtt.discovery, version("thera"), page) if mqtt.discovery else None
        self._connection = house.broker
        if assistant is not None:
            self._connection.subscribe(TopicSubscription(assistant.birth_topic, self._assistant_started))
        self._announcer = TableAnnouncer(table, self._connection, topics, assistant)
        self._reporter: TableReporter | None = None
        if mqtt.club and games is not None:
            self._reporter = TableReporter(table, self._connection, topics, games)

    def start(self) -> None:
        """Start connecting and publishing."""
        self._connection.start()
        self._announcer.start()
        if self._reporter is not None:
            self._reporter.start()

    def close(self) -> None:
        """End the connection; the broker then reports that the table is gone."""
        self._announcer.close()
        if self._reporter is not None:
            self._reporter.close()
        self._connection.close()

    @property
    def status(self) -> BrokerStatus:
        """The state of the broker's connection."""
        return self._connection.status

    def _assistant_started(self, message: BrokerMessage) -> None:
        if message.payload == ONLINE and not message.retain:
            self._connection.publish_again()
