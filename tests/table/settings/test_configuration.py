"""A configuration file says what is configured; all that is wrong in one is said at once, each with its place and what
is allowed there."""

from __future__ import annotations

import re
import string
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.toml_section import FaultyFileError
from hardware.board_backends import NAMED_FORMS
from table.settings.configuration import (
    HIDDEN,
    KEYS,
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
from table.settings.configuration_file import (
    TEMPLATE,
    find_configuration,
    parse_configuration,
    read_configuration,
    toml_value,
    written,
)
from table.settings.names import clean_name
from table.settings.page_addresses import OwnNetwork
from tests.house import ROOT

OWN = """
[board]
link = "serial:E6614103"
file = "/etc/thera/board.toml"

[web]
port = 80
address = "http://thera.local"

[table]
name = "Küche"
language = "nl"
brightness = 40

[wifi]
name = 'Guests; "all" of you'
password = 'a\\b;c:d,e"f'

[mqtt]
host = "broker.lan"
port = 8884
tls = true
ca = "/etc/thera/ca.pem"
certificate = "/etc/thera/table.pem"
key = "/etc/thera/table.key"
username = "thera"
password_file = "/etc/thera/mqtt.password"
discovery = ""
club = true

[log]
level = "info"

[update]
source = "/srv/thera"
"""


def test_an_empty_file_configures_nothing() -> None:
    assert parse_configuration("").configuration == Configuration()
    assert set(parse_configuration("").sources.values()) == {ValueSource.DEFAULT}


def test_all_of_it_can_be_said() -> None:
    found = parse_configuration(OWN, Path("own.toml"))
    assert found.configuration == Configuration(
        BoardChoice("serial:E6614103", Path("/etc/thera/board.toml")),
        WebSettings(port=80, address="http://thera.local"),
        table=FirstTable("Küche", "nl", 40),
        wifi=Wifi('Guests; "all" of you', 'a\\b;c:d,e"f'),
        mqtt=MqttSettings(
            "broker.lan",
            8884,
            tls=True,
            ca=Path("/etc/thera/ca.pem"),
            certificate=Path("/etc/thera/table.pem"),
            key=Path("/etc/thera/table.key"),
            username="thera",
            password_file=Path("/etc/thera/mqtt.password"),
            discovery="",
            club=True,
        ),
        log=LogSettings(LogLevel.INFO),
        update=UpdateSettings("/srv/thera"),
    )
    assert found.file == Path("own.toml")
    from_the_file = {key for key, source in found.sources.items() if source is ValueSource.FILE}
    assert set(KEYS) - from_the_file == {"board.seed", "web.host", "storage.folder", "storage.record"}


def test_a_section_by_its_earlier_name_is_read_with_a_line_that_says_the_new_one() -> None:
    found = parse_configuration("[keeping]\nfolder = '/srv/games'\n", Path("own.toml"))
    assert found.configuration.storage.folder == Path("/srv/games")
    assert found.source("storage", "folder") is ValueSource.FILE
    assert found.notes == ("own.toml: [keeping] is called [storage] now; it is still read",)
    assert parse_configuration("[storage]\nfolder = '/srv/games'\n").notes == ()
    with pytest.raises(FaultyFileError, match=r"keeping is not known; known here: .*storage"):
        parse_configuration("[keeping]\nfolder = '/srv/a'\n[storage]\nfolder = '/srv/b'\n")


def test_the_file_that_is_installed_changes_nothing_but_the_folder_and_names_everything() -> None:
    """Whoever asks for the folder of the service, be it root for a backup, gets the same answer as the service."""
    assert read_configuration(TEMPLATE).configuration == Configuration(storage=StorageSettings(Path("/var/lib/thera")))
    uncommented = re.sub(r"^#(?=[a-z\[])", "", TEMPLATE.read_text("utf-8"), flags=re.MULTILINE)
    found = parse_configuration(uncommented)
    assert [key for key, source in found.sources.items() if source is not ValueSource.FILE] == []
    unlike = {
        key
        for key, value in values_of(Configuration()).items()
        if value is not None and values_of(found.configuration)[key] != value
    }
    assert unlike == {"storage.folder"}, "a default that stands in the file is the default"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[update]\nsource = 'srv'", "[update] source is a path that begins with /, or an address of an index, not"),
        ("[web]\nport = 99999", "[web] port is a whole number, 0 to 65535, not 99999"),
        ("[web]\nport = '80'", '[web] port is a whole number, 0 to 65535, not "80"'),
        ("[web]\nport = true", "[web] port is a whole number, 0 to 65535, not true"),
        ("[web]\nprot = 80", "[web] prot is not known; did you mean port?"),
        ("[web]\nzzz = 80", "[web] zzz is not known; known here: address, host, port"),
        ("[wbe]\nport = 80", "wbe is not known; did you mean web?"),
        ("web = 80", "web is a table, written [web], not 80"),
        (
            "[web]\naddress = 'thera.local'",
            "[web] address is an address such as http://thera.local/ or https://games.example/thera/, not",
        ),
        ("[web]\naddress = 'https://thera.local/a//b'", "[web] address is an address such as"),
        ("[web]\naddress = 'https://thera.local/?a'", "[web] address is an address such as"),
        ("[web]\naddress = 'http://thera.local:70000/'", "[web] address is an address such as"),
        ("[web]\nhost = 'a b'", '[web] host is a numeric address or the name of this machine, not "a b"'),
        ("[board]\nlink = 'wooden'", f"[board] link is {', '.join(NAMED_FORMS)}, or a path"),
        ("[board]\nfile = 'board.toml'", '[board] file is a path that begins with /, not "board.toml"'),
        ("[board]\nfile = '/a\\u0000'\n[board.x]", r"[board] x is not known"),
        ('[board]\nfile = "/a\\u0000"', r'[board] file is a path that begins with /, not "/a\u0000"'),
        ("[board]\nseed = -1", "[board] seed is a whole number, 0 to 4294967295, not -1"),
        ("[storage]\nfolder = 1979-05-27", '[storage] folder is a path that begins with /, not "1979-05-27"'),
        ("[table]\nbrightness = 5", "[table] brightness is a whole number, 10 to 100, not 5"),
        ("[table]\nname = ' x'", "[table] name is up to 24 characters, without white space around them"),
        ("[table]\nlanguage = 'Dutch!'", "[table] language is a language code such as en"),
        ("[wifi]\npassword = 'long enough'", "[wifi] name is missing; a name of 1 to 32 bytes"),
        ("[wifi]\nname = 'x'\npassword = 'short'", "[wifi] password is a password of 8 to 63 ASCII characters"),
        ("[mqtt]\nusername = 'x'", "[mqtt] host is missing; the name or the address of the broker"),
        ("[mqtt]\nhost = 'mqtt://x'", '[mqtt] host is the name or the address of the broker, not "mqtt://x"'),
        ("[mqtt]\nhost = 'x'\nport = 0", "[mqtt] port is a whole number, 1 to 65535, not 0"),
        ("[mqtt]\nhost = 'x'\ntls = 'yes'", '[mqtt] tls is true or false, not "yes"'),
        ("[mqtt]\nhost = 'x'\nca = '/ca.pem'", "[mqtt] ca goes only with tls = true"),
        ("[mqtt]\nhost = 'x'\ntls = true\nkey = '/k'", "[mqtt] certificate is missing; a key goes only with a"),
        ("[mqtt]\nhost = 'x'\ntls = true\ncertificate = '/c'", "[mqtt] key is missing; a certificate goes only with"),
        ("[mqtt]\nhost = 'x'\npassword_file = '/p'", "[mqtt] password_file goes only with a username"),
        ("[mqtt]\nhost = 'x'\nusername = ''", "[mqtt] username is a line of 1 to 255 characters"),
        ("[mqtt]\nhost = 'x'\npassword = 'y'", "[mqtt] password is not known; did you mean password_file?"),
        ("[mqtt]\nhost = 'x'\ndiscovery = '#'", "[mqtt] discovery is a topic without + and #, or nothing"),
        ("[log]\nlevel = 'loud'", '[log] level is one of debug, info, warning, error, not "loud"'),
        ("[log]\nlevel = 0xffffffffffffffffffffff", "not a number that long"),
        ('"\\u001b[31m" = 1', r'"\u001b[31m" is not known'),
        ("[web]\nport = 1 2", "is not TOML: Expected newline or end of document after a statement (at line 2,"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(text: str, told: str) -> None:
    with pytest.raises(FaultyFileError) as error:
        parse_configuration(text, Path("kitchen.toml"))
    assert str(error.value).startswith("kitchen.toml: ")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_all_that_is_wrong_is_told_at_once_in_the_order_of_the_file() -> None:
    with pytest.raises(FaultyFileError) as error:
        parse_configuration("[log]\nlevle = 1\nlevel = 1\n[bord]\n[web]\nport = -1\n[wifi]\n[board]\nseed = ''\n")
    told = [line.split(" ")[1:3] for line in str(error.value).splitlines()]
    assert told == [
        ["[log]", "levle"],
        ["[log]", "level"],
        ["bord", "is"],
        ["[web]", "port"],
        ["[wifi]", "name"],
        ["[board]", "seed"],
    ]


def test_the_file_is_the_one_asked_for_or_that_of_the_environment_or_the_usual_one(tmp_path: Path) -> None:
    asked, named, usual = (tmp_path / name for name in ("asked.toml", "named.toml", "usual.toml"))
    environment = {"THERA_CONFIG": str(named)}
    assert find_configuration(None, {}, usual) == Configured()
    assert find_configuration(None, {"THERA_CONFIG": ""}, usual).file is None
    for port, path in enumerate((asked, named, usual)):
        path.write_text(f"[web]\nport = {port}\n", "utf-8")
    assert find_configuration(asked, environment, usual).configuration.web.port == 0
    assert find_configuration(None, environment, usual).configuration.web.port == 1
    assert find_configuration(None, {}, usual).configuration.web.port == 2
    for other, named_by in ((tmp_path / "no", {}), (None, {"THERA_CONFIG": "/no"})):
        with pytest.raises(FaultyFileError, match="cannot be read: No such file"):
            find_configuration(other, named_by, usual)


def test_a_file_that_others_wrote_on_another_system_is_read(tmp_path: Path) -> None:
    path = tmp_path / "thera.toml"
    path.write_bytes(b"\xef\xbb\xbf[web]\r\nport = 81\r\n")
    assert read_configuration(path).configuration.web.port == 81
    path.write_bytes(b"[web]\nport = '\xff'")
    with pytest.raises(FaultyFileError, match="is not text in UTF-8"):
        read_configuration(path)


def test_the_own_network_is_read_beside_the_file(tmp_path: Path) -> None:
    file = tmp_path / "thera.toml"
    file.write_text("[web]\nport = 9000\n", "utf-8")
    assert read_configuration(file).own_network is None
    (tmp_path / "network.toml").write_text('name = "Thera"\npassword = "kamo-tezi-runa-pilo"\n', "utf-8")
    read = read_configuration(file)
    assert read.own_network == OwnNetwork("Thera", "kamo-tezi-runa-pilo")
    assert read.overridden({"web": {"port": 9001}}).own_network == read.own_network


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name = 'Thera'", "password is missing; a password of 8 to 63 ASCII characters"),
        ("password = 'long enough'", "name is missing; a name of 1 to 32 bytes"),
        ("name = 'Thera'\npassword = 'short'", "password is a password of 8 to 63 ASCII characters"),
        ("name = 'Thera'\npassword = 'long enough'\nchannel = 1", "channel"),
    ],
)
def test_what_is_wrong_with_the_own_network_is_told(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "thera.toml").touch()
    (tmp_path / "network.toml").write_text(text, "utf-8")
    with pytest.raises(FaultyFileError, match=re.escape(told)) as refused:
        read_configuration(tmp_path / "thera.toml")
    assert str(refused.value).startswith(str(tmp_path / "network.toml"))


