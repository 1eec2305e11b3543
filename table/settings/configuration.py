"""The configuration of a table: typed values with their defaults and sources."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from common.listening import EVERYWHERE
from hardware.board_backends import AUTO
from table.settings.options import BRIGHTEST, TableSettings
from table.settings.page_addresses import OwnNetwork

HIDDEN = "••••••••"
"""The text that stands for a password."""


class LogLevel(StrEnum):
    """The lowest level of messages that go to the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """The board: ``link`` is its name as for ``--board``, ``file`` its board file, or None for the one of the build
    guide, and ``seed`` the random seed of a simulated board."""

    link: str = AUTO
    file: Path | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The socket of the page. ``address`` is shown to phones; if it is None, it is detected."""

    host: str = EVERYWHERE
    port: int = 8080
    address: str | None = None


def data_folder() -> Path:
    """Return the default folder of the journal, the archive and the board files: the one that systemd gives to the
    service, else the one of the XDG base directory specification."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if os.path.isabs(given):
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "thera"


@dataclass(frozen=True, slots=True)
class StorageSettings:
    """The folder where games are stored, and the trace to write, if any."""

    folder: Path = field(default_factory=data_folder)
    record: Path | None = None


@dataclass(frozen=True, slots=True)
class FirstTable:
    """The initial settings of a new table (`table.settings.options.TableSettings`); later the host changes them on the
    page."""

    name: str = ""
    language: str | None = None
    brightness: int = BRIGHTEST

    @property
    def settings(self) -> TableSettings:
        """Return them as the settings of a table."""
        return TableSettings(self.name, self.language, self.brightness)


@dataclass(frozen=True, slots=True)
class Wifi:
    """The guest network; ``password`` is None if it is open."""

    name: str
    password: str | None = None


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """The MQTT broker of the house: its ``host`` and ``port`` (by default the usual one), ``tls`` with the authority
    ``ca`` (by default those that the system trusts) and the table's ``certificate`` and its ``key``, the user, and the
    file with the password. ``discovery`` is the first part of the topics by which Home Assistant finds devices; if it
    is empty, Home Assistant does not find the table. ``club``: a club gets reports of what onlookers see."""

    host: str
    port: int | None = None
    tls: bool = False
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    username: str | None = None
    password_file: Path | None = None
    discovery: str = "homeassistant"
    club: bool = False


@dataclass(frozen=True, slots=True)
class LogSettings:
    """The level of the log."""

    level: LogLevel = LogLevel.WARNING


@dataclass(frozen=True, slots=True)
class UpdateSettings:
    """The source of newer versions for ``thera update``: a path or the address of a package index, if any."""

    source: str | None = None


@dataclass(frozen=True, slots=True)
class Configuration:
    """All values; ``wifi`` is None without a network for guests, ``mqtt`` without a broker."""

    board: BoardChoice = field(default_factory=BoardChoice)
    web: WebSettings = field(default_factory=WebSettings)
    storage: StorageSettings = field(default_factory=StorageSettings)
    table: FirstTable = field(default_factory=FirstTable)
    wifi: Wifi | None = None
    mqtt: MqttSettings | None = None
    log: LogSettings = field(default_factory=LogSettings)
    update: UpdateSettings = field(default_factory=UpdateSettings)


SECTIONS: Mapping[str, type] = {
    "board": BoardChoice,
    "web": WebSettings,
    "storage": StorageSettings,
    "table": FirstTable,
    "wifi": Wifi,
    "mqtt": MqttSettings,
    "log": LogSettings,
    "update": UpdateSettings,
}
"""The sections of the file and their types, in the order in which they are shown."""

KEYS = tuple(f"{section}.{each.name}" for section, made in SECTIONS.items() for each in fields(made))
"""The keys of all values, such as ``web.port``."""

ON_THE_PAGE = frozenset(key for key in KEYS if key.startswith("table."))
"""The keys that apply only to a new table; later the host changes them on the page."""

OPTIONAL = frozenset({"wifi", "mqtt"})
"""The sections that a configuration may lack."""

SECRET = frozenset({"wifi.password"})

Value = str | int | None


@lru_cache(maxsize=1)
def values_of(configuration: Configuration) -> Mapping[str, Value]:
    """Return the value of each key as in a file; None if it is not set."""
    found: dict[str, Value] = {}
    for key in KEYS:
        section, name = key.split(".")
        value = getattr(getattr(configuration, section), name, None)
        found[key] = str(value) if isinstance(value, Path) else value
    return found


class ValueSource(StrEnum):
    """Where a configured value comes from."""

    DEFAULT = "default"
    FILE = "file"
    OPTION = "option"
    """An option of the command line."""


@dataclass(frozen=True, slots=True)
class Configured:
    """A configuration and its sources: ``file`` is the file that was read, if any, and ``sources`` has the source of
    each key. ``own_network`` is the network that this computer opens where there is no other, if it does. ``notes`` are
    lines for the owner of the file, such as that a section has a new name."""

    configuration: Configuration = field(default_factory=Configuration)
    file: Path | None = None
    sources: Mapping[str, ValueSource] = field(default_factory=lambda: dict.fromkeys(KEYS, ValueSource.DEFAULT))
    own_network: OwnNetwork | None = None
    notes: tuple[str, ...] = ()

    def source(self, section: str, name: str) -> ValueSource:
        """Return the source of a key's value.

        :raises KeyError: if there is no such key.
        """
        return self.sources[f"{section}.{name}"]

    def overridden(self, values: Mapping[str, Mapping[str, object]]) -> Configured:
        """Return the configuration with the values of command line options, by section and name; None leaves a value as
        it is.

        :raises TypeError: if there is no such key.
        """
        configuration, sources = self.configuration, dict(self.sources)
        for section, options in values.items():
            given = {name: value for name, value in options.items() if value is not None}
            configuration = replace(configuration, **{section: replace(getattr(configuration, section), **given)})
            sources |= {f"{section}.{name}": ValueSource.OPTION for name in given}
        return replace(self, configuration=configuration, sources=sources)
