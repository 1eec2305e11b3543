"""The house keeps its shape: who may import whom, what the engine may touch, what a power may know, and the like.

Each rule is a function from sources to complaints. It is shown to catch a planted fault first, and is then held
against the project.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.casting.catalogue import CARDS
from tests.house import ROOMS, ROOT, files

# What puts the parts together may import every room; nothing imports it but itself. What runs before anything is
# installed, and what runs as root, sees nothing else of the project.
COMPOSITION_ROOT = "thera"
WITHOUT_THE_REST = (
    *("thera.install", "thera.network", "thera.service.systemd_interface"),
    *("thera.command_parser", "thera.exit_codes", "common.listening", "common.message"),
)

# What each room may import of the others. A name stands for itself and for all below it, but for rooms of their own
# there: those are named, too.
MAY_IMPORT = {
    "common": (),
    "common.mqtt": ("common.threads",),
    "engine": (),
    "hardware": ("common",),
    "hardware.making": ("common", "engine.supply", "hardware"),
    "opponent": ("engine",),
    "perception": (
        "common",
        "engine.squares",
        "hardware.board",
        "hardware.field_model",
        "hardware.geometry",
        "hardware.scale",
        "hardware.sensor_layout",
    ),
    "perception.calibration": (
        "common",
        "engine.squares",
        "hardware.board",
        "hardware.calibration",
        "hardware.field_model",
        "hardware.geometry",
        "hardware.hand_actions",
        "hardware.scale",
        "hardware.sensor_layout",
        "hardware.virtual_hands",
        "hardware.wiring",
        "perception",
    ),
    "table": (
        "common",
        "engine",
        "hardware.board",
        "hardware.board_backends",
        "hardware.field_model",
        "hardware.geometry",
        "hardware.hand_actions",
        "hardware.scale",
        "hardware.trace",
        "hardware.virtual_hands",
        "opponent",
        "perception",
        "perception.calibration",
    ),
    "web_ui": (
        "common",
        "common.mqtt.broker",
        "engine",
        "hardware.board.Button",
        "hardware.hand_actions",
        "hardware.sensor_layout.Axis",
        "hardware.virtual_hands",
        "opponent.levels",
        "opponent.puzzles",
        "perception.calibration",
        "table",
    ),
    "firmware_bridge": ("common", "hardware"),
    "online.match": ("common", "common.mqtt", "engine", "table"),
    "online.home": ("common.mqtt", "engine.seats", "hardware.board", "table.session"),
    "online.club": ("common", "common.mqtt", "engine", "online.home", "online.match.pairing_code", "table", "web_ui"),
    "systemd": (),
    "thera": (),
    "thera.simulator": (
        "common",
        "engine",
        "hardware.board",
        "hardware.board_file",
        "hardware.field_model",
        "hardware.geometry",
        "hardware.hand_actions",
        "hardware.scale",
        "hardware.virtual_hands",
        "opponent.levels",
        "opponent.process",
        "perception",
        "table",
    ),
}

# The packages from outside that each room may import; whatever is here is a dependency in pyproject.toml.
GUESTS = {
    "common": {"msgspec"},
    "common.mqtt": {"paho"},
    "firmware_bridge": {"littlefs", "serial"},
    "hardware": {"msgspec"},
    "hardware.making": {"PIL", "manifold3d", "pcbnew", "trimesh"},
    "online.club": {"flask", "msgspec", "werkzeug"},
    "online.match": {"msgspec"},
    "table": {"msgspec"},
    "thera": {"msgspec", "segno", "shtab"},
    "web_ui": {"flask", "msgspec", "segno", "werkzeug"},
}
# The modules that may import more than their room: the table of fields is computed where the project is built, from a
# magnetics library that no table needs; pins are reached by libraries that are there on a Pi only; what is secret is
# left to libsodium in one place; what is used of waitress and not documented there is in one place, too.
GUESTS_OF_ONE = {
    "online.match.ciphers": {"nacl"},
    "web_ui.waitress_parts": {"waitress"},
    "hardware.virtual.make_field_table": {"magpylib", "numpy"},
    "hardware.gpio.pin_device": {"gpiozero", "spidev"},
    "hardware.gpio.gpio_pins": {"gpiozero"},
    "hardware.gpio.strip": {"rpi_ws281x", "spidev"},
}

# What runs under MicroPython: a house of its own, whose modules lie flat in one folder and see each other and
# MicroPython's own modules. Those of the emulator stand for some of these, and see what they stand for.
ON_THE_BOARD = "firmware_bridge.firmware."
UNDER_THE_BOARD = "firmware_bridge.emulated.modules."
MICROPYTHON = {"array", "binascii", "gc", "json", "machine", "micropython", "neopixel", "os", "select", "struct"}
MICROPYTHON |= {"collections", "io", "sys", "time"}
BENEATH_MICROPYTHON = {"uselect", "utime"}

# The parts of the standard library that compute and nothing else.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "copyreg",
    "dataclasses",
    "enum",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
    "weakref",
}
OUTSIDE_WORLD = {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__"}

# Files of engine/powers that are about powers as such and not one of them.
NOT_A_POWER = {"__init__"}

POWERS = {str(card.power) for card in CARDS}

LONGEST_MODULE = 900
LONGEST_TEST = 900


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for room in ROOMS for path in files(f"{room}/*.py")}


def imports(source: str, module: str, *, package: bool = False) -> tuple[str, ...]:
    """Every module or member that a source imports, in full, wherever the import stands."""
    home = module.split(".") if package else module.split(".")[:-1]
    return tuple(
        name if level == 0 else ".".join([*home[: len(home) - level + 1], name]) for level, name in _imported(source)
    )


@cache  # several tests ask
def _imported(source: str) -> tuple[tuple[int, str], ...]:
    """What a source imports as it is written there, each after how many dots stand before it."""
    return tuple(_imports(ast.parse(source)))


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((0, alias.name) for alias in node.names)
            case ast.ImportFrom():
                base = [*filter(None, [node.module])]
                yield from ((node.level, ".".join([*base, alias.name])) for alias in node.names)
            case _:
                pass


def within(name: str, allowed: tuple[str, ...]) -> bool:
    return any(f"{name}.".startswith(f"{each}.") for each in allowed)


def strangers(source: str, module: str) -> list[str]:
    """What a module that runs under MicroPython imports and would not find there."""
    folder = module[: module.rindex(".") + 1]
    beside = {name.removeprefix(folder) for name in MODULES if name.startswith(folder)}
    known = MICROPYTHON | beside | (BENEATH_MICROPYTHON if folder == UNDER_THE_BOARD else set())
    return [f"{module} imports {name}" for name in imports(source, module) if name.split(".")[0] not in known]


def room_of(name: str) -> str:
    """The room that a module lies in: the innermost of those around it."""
    return max((room for room in MAY_IMPORT if within(name, (room,))), key=len, default=name.split(".", maxsplit=1)[0])


def may_import(module: str) -> tuple[str, ...]:
    """What a module may import of the project."""
    if within(module, WITHOUT_THE_REST):
        return WITHOUT_THE_REST
    room = room_of(module)
    return tuple(MAY_IMPORT) if room == COMPOSITION_ROOT else (room, *MAY_IMPORT[room])


def wrong_ways(source: str, module: str, *, package: bool = False) -> list[str]:
    """Imports that go against the direction of the house, or bring a guest into the wrong room."""
    if module.startswith((ON_THE_BOARD, UNDER_THE_BOARD)):
        return strangers(source, module)
    guests = GUESTS.get(room_of(module), set()) | GUESTS_OF_ONE.get(module, set())
    found = []
    for name in imports(source, module, package=package):
        top = name.split(".")[0]
        if top in sys.stdlib_module_names:
            continue
        if top in ROOMS:
            allowed = tuple(each for each in may_import(module) if within(each, (room_of(name),)))
            if not within(name, allowed):
                found.append(f"{module} imports {name}")
        elif top not in guests:
            found.append(f"{module} imports {name}")
    return found


def impurities(source: str, module: str) -> list[str]:
    """Ways from the engine to the outside world: clocks, chance, files, threads, output."""
    found = [
        f"{module} imports {name}"
        for name in imports(source, module)
        if name.split(".")[0] in sys.stdlib_module_names and name.split(".")[0] not in PURE
    ]
    return found + [
        f"{module}:{node.lineno} uses {node.id}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and node.id in OUTSIDE_WORLD
    ]


def words(source: str) -> set[str]:
    """All words of a source, of its names, strings and comments alike; ``SnakeAndCamel_case`` falls apart."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", source)}


