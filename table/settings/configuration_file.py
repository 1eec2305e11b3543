"""The configuration file (TOML, see ``docs/configuration.md``): finding, reading and writing it, and checking one
that comes from a backup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeGuard
from urllib.parse import urlsplit

from common.numbers import is_whole
from common.toml_section import Section, read_text
from hardware.board_backends import NAMED_FORMS, find_backend
from table.settings.configuration import (
    HIDDEN,
    KEYS,
    ON_THE_PAGE,
    OPTIONAL,
    SECRET,
    SECTIONS,
    BoardChoice,
    Configuration,
    Configured,
    FirstTable,
    LogLevel,
    LogSettings,
    MqttSettings,
    StorageSettings,
    UpdateSettings,
    ValueSource,
    WebSettings,
    Wifi,
    values_of,
)
from table.settings.names import clean_name
from table.settings.options import BRIGHTEST, DIMMEST, is_language
from table.settings.page_addresses import OwnNetwork

ENVIRONMENT = "THERA_CONFIG"
"""The environment variable that names the file."""
USUAL_PLACE = Path("/etc/thera/thera.toml")
TEMPLATE = Path(__file__).with_name("thera.toml")
"""The file that is installed: every key as a comment, with its default."""

OWN_NETWORK = "network.toml"
"""The file beside it with the name and the password of the table's own network, written by ``thera install``."""

EARLIER_NAMES: Mapping[str, str] = {"storage": "keeping"}
"""The earlier names of sections. Files with them are read, with a note."""

SEEDS = range(2**32)
PORTS = range(65536)
_ADDRESS = re.compile(r"https?://([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?")
_HOST = re.compile(r"[A-Za-z0-9.:%_-]{1,253}")
_PASSWORD = re.compile(r"[ -~]{8,63}|[0-9A-Fa-f]{64}")
_HOST_RULE = "the name or the address of the broker"
_NAME_RULE = "a name of 1 to 32 bytes"
_WIFI_KEY_RULE = "a password of 8 to 63 ASCII characters, or 64 hex digits"


def find_configuration(given: Path | None, environment: Mapping[str, str], usual: Path = USUAL_PLACE) -> Configured:
    """Read the configuration of this computer: from the ``given`` file, else from the one that the environment names,
    else from the ``usual`` one if it exists, else use the defaults.

    :raises FaultyFileError: if the file cannot be read, or anything in it is wrong.
    """
    named = environment.get(ENVIRONMENT, "")
    path = given or (Path(named) if named else None)
    if path is None and not _is_there(usual):
        return Configured()
    return read_configuration(path or usual)


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # reading it reports the error
    return True


def read_configuration(path: Path) -> Configured:
    """Read the configuration in a file, with the table's own network from the file beside it if there is one.

    :raises FaultyFileError: if one cannot be read, or anything in it is wrong.
    """
    configured = parse_configuration(read_text(path), path)
    beside = path.with_name(OWN_NETWORK)
    return replace(configured, own_network=read_own_network(beside)) if _is_there(beside) else configured


def read_own_network(path: Path) -> OwnNetwork:
    """Read the table's own network from its file.

    :raises FaultyFileError: if it cannot be read, or anything in it is wrong.
    """
    top = Section.of_text(read_text(path), str(path))
    top.lacks("name", _NAME_RULE)
    top.lacks("password", _WIFI_KEY_RULE)
    found = OwnNetwork(
        top.checked("name", "", _network, _NAME_RULE), top.checked("password", "", _password, _WIFI_KEY_RULE)
    )
    top.finish()
    return found


def parse_configuration(text: str, path: Path = Path("thera.toml")) -> Configured:
    """Return the configuration in a text; ``path`` names it in errors.

    :raises FaultyFileError: if anything in it is wrong.
    """
    top = Section.of_text(text, str(path))
    named = {name: _name_in(top, name) for name in SECTIONS}
    parts = {name: top.section(place) for name, place in named.items()}
    found = Configuration(
        board=_board(parts["board"]),
        web=_web(parts["web"]),
        storage=_storage(parts["storage"]),
        table=_table(parts["table"]),
        wifi=_wifi(parts["wifi"]) if top.has_table("wifi") else None,
        mqtt=_mqtt(parts["mqtt"]) if top.has_table("mqtt") else None,
        log=LogSettings(LogLevel(parts["log"].one_of("level", LogLevel.WARNING, tuple(LogLevel)))),
        update=_update(parts["update"]),
    )
    top.finish()
    given = {key: parts[section].has(name) for key in KEYS for section, name in [key.split(".")]}
    sources = {key: ValueSource.FILE if given[key] else ValueSource.DEFAULT for key in KEYS}
    notes = (f"{path}: [{old}] is called [{new}] now; it is still read" for new, old in named.items() if old != new)
    return Configured(found, path, sources, notes=tuple(notes))


