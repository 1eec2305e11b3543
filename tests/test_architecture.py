"""The house keeps its shape: who may import whom, what the engine may touch, what a power may know, and the like.

Each rule is a function from sources to complaints. It is shown to catch a planted fault first, and is then held
against the project.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.casting.catalogue import CARDS
from tests.house import ROOMS, ROOT, files

# What puts the parts together may import every room; nothing imports it but itself. What runs before anything is
# installed, and what runs as root, sees nothing else of the project.
COMPOSITION_ROOT = "thera"
WITHOUT_THE_REST = (
    *("thera.install", "thera.network", "thera.service.systemd_interface"),
    *("thera.command_parser", "thera.exit_codes", "common.shortening"),
)

# What each room may import of the others. A name stands for itself and for all below it.
MAY_IMPORT = {
    "broker": ("common.threads",),
    "common": (),
    "engine": (),
    "hardware": ("common",),
    "opponent": ("engine",),
    "perception": (
        "common",
        "engine.squares",
        "hardware.board",
        "hardware.field_model",
        "hardware.geometry",
    ),
    "calibration": (
        "common",
        "engine.squares",
        "hardware.board",
        "hardware.calibration",
        "hardware.field_model",
        "hardware.geometry",
        "hardware.hand_actions",
        "hardware.virtual_hands",
        "hardware.wiring",
        "perception",
    ),
    "table": (
        "calibration",
        "common",
        "engine",
        "opponent",
        "hardware.board",
        "hardware.board_backends",
        "hardware.field_model",
        "hardware.geometry",
        "hardware.trace",
        "hardware.hand_actions",
        "hardware.virtual_hands",
        "perception",
    ),
    "simulator": (
        "common",
        "engine",
        "hardware.board",
        "hardware.field_model",
        "hardware.geometry",
        "hardware.hand_actions",
        "hardware.virtual_hands",
        "opponent.levels",
        "opponent.process",
        "perception",
        "table",
    ),
    "web_ui": (
        "broker.broker_status",
        "calibration",
        "common",
        "engine",
        "hardware.hand_actions",
        "hardware.virtual_hands",
        "opponent.levels",
        "opponent.puzzles",
        "table",
    ),
    "apart": ("common", "engine", "table.draft_record", "table.event_form", "table.setup_form", "table.typed_json"),
    "club": ("apart.pairing_code", "broker", "common", "engine", "home_automation", "table", "web_ui"),
    "firmware_bridge": ("common", "hardware"),
    "home_automation": ("broker", "engine.seats", "hardware.board", "table.session"),
    "systemd": (),
    "thera": (),
}

# The packages from outside that each room may import; whatever is here is a dependency in pyproject.toml.
GUESTS = {
    "apart": {"msgspec"},
    "broker": {"paho"},
    "club": {"flask", "msgspec", "werkzeug"},
    "hardware": {"msgspec"},
    "table": {"msgspec"},
    "web_ui": {"flask", "msgspec", "segno", "waitress", "werkzeug"},
    "firmware_bridge": {"serial"},
    "thera": {"segno", "shtab"},
}
# The modules that may import more than their room: the table of fields is computed where the project is built, from a
# magnetics library that no table needs; pins are reached by libraries that are there on a Pi only; what is secret is
# left to libsodium in one place.
GUESTS_OF_ONE = {
    "apart.ciphers": {"nacl"},
    "hardware.virtual.make_field_table": {"magpylib", "numpy"},
    "hardware.gpio.opening": {"gpiozero", "spidev"},
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

LONGEST_MODULE = 450
LONGEST_TEST = 500


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for room in ROOMS for path in files(f"{room}/*.py")}


def imports(source: str, module: str, *, package: bool = False) -> Iterator[str]:
    """Every module or member that a source imports, in full, wherever the import stands."""
    home = module.split(".") if package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(level=0, module=str(target)):
                yield from (f"{target}.{alias.name}" for alias in node.names)
            case ast.ImportFrom():
                base = [*home[: len(home) - node.level + 1], *filter(None, [node.module])]
                yield from (".".join([*base, alias.name]) for alias in node.names)
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


def may_import(module: str) -> tuple[str, ...]:
    """What a module may import of the project."""
    if within(module, WITHOUT_THE_REST):
        return WITHOUT_THE_REST
    room = module.split(".", maxsplit=1)[0]
    return ROOMS if room == COMPOSITION_ROOT else (room, *MAY_IMPORT[room])


def wrong_ways(source: str, module: str, *, package: bool = False) -> list[str]:
    """Imports that go against the direction of the house, or bring a guest into the wrong room."""
    if module.startswith((ON_THE_BOARD, UNDER_THE_BOARD)):
        return strangers(source, module)
    room = module.split(".", maxsplit=1)[0]
    found = []
    for name in imports(source, module, package=package):
        top = name.split(".")[0]
        if top in sys.stdlib_module_names:
            continue
        if top in ROOMS:
            if not within(name, may_import(module)):
                found.append(f"{module} imports {name}")
        elif top not in GUESTS.get(room, set()) | GUESTS_OF_ONE.get(module, set()):
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
    assert wrong_ways("def f():\n    import gpiozero", "hardware.gpio.pin_device")
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


def test_modules_stay_short() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_text("utf-8").splitlines()) for path in files("*.py")}
    most = {path: LONGEST_TEST if path.parts[0] == "tests" else LONGEST_MODULE for path in lengths}
    assert {str(path): length for path, length in lengths.items() if length > most[path]} == {}


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