def named_powers(source: str, own: str) -> set[str]:
    """The powers other than its own that the file of a power names, be it in code, in a string or in a remark."""
    return words(source) & (POWERS - {own})


def test_a_wrong_import_is_noticed() -> None:
    assert wrong_ways("def f():\n    import hardware.board", "engine.rules") == ["engine.rules imports hardware.board"]
    assert wrong_ways("from hardware import board", "table.session.reducer") == []
    assert wrong_ways("from hardware.virtual import bench", "table.session.reducer")
    assert wrong_ways("from hardware.board import Frame", "web_ui.pages")
    assert wrong_ways("from ...table import session", "engine.powers.pan") == [
        "engine.powers.pan imports table.session"
    ]
    assert wrong_ways("from . import board", "hardware", package=True) == []
    assert wrong_ways("from thera.cli import main", "table.session.reducer")
    assert wrong_ways("from hardware.virtual import bench", "thera.commands.play_command") == []
    assert wrong_ways("import numpy", "hardware.virtual.sensors")
    assert wrong_ways("from hardware.making import solids", "hardware.board")
    assert wrong_ways("from hardware import board", "hardware.making.solids") == []
    assert wrong_ways("from common.mqtt import mqtt_session", "common.threads")
    assert wrong_ways("from common.mqtt import mqtt_session", "table.session.reducer")
    assert wrong_ways("def f():\n    import gpiozero", "hardware.gpio.stored")
    assert wrong_ways("def f():\n    import gpiozero", "hardware.gpio.gpio_pins") == []


