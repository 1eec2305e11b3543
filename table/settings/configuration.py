"""What the owner of a table has configured: typed values with their defaults, and where each of them comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path

from hardware.board_backends import VIRTUAL
from table.settings.data_folder import data_folder
from table.settings.own_network import OwnNetwork
from table.settings.table_settings import BRIGHTEST, TableSettings

HIDDEN = "••••••••"
"""What is shown in the place of a password."""


class LogLevel(StrEnum):
    """From which weight on the program logs what it does."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """Which board: ``link`` is what ``--board`` takes, ``file`` says what the board is made of (None: that of the
    instructions), ``seed`` is chance on a simulated one."""

    link: str = VIRTUAL
    file: Path | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where the page is served. ``address`` is the one to be told to phones (None: it is found out)."""

    host: str = "0.0.0.0"  # noqa: S104 - phones come from the home network
    port: int = 8080
    address: str | None = None


@dataclass(frozen=True, slots=True)
class StorageSettings:
    """Where games are kept, and the trace to write (None: none)."""

    folder: Path = field(default_factory=data_folder)
    record: Path | None = None


@dataclass(frozen=True, slots=True)
class FirstTable:
    """What a new table begins with, see `table.settings.table_settings.TableSettings`; from then on the host changes it
    on the page."""

    name: str = ""
    language: str | None = None
    brightness: int = BRIGHTEST

    @property
    def settings(self) -> TableSettings:
        """The same as the settings of a table."""
        return TableSettings(self.name, self.language, self.brightness)


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network that guests may use; ``password`` is None if it is open."""

    name: str
    password: str | None = None


@dataclass(frozen=True, slots=True)
class LogSettings:
    """What goes to the log."""

    level: LogLevel = LogLevel.WARNING


@dataclass(frozen=True, slots=True)
class Configuration:
    """All of it; ``wifi`` is None if guests are told of no network."""

    board: BoardChoice = field(default_factory=BoardChoice)
    web: WebSettings = field(default_factory=WebSettings)
    keeping: StorageSettings = field(default_factory=StorageSettings)
    table: FirstTable = field(default_factory=FirstTable)
    wifi: Wifi | None = None
    log: LogSettings = field(default_factory=LogSettings)


SECTIONS: Mapping[str, type] = {
    "board": BoardChoice,
    "web": WebSettings,
    "keeping": StorageSettings,
    "table": FirstTable,
    "wifi": Wifi,
    "log": LogSettings,
}
"""The tables of the file and what becomes of them, in the order in which they are told."""

KEYS = tuple(f"{section}.{each.name}" for section, made in SECTIONS.items() for each in fields(made))
"""All that can be configured, such as ``web.port``."""

ON_THE_PAGE = frozenset(key for key in KEYS if key.startswith("table."))
"""What only a new table begins with; the host changes it on the page."""

SECRET = frozenset({"wifi.password"})

Value = str | int | None


def values_of(configuration: Configuration) -> dict[str, Value]:
    """The value of each key as a file has it; None: the file has none."""
    found: dict[str, Value] = {}
    for key in KEYS:
        section, name = key.split(".")
        value = getattr(getattr(configuration, section), name, None)
        found[key] = str(value) if isinstance(value, Path) else value
    return found


class ValueSource(StrEnum):
    """Where a value comes from."""

    DEFAULT = "default"
    FILE = "file"
    OPTION = "option"
    """An option of the command line."""


@dataclass(frozen=True, slots=True)
class Configured:
    """A configuration and where its values come from: ``file`` is what was read (None: nothing), ``sources`` says it
    for each key. ``own_network`` is the network that this machine opens where it is in no other (None: it opens none).
    """

    configuration: Configuration = field(default_factory=Configuration)
    file: Path | None = None
    sources: Mapping[str, ValueSource] = field(default_factory=lambda: dict.fromkeys(KEYS, ValueSource.DEFAULT))
    own_network: OwnNetwork | None = None

    def source(self, section: str, name: str) -> ValueSource:
        """Where the value of this key comes from.

        :raises KeyError: if there is no such key.
        """
        return self.sources[f"{section}.{name}"]

    def overridden(self, values: Mapping[str, Mapping[str, object]]) -> Configured:
        """This with some values of some sections that options of the command line gave: those that are not None.

        :raises TypeError: if there is no such value.
        """
        made, sources = self.configuration, dict(self.sources)
        for section, of_it in values.items():
            given = {name: value for name, value in of_it.items() if value is not None}
            made = replace(made, **{section: replace(getattr(made, section), **given)})
            sources |= {f"{section}.{name}": ValueSource.OPTION for name in given}
        return replace(self, configuration=made, sources=sources)