def _name_in(top: Section, name: str) -> str:
    """Return the name of a section in a file: its present name, or an earlier one."""
    old = EARLIER_NAMES.get(name, name)
    return old if top.has(old) and not top.has(name) else name


def written(configured: Configured) -> str:
    """Return the text of a file with every value, each with a comment that names its source. A password is hidden."""
    lines: list[str] = []
    table = ""
    for key, value in values_of(configured.configuration).items():
        section, name = key.split(".")
        if section != table:
            lines += ["", f"[{section}]"] if value is not None or section not in OPTIONAL else ["", f"# [{section}]"]
            table = section
        if value is None:
            lines.append(f"# {name} is not set")
        else:
            secret = key in SECRET
            shown = f"{name} = {toml_value(HIDDEN if secret else value)}"
            lines.append(f"{'# ' if secret else ''}{shown}  # {_SOURCES[configured.sources[key]]}")
    return "\n".join(lines[1:]) + "\n"


_SOURCES: Mapping[ValueSource, str] = {
    ValueSource.DEFAULT: "default",
    ValueSource.FILE: "from the file",
    ValueSource.OPTION: "from the command line",
}


def toml_value(value: str | int) -> str:
    """Return a value in TOML."""
    # JSON allows DEL unescaped, TOML does not.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _board(section: Section) -> BoardChoice:
    plain = BoardChoice()
    return BoardChoice(
        link=section.checked("link", plain.link, _link, f"{', '.join(NAMED_FORMS)}, or a path that begins with /"),
        file=_path(section, "file", plain.file),
        seed=section.whole("seed", plain.seed, SEEDS),
    )


def _web(section: Section) -> WebSettings:
    plain = WebSettings()
    allowed = "an address such as http://thera.local/ or https://games.example/thera/"
    address: str | None = section.checked("address", plain.address, _address, allowed)
    return WebSettings(
        host=section.checked("host", plain.host, _host, "a numeric address or the name of this machine"),
        port=section.whole("port", plain.port, PORTS),
        address=address,
    )


def _storage(section: Section) -> StorageSettings:
    plain = StorageSettings()
    folder = _path(section, "folder", plain.folder)
    return StorageSettings(plain.folder if folder is None else folder, _path(section, "record", plain.record))


def _table(section: Section) -> FirstTable:
    plain = FirstTable()
    language: str | None = section.checked("language", plain.language, _language, "a language code such as en")
    return FirstTable(
        name=section.checked("name", plain.name, _table_name, "up to 24 characters, without white space around them"),
        language=language,
        brightness=section.whole("brightness", plain.brightness, range(DIMMEST, BRIGHTEST + 1)),
    )


def _wifi(section: Section) -> Wifi:
    section.lacks("name", _NAME_RULE)
    found: str | None = section.checked("password", None, _password, _WIFI_KEY_RULE)
    return Wifi(section.checked("name", "", _network, _NAME_RULE), found)


def _mqtt(section: Section) -> MqttSettings:
    plain = MqttSettings("")
    section.lacks("host", _HOST_RULE)
    if section.has("certificate") or section.has("key"):
        section.lacks("certificate", "a key goes only with a certificate")
        section.lacks("key", "a certificate goes only with its key")
    tls = section.checked("tls", default=False, fits=_truth, allowed="true or false")
    if not tls:
        for key in ("ca", "certificate", "key"):
            section.only_with(key, "tls = true")
    if not section.has("username"):
        section.only_with("password_file", "a username")
    port: int | None = section.checked("port", None, _port, "a whole number, 1 to 65535")
    username: str | None = section.checked("username", None, _user, "a line of 1 to 255 characters")
    return MqttSettings(
        host=section.checked("host", "", _broker_host, _HOST_RULE),
        port=port,
        tls=tls,
        ca=_path(section, "ca", None),
        certificate=_path(section, "certificate", None),
        key=_path(section, "key", None),
        username=username,
        password_file=_path(section, "password_file", None),
        discovery=section.checked("discovery", plain.discovery, _topic, "a topic without + and #, or nothing"),
        club=section.checked("club", default=plain.club, fits=_truth, allowed="true or false"),
    )