def test_imports_point_one_way() -> None:
    complaints = [
        complaint
        for name, path in MODULES.items()
        for complaint in wrong_ways(path.read_text("utf-8"), name, package=path.name == "__init__.py")
    ]
    assert complaints == []


def test_a_way_to_the_outside_world_is_noticed() -> None:
    assert impurities("from time import monotonic", "engine.rules") == ["engine.rules imports time.monotonic"]
    assert impurities("def f():\n    print(1)", "engine.rules") == ["engine.rules:2 uses print"]
    assert impurities("from dataclasses import dataclass", "engine.rules") == []


def test_a_stranger_on_the_board_is_noticed() -> None:
    assert wrong_ways("from codec import crc16\nimport machine", "firmware_bridge.firmware.service") == []
    assert wrong_ways("import socket", "firmware_bridge.firmware.service")
    assert wrong_ways("from hardware.board import Lights", "firmware_bridge.firmware.service")
    assert wrong_ways("import utime", "firmware_bridge.firmware.service")
    assert wrong_ways("import utime", "firmware_bridge.emulated.modules.time") == []


def test_the_engine_is_pure() -> None:
    complaints = [
        complaint
        for name, path in MODULES.items()
        if name.split(".")[0] == "engine"
        for complaint in impurities(path.read_text("utf-8"), name)
    ]
    assert complaints == []


def test_a_power_that_names_another_is_noticed() -> None:
    assert named_powers('REASON = "athena.no_climb"', "athena") == set()
    assert named_powers('REASON = "athena.no_climb"', "pan") == {"athena"}
    assert named_powers("class PanAndHermes: ...", "pan") == {"hermes"}
    assert named_powers('"""As Triton does."""', "pan") == {"triton"}
    assert named_powers("expansion = company", "circe") == set()


def power_files() -> dict[str, Path]:
    return {path.stem: path for path in files("engine/powers/*.py") if path.stem not in NOT_A_POWER}


def test_no_power_names_another() -> None:
    found = power_files()
    assert {name: names for name, path in found.items() if (names := named_powers(path.read_text("utf-8"), name))} == {}