def test_an_option_of_the_command_line_changes_one_value() -> None:
    read = parse_configuration(OWN)
    found = read.overridden({"web": {"port": 9000}, "board": {"link": None}})
    assert found.configuration.web == WebSettings(port=9000, address="http://thera.local")
    assert found.configuration.board == read.configuration.board
    assert {key for key in KEYS if found.sources[key] is ValueSource.OPTION} == {"web.port"}
    with pytest.raises(TypeError):
        read.overridden({"web": {"colour": 1}})


def test_what_is_in_force_is_shown_with_where_it_comes_from_and_without_the_password() -> None:
    shown = written(parse_configuration(OWN).overridden({"web": {"port": 9000}}))
    assert "port = 9000  # from the command line" in shown
    assert 'link = "serial:E6614103"  # from the file' in shown
    assert "seed = 0  # default" in shown
    assert f'# password = "{HIDDEN}"  # from the file' in shown
    assert 'c:d,e"f' not in shown
    again = parse_configuration(shown).configuration
    assert (again.web.port, again.table.name, again.wifi) == (9000, "Küche", Wifi('Guests; "all" of you'))
    assert parse_configuration(written(Configured())).configuration == Configuration()


LINES = st.text(st.characters(codec="utf-8"), max_size=40).filter(str.isprintable)
PATHS = LINES.map(lambda text: Path(f"/{text}"))
HOSTS = st.text(string.ascii_letters + string.digits + ".:-", min_size=1, max_size=30)
NAMES = st.text(st.characters(codec="utf-8"), max_size=24).map(lambda text: clean_name(text) or "")
SIGNS = "".join(map(chr, range(32, 127)))
CONFIGURATIONS = st.builds(
    Configuration,
    st.builds(
        BoardChoice,
        st.sampled_from(["virtual", "serial", "/dev/ttyACM0"])
        | LINES.map("serial:x{}".format)
        | PATHS.map("replay:{}".format),
        st.none() | PATHS,
        st.integers(0, 2**32 - 1),
    ),
    st.builds(
        WebSettings,
        HOSTS,
        st.integers(0, 65535),
        st.none()
        | st.builds("http://{}:{}/".format, st.from_regex(r"[a-z0-9.-]{1,50}", fullmatch=True), st.integers(1, 65535)),
    ),
    st.builds(StorageSettings, PATHS, st.none() | PATHS),
    st.builds(FirstTable, NAMES, st.none() | st.sampled_from(["en", "nl", "zh-Hant"]), st.integers(10, 100)),
    st.none()
    | st.builds(
        Wifi,
        LINES.filter(lambda name: 1 <= len(name.encode()) <= 32),
        st.none() | st.text(SIGNS, min_size=8, max_size=63) | st.text(string.hexdigits, min_size=64, max_size=64),
    ),
    st.none()
    | st.builds(
        MqttSettings,
        st.from_regex(r"[a-z0-9][a-z0-9.:-]{0,50}", fullmatch=True),
        st.none() | st.integers(1, 65535),
        discovery=st.sampled_from(["homeassistant", "", "house/found"]),
        club=st.booleans(),
    )
    | st.builds(
        MqttSettings,
        st.just("broker.lan"),
        tls=st.just(value=True),
        ca=st.none() | PATHS,
        certificate=PATHS,
        key=PATHS,
        username=LINES.filter(lambda name: 1 <= len(name) <= 255),
        password_file=st.none() | PATHS,
    ),
    st.builds(LogSettings, st.sampled_from(LogLevel)),
)


