"""Which reasons the rules can give in a game, read from the source of the engine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from engine.power import Power
from engine.powers import POWERS
from engine.ram import Ram
from tests.house import ROOT

ELSEWHERE = frozenset({"correct", "draft", "line", "log", "position", "undo"})
"""Topics of what is said of a choice of powers, a correction, or a position that is entered or pasted: of no act."""

_KEY = re.compile(r"[a-z_]+\.[a-z_]+|no_legal_finish\w*|game_over")
_GUARDS = ("in_the_way", "occupied")
"""The functions that make reasons of an act: ``move.domed``, ``build.occupied``."""


def keys_in_source() -> set[str]:
    """The key of every reason about an act, a loss or a win."""
    found: set[str] = set()
    patterns: set[str] = set()
    acts: dict[str, set[str]] = {name: set() for name in _GUARDS}
    risers: dict[str, set[str]] = {}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        found |= {text for text in _constants(tree) if _KEY.fullmatch(text)}
        patterns |= set(_patterns(tree))
        for name, act in _acts(tree):
            acts[name].add(act)
        for limit in _limits(tree):
            risers.setdefault(limit, set()).add(path.stem)
    powers: list[type[Power]] = [*(type(power) for power in POWERS), Ram]
    made: dict[str, set[str]] = {
        "*.domed": acts["in_the_way"],
        "*.occupied": acts["in_the_way"] | acts["occupied"],
        "*.obstructs": {str(power.name) for power in powers if power.obstructs is not Power.obstructs},
        "*.denies_win": {str(power.name) for power in powers if power.denies_win is not Power.denies_win},
        "*.level": risers["LEVEL"],
        "*.no_climb": risers["NOT_UP"],
        "*_by": {key for key in found if key.startswith("stuck.")},
    }
    assert patterns == made.keys(), "a key that is put together in a way that nobody knows here"
    found |= {pattern.replace("*", name) for pattern, names in made.items() for name in names}
    return {key for key in found if key.partition(".")[0] not in ELSEWHERE}


def _constants(tree: ast.AST) -> Iterator[str]:
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def _patterns(tree: ast.AST) -> Iterator[str]:
    """Keys that are put together, as ``*.domed``."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) != "Reason.of":
            continue
        if isinstance(node.args[0], ast.JoinedStr):
            yield "".join(
                part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "*"
                for part in node.args[0].values
            )


def _acts(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """For each call of a guard, its act."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _GUARDS:
            last = node.args[-1]
            if isinstance(last, ast.Constant) and isinstance(last.value, str):
                yield node.func.id, last.value


def _limits(tree: ast.AST) -> Iterator[str]:
    """The limits of moves that steps are made with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "rise" and ast.unparse(node.value).startswith("Rise."):
            yield ast.unparse(node.value).removeprefix("Rise.")