class WithoutProse(ast.NodeTransformer):
    """Keeps of the strings only names and keys; prose may explain a rule with the power that needs it."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        prose = isinstance(node.value, str) and not re.fullmatch(r"[\w.]+", node.value)
        return ast.Constant("") if prose else node


def words_of_code(source: str) -> set[str]:
    return words(ast.unparse(WithoutProse().visit(ast.parse(source))))


def test_the_rules_know_no_power_by_name() -> None:
    """Only the register and the table of printed facts list powers; whatever else the engine does, it does for all."""
    assert words_of_code('"""As Triton does."""\nif power == "pan": reason("hermes.far")') & POWERS == {"pan", "hermes"}
    lists = {"engine.powers", "engine.casting.catalogue"}
    found = {
        name: named
        for name, path in MODULES.items()
        if name.split(".")[0] == "engine" and name not in lists and path.parent.name != "powers"
        if (named := words_of_code(path.read_text("utf-8")) & POWERS)
    }
    assert found == {}


def test_each_power_has_a_file() -> None:
    assert set(power_files()) == POWERS


# What reads JSON as a type, and what looks for the part of a value that does not fit, after the whole was read.
READS_TYPES = {"common.json_reader", "table.typed_json"}


def unsafe_readings(name: str, source: str) -> list[str]:
    """Where a type is read by msgspec itself, and where a reader is made after its module was imported."""
    if not re.search(r"msgspec|msgpack|json|JsonReader", source):  # most modules, and walking through them takes long
        return []
    tree = ast.parse(source)
    later = {
        inner
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(outer)
    }
    found = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        what = ast.unparse(call.func)
        reads = what.endswith(("msgspec.convert", "json.Decoder", "msgpack.Decoder")) or (
            what.endswith("json.decode") and (len(call.args) > 1 or any(word.arg == "type" for word in call.keywords))
        )
        if (reads and name not in READS_TYPES) or (call in later and what.startswith("JsonReader")):
            found.append(f"{name}:{call.lineno} {what}")
    return found


@pytest.mark.parametrize(
    "source",
    [
        "def read(body): return msgspec.convert(body, Form)",
        "def read(body): return msgspec.json.decode(body, type=Form)",
        "from msgspec import json\nreader = json.Decoder(Form)",
        "def read(body): return JsonReader[Form](Form).decode(body)",
    ],
)
def test_an_unsafe_reading_is_found(source: str) -> None:
    assert unsafe_readings("web_ui.planted", source)


def test_types_are_ready_before_a_second_thread_reads_them() -> None:
    """msgspec prepares a type at its first reading; two threads that read it first ended the process."""
    found = [line for name, path in MODULES.items() for line in unsafe_readings(name, path.read_text("utf-8"))]
    assert found == []


def test_files_of_sqlite_are_opened_in_one_way() -> None:
    """Damage is told from a fault of the machine there, and there alone."""
    found = [name for name, path in MODULES.items() if "sqlite3.connect" in path.read_text("utf-8")]
    assert found == ["common.sqlite_file"]


def test_modules_stay_short() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_text("utf-8").splitlines()) for path in files("*.py")}
    most = {path: LONGEST_TEST if path.parts[0] == "tests" else LONGEST_MODULE for path in lengths}
    assert {str(path): length for path, length in lengths.items() if length > most[path]} == {}


def slices(sources: dict[str, str]) -> list[str]:
    """Modules that one neighbour in their own folder uses alone, and that do not say why they are apart from it."""
    users: dict[str, set[str]] = {name: set() for name in sources}
    for name, source in sources.items():
        for target in imports(source, name):
            used = next((each for each in (target, target.rpartition(".")[0]) if each in users), name)
            users[used] |= {name} - {used}
    return [
        name
        for name, by in users.items()
        if len(by) == 1
        and name.rpartition(".")[0] == next(iter(by)).rpartition(".")[0]
        and "apart" not in words(ast.get_docstring(ast.parse(sources[name])) or "")
    ]


def test_a_slice_is_noticed() -> None:
    served = "from table.piece import part"
    assert slices({"table.piece": '"""A part."""', "table.whole": served}) == ["table.piece"]
    assert (
        slices({"table.piece": '"""A part, apart from it since another wire has it."""', "table.whole": served}) == []
    )
    assert slices({"table.piece": '"""A part."""', "table.whole": served, "table.other": served}) == []
    assert slices({"table.piece": '"""A part."""', "web_ui.whole": served}) == []


def test_a_module_with_one_user_beside_it_says_why_it_is_apart() -> None:
    """Else it joins what it serves. Powers are cards, the command line and the page are lists of commands and of
    pages, and a Pico has files of its own."""
    cards = ("engine.powers", "firmware_bridge.firmware", "firmware_bridge.emulated", "thera.commands")
    listed = re.compile(r"_(pages|command)$|\.__main__$")
    found = slices({name: path.read_text("utf-8") for name, path in MODULES.items()})
    assert [name for name in found if not within(name, cards) and not listed.search(name)] == []


def test_every_module_says_what_it_is() -> None:
    silent = [name for name, path in MODULES.items() if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []


def strange_places(text: str) -> list[str]:
    """Paths of this machine and addresses of package registries."""
    machine = "|".join(re.escape(str(path)) for path in (ROOT, Path.home(), ROOT.parent) if path != Path("/"))
    # Put together from halves, so that this file does not complain of itself.
    registries = "|".join(("py" + r"pi\.(org|python\.org)", "python" + r"hosted\.org", "registry" + r"\.npmjs"))
    options = r"index" + "-url|find" + "-links +[a-z/]"
    pattern = rf"(^|[^A-Za-z0-9_.])({machine}|/home/[a-z]+)/|{registries}|^--({options})"
    return [found.group() for found in re.finditer(pattern, text, re.MULTILINE)]


def test_a_strange_place_is_noticed() -> None:
    assert strange_places(f"data = {ROOT}/data")
    assert strange_places(f"--extra-{'index'}-url=somewhere") == []
    assert strange_places(f"--{'index'}-url somewhere")
    assert strange_places("https://files.python" + "hosted.org/flask.whl")
    assert strange_places("see docs/play.md and /var/lib/thera/") == []


def test_no_file_knows_this_machine_or_a_registry() -> None:
    found = {}
    for path in files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a recording
        if places := strange_places(text):
            found[str(path.relative_to(ROOT))] = places
    assert found == {}


def outside_addresses(text: str) -> list[str]:
    """Addresses outside the table's own page. The name of the SVG namespace looks like one and is never fetched."""
    return re.findall(r"""(?:https?:|wss?:|(?<=["'(=\s]))//(?!www\.w3\.org/2000/svg)[A-Za-z0-9][^\s"')]+""", text)