def toml_of(configuration: Configuration) -> str:
    """Every value that there is, as somebody would write it."""
    lines: list[str] = []
    for section, name, value in ((*key.split("."), value) for key, value in values_of(configuration).items()):
        lines += [] if value is None else [f"{section}.{name} = {toml_value(value)}"]
    return "\n".join(lines)


@given(CONFIGURATIONS)
def test_a_configuration_that_is_written_and_read_is_the_same(configuration: Configuration) -> None:
    assert parse_configuration(toml_of(configuration)).configuration == configuration


@given(CONFIGURATIONS)
def test_what_is_shown_is_a_file(configuration: Configuration) -> None:
    tomllib.loads(written(Configured(configuration)))


def faults(path: Path, content: bytes) -> list[str]:
    """What is told of a file; nothing if it is right."""
    path.write_bytes(content)
    try:
        read_configuration(path)
    except FaultyFileError as error:
        return str(error).splitlines() or ["an error that says nothing"]
    return []


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_arbitrary_bytes_are_refused_by_the_one_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    assert all(line.startswith(f"{path}: ") and line.isprintable() for line in faults(path, content))


ANY_KEYS = st.sampled_from([*SECTIONS, *(key.split(".")[1] for key in KEYS)]) | st.text(
    st.characters(codec="utf-8"), max_size=8
)
SCALARS = st.one_of(
    st.booleans().map(lambda truth: str(truth).lower()),
    st.integers().map(str),
    st.integers(0, 16**80).map(hex),
    st.floats().map(lambda number: repr(number).replace("e+", "e")),
    st.text(st.characters(codec="utf-8"), max_size=30).map(toml_value),
    st.datetimes().map(lambda moment: moment.isoformat()),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda values: f"[{', '.join(values)}]"),
        st.dictionaries(ANY_KEYS, inner, max_size=4).map(
            lambda pairs: "{" + ", ".join(f"{toml_value(key)} = {value}" for key, value in pairs.items()) + "}"
        ),
    ),
    max_leaves=8,
)
TABLES = st.dictionaries(ANY_KEYS, st.dictionaries(ANY_KEYS, VALUES, max_size=5), max_size=5)


