"""A name means one thing: no two files or public classes of the product share one. Words are those of the glossary."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import pytest

from hardware.board_file import BoardFile, describe
from table.settings.configuration import KEYS
from tests.house import ROOT, files, installed_modules

PICO = "firmware_bridge.firmware."
"""What runs on a Pico is a program of its own. What its host side has as well is called the same on both sides."""

REPEATED_FILES = {
    "errors": "each of two packages has one module with its errors",
    "limits": "each package that reads the board has one module with the numbers by which it decides",
}
REPEATED_CLASSES = {
    "Act": "an action carried out: as an effect of the rules, and as a command of a player",
    "PositionCorrected": "what the rules report, and what the journal stores of it",
}
"""Names that two modules share, each with the reason."""

PRIVATE_WORDS = {
    *("evening", "vestibule", "noticeboard", "letter", "letters", "shining", "workroom"),
    *("moment", "moments", "anew", "guest", "guests", "folk", "shelf", "keeper", "keeping", "teller"),
}
"""Metaphors that once named parts of the program. A reader would have to learn what each stands for."""


@dataclass(frozen=True, slots=True)
class Module:
    """A Python module: its dotted name, and the names of its public classes."""

    name: str
    classes: tuple[str, ...]

    @classmethod
    def of(cls, name: str, source: str) -> Module:
        nodes = ast.parse(source).body
        return cls(name, tuple(each.name for each in nodes if isinstance(each, ast.ClassDef) and each.name[0] != "_"))


def repeated(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names that occur more than once among pairs of a name and its place, with all their places."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, place in pairs:
        places[name].append(place)
    return {name: sorted(found) for name, found in sorted(places.items()) if len(found) > 1}


def repeated_files(modules: Iterable[Module]) -> dict[str, list[str]]:
    """File names that several modules have, with these modules; those of packages are all the same."""
    named = [(module.name.rpartition(".")[2], module.name) for module in modules]
    return repeated((file, name) for file, name in named if file not in {"__init__", "__main__"})


def repeated_classes(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Public class names that several modules have, with these modules."""
    return repeated((name, module.name) for module in modules for name in module.classes)


def name_words(name: str) -> set[str]:
    """The words of a name: ``SnakeAndCamel_case`` falls apart."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def unexplained(found: Mapping[str, Iterable[str]], reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """Names that repeat without a reason. One module on the Pico and one elsewhere may share a name."""
    return {
        name: list(places)
        for name, places in found.items()
        if name not in reasons and len([place for place in places if not place.startswith(PICO)]) != 1
    }


@cache
def product() -> tuple[Module, ...]:
    """The modules of the product, read once."""
    return tuple(
        Module.of(".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text("utf-8"))
        for path in installed_modules()
    )


def test_a_repeated_name_is_noticed() -> None:
    planted = [
        Module.of("table.reading", "class Frame: ..."),
        Module.of("hardware.reading", "class Frame: ...\nclass _Own: ..."),
        Module.of(f"{PICO}reading", "class Wire: ..."),
        Module.of("hardware.wires", "class Wire: ..."),
        Module.of("hardware.own", "class _Own: ..."),
    ]
    assert unexplained(repeated_files(planted), {}) == {
        "reading": [f"{PICO}reading", "hardware.reading", "table.reading"]
    }
    assert unexplained(repeated_classes(planted), {}) == {"Frame": ["hardware.reading", "table.reading"]}
    assert unexplained(repeated_classes(planted), {"Frame": "of both"}) == {}


def test_file_names_are_unique() -> None:
    found = repeated_files(product())
    assert unexplained(found, REPEATED_FILES) == {}
    assert set(REPEATED_FILES) - set(found) == set(), "these no longer repeat and need no reason"


def test_names_of_test_files_are_unique() -> None:
    """Their folders are no packages: two files of one name cannot be imported in one run."""
    named = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert named["test_names.py"] == 1
    assert [name for name, count in named.items() if count > 1] == []


def test_public_class_names_are_unique() -> None:
    found = repeated_classes(product())
    assert unexplained(found, REPEATED_CLASSES) == {}
    assert set(REPEATED_CLASSES) - set(found) == set(), "these no longer repeat and need no reason"


def test_no_name_is_of_the_private_language() -> None:
    assert name_words("EveningState") & PRIVATE_WORDS == {"evening"}
    assert name_words("led_letters") & PRIVATE_WORDS == {"letters"}
    modules = product()
    names = {each for module in modules for each in (*module.name.split("."), *module.classes)}
    assert {name: words for name in names if (words := name_words(name) & PRIVATE_WORDS)} == {}


def exported(script: str) -> set[str]:
    """The names that a script of the page offers to others."""
    return set(re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", script, re.MULTILINE))


def test_no_script_is_named_in_the_private_language() -> None:
    assert exported("export const momentDue = 1;\nexport async function keeping() {}\nconst own = 2;") == {
        "momentDue",
        "keeping",
    }
    scripts = files("web_ui/static/js/*.js")
    assert len(scripts) > 50
    names = {name for path in scripts for name in (path.stem, *exported(path.read_text("utf-8")))}
    assert {name: words for name in names if (words := name_words(name) & PRIVATE_WORDS)} == {}


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(KEYS, id="configuration"),
        pytest.param(re.findall(r"^#? ?(\w+) =", describe(BoardFile()), re.MULTILINE), id="board file"),
        pytest.param([path.stem for path in files("*.md", "docs/*.md")], id="documents"),
    ],
)
def test_nothing_that_people_type_or_open_is_named_in_the_private_language(names: Sequence[str]) -> None:
    assert names
    assert {name: words for name in names if (words := name_words(name) & PRIVATE_WORDS)} == {}


def test_the_classes_of_the_glossary_exist() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]*) ?\|$", glossary, re.MULTILINE)
    assert len(rows) >= 60
    assert [row for row, count in Counter(word for word, _ in rows).items() if count > 1 and row != "Word"] == []
    named = {name for _, code in rows for name in re.findall(r"`(\w+)`", code)}
    known = {name for module in product() for name in module.classes}
    assert len(named) >= 60
    assert named - known == set()