def _update(section: Section) -> UpdateSettings:
    found: str | None = section.checked("source", None, _source, "a path that begins with /, or an address of an index")
    return UpdateSettings(found)


def _path(section: Section, key: str, default: Path | None) -> Path | None:
    found: str | None = section.checked(key, None, _absolute, "a path that begins with /")
    return default if found is None else Path(found)


def _truth(value: object) -> TypeGuard[bool]:
    return isinstance(value, bool)


def _port(value: object) -> TypeGuard[int]:
    return is_whole(value, 1, PORTS[-1])


def _broker_host(value: object) -> TypeGuard[str]:
    return _host(value) and not value.startswith(("-", "."))


def _user(value: object) -> TypeGuard[str]:
    return _line(value) and 1 <= len(value) <= 255


def _topic(value: object) -> TypeGuard[str]:
    return _line(value) and len(value) <= 100 and not any(each in value for each in "+#") and value.strip("/") == value


def _line(value: object) -> TypeGuard[str]:
    """Whether a value is one printable line: anything else cannot be shown, and no path has a NUL."""
    return isinstance(value, str) and value.isprintable() and len(value) < 1000


def _absolute(value: object) -> TypeGuard[str]:
    return _line(value) and value.startswith("/")


def _source(value: object) -> TypeGuard[str]:
    return _line(value) and value.startswith(("/", "https://", "http://"))


def _link(value: object) -> TypeGuard[str]:
    return _line(value) and find_backend(value) is not None


def _host(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _HOST.fullmatch(value) is not None


def _address(value: object) -> TypeGuard[str]:
    if not isinstance(value, str) or not _ADDRESS.fullmatch(value):
        return False
    try:
        return urlsplit(value).port != 0
    except ValueError:  # a port beyond 65535, or brackets around what is no address
        return False


def _table_name(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and (not value or clean_name(value) == value)


def _language(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and is_language(value)


def _network(value: object) -> TypeGuard[str]:
    return _line(value) and 1 <= len(value.encode()) <= 32


def _password(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _PASSWORD.fullmatch(value) is not None


# ---- Settings from a backup


HARMLESS = ON_THE_PAGE | {"board.seed", "web.port", "storage.folder", "log.level"}
"""The keys of settings that affect only the table itself. All others, including future ones, need consent. A restore
rejects a configuration that names another folder than the restored one."""

CONSEQUENCES: Mapping[str, str] = {
    "board.link": "the table plays at this board",
    "board.file": "the board is described by this file",
    "web.host": "the page is served at this address of this computer",
    "web.address": "the QR code leads phones to this address",
    "storage.record": "everything that the board measures is written to this file",
    "wifi": "players are shown this network and its password",
    "mqtt": "the table connects to this broker, and sends it the password in the file that is named",
    "update.source": "sudo thera update installs, as root, whatever this source offers",
}
"""The consequence of each setting that needs consent; a section that may be missing is one setting."""


def named(key: str) -> str:
    """Return the setting that a key belongs to."""
    section = key.split(".", maxsplit=1)[0]
    return section if section in OPTIONAL else key


def given(configured: Configured) -> tuple[str, ...]:
    """Return the keys that the file sets."""
    return tuple(key for key in KEYS if configured.sources[key] is ValueSource.FILE)


def settings_to_ask_for(configured: Configured) -> tuple[str, ...]:
    """Return the settings of this file that need consent, in its order."""
    return tuple(dict.fromkeys(named(key) for key in given(configured) if key not in HARMLESS))


def lines_of(configured: Configured, keys: Iterable[str]) -> tuple[str, ...]:
    """Return these settings as in a file, a line each, below the lines with their sections."""
    values, lines, section = values_of(configured.configuration), [], ""
    for key in keys:
        value = values[key]
        begun, name = key.split(".")
        if value is None:
            continue
        if begun != section:
            lines.append(f"[{begun}]")
            section = begun
        lines.append(f"{name} = {toml_value(value)}")
    return tuple(lines)


def accepted_text(configured: Configured, text: str, accepted: frozenset[str]) -> str:
    """Return the text of a configuration with the harmless and the accepted settings: unchanged, with its comments, if
    that is all of them."""
    refused = [setting for setting in settings_to_ask_for(configured) if setting not in accepted]
    if not refused:
        return text
    kept = [key for key in given(configured) if key in HARMLESS or named(key) in accepted]
    head = f"# From a backup, without {', '.join(refused)}; docs/configuration.md explains everything."
    return "\n".join((head, *lines_of(configured, kept))) + "\n"