@given(TABLES)
def test_arbitrary_toml_is_refused_by_the_one_error(
    tmp_path_factory: pytest.TempPathFactory, tables: dict[str, dict[str, str]]
) -> None:
    text = "\n".join(
        line
        for name, pairs in tables.items()
        for line in (f"[{toml_value(name)}]", *(f"{toml_value(key)} = {value}" for key, value in pairs.items()))
    )
    tomllib.loads(text)
    path = tmp_path_factory.getbasetemp() / "any.toml"
    assert all(line.startswith(f"{path}: ") and line.isprintable() for line in faults(path, text.encode()))


@pytest.mark.parametrize(
    "value", ["9" * 5000, "0x" + "f" * 5000, "[" * 50_000, "[" * 200 + "]" * 200, "1e99999", "-inf"]
)
def test_values_at_the_end_of_all_ranges_are_refused_by_the_one_error(value: str) -> None:
    with pytest.raises(FaultyFileError, match=r"^thera\.toml: [ -~]+$"):
        parse_configuration(f"[web]\nport = {value}")


def test_the_page_about_the_configuration_has_every_key_with_its_default() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    rows = re.findall(r"^\| `\[(\w+)\]` `(\w+)` \| (?:`([^`]*)`|[^|]*) \|", page, re.MULTILINE)
    told = {f"{section}.{key}": default for section, key, default in rows}
    assert tuple(told) == KEYS
    usual = {}
    for section, made in SECTIONS.items():
        for each in fields(made):
            plain = each.default if isinstance(each.default, str | int) else None
            usual[f"{section}.{each.name}"] = "" if plain is None else toml_value(plain)
    assert told == usual