def test_an_outside_address_is_noticed() -> None:
    assert outside_addresses('<script src="https://cdn.example/x.js">') == ["https://cdn.example/x.js"]
    assert outside_addresses('<link href="//fonts.example/y.css">') == ["//fonts.example/y.css"]
    assert outside_addresses('<svg xmlns="http://www.w3.org/2000/svg">') == []
    assert outside_addresses("let a = 1; // a remark") == []


def test_the_page_needs_nothing_from_outside() -> None:
    assets = files("web_ui/*.html", "web_ui/*.css", "web_ui/*.js", "web_ui/*.svg", "web_ui/*.json")
    assert assets
    found = {str(path.relative_to(ROOT)): outside_addresses(path.read_text("utf-8")) for path in assets}
    assert {name: addresses for name, addresses in found.items() if addresses} == {}


def uneven_sums(source: str) -> list[str]:
    """Sums that may come out otherwise on another Python: the built-in ones, unless they count what is so."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    built_in = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "sum"]
    return [ast.unparse(call) for call in built_in if not isinstance(getattr(call.args[0], "elt", None), ast.Compare)]


def test_an_uneven_sum_is_noticed() -> None:
    assert uneven_sums("far = sum(each.far for each in found)") == ["sum((each.far for each in found))"]
    assert uneven_sums("here = sum(each.square == square for each in found)") == []


def test_a_reading_is_understood_the_same_on_every_python() -> None:
    readers = files("perception/*.py", "hardware/virtual/*.py", "hardware/geometry.py", "hardware/field_model.py")
    readers = [path for path in readers if "calibration" not in path.parts]  # that is done once, at one table
    assert len(readers) > 40
    found = {str(path.relative_to(ROOT)): uneven_sums(path.read_text("utf-8")) for path in readers}
    assert {name: sums for name, sums in found.items() if sums} == {}


@pytest.mark.parametrize("lock", ["requirements-pi.txt", "requirements-dev.txt"])
def test_every_lock_has_what_the_table_needs_in_the_same_version(lock: str) -> None:
    def locked(name: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9-]+==[^ ]+", (ROOT / name).read_text("utf-8"), re.MULTILINE))

    assert locked("requirements.txt") - locked(lock) == set()


@pytest.mark.parametrize("lock", [f"requirements{part}.txt" for part in ("", "-pi", "-dev", "-printed-parts", "-docs")])
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8").replace("\\\n", " ")
    packages = [line for line in text.splitlines() if re.match(r"[a-z]", line)]
    assert packages
    pinned = re.compile(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}")
    assert [line for line in packages if not pinned.match(line)] == []
