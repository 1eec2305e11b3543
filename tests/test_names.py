"""A name means one thing: no two files or public classes of the product share one. Words are those of the glossary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from benchmarks.house_figures import (
    Module,
    import_floors,
    import_graph,
    modules_of,
    repeated_classes,
    repeated_files,
)
from tests.house import ROOT

PICO = "firmware_bridge.firmware."
"""What runs on a Pico is a program of its own. What its host side has as well is called the same on both sides."""

REPEATED_FILES = {
    "errors": "each of two packages has one module with its errors",
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


def name_words(name: str) -> set[str]:
    """The words of a name: ``SnakeAndCamel_case`` falls apart."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def unexplained(repeated: Mapping[str, Iterable[str]], reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """Names that repeat without a reason. One module on the Pico and one elsewhere may share a name."""
    return {
        name: list(places)
        for name, places in repeated.items()
        if name not in reasons and len([place for place in places if not place.startswith(PICO)]) != 1
    }


@cache
def product() -> tuple[Module, ...]:
    """The modules of the product, read once."""
    return tuple(modules_of(ROOT))


def named(*modules: tuple[str, str]) -> list[Module]:
    return [Module(name, source, package=False) for name, source in modules]


def test_a_repeated_name_is_noticed() -> None:
    planted = named(
        ("table.reading", "class Frame: ..."),
        ("hardware.reading", "class Frame: ...\nclass _Own: ..."),
        (f"{PICO}reading", "class Wire: ..."),
        ("hardware.wires", "class Wire: ..."),
        ("hardware.own", "class _Own: ..."),
    )
    assert unexplained(repeated_files(planted), {}) == {
        "reading": [f"{PICO}reading", "hardware.reading", "table.reading"]
    }
    assert unexplained(repeated_classes(planted), {}) == {"Frame": ["hardware.reading", "table.reading"]}
    assert unexplained(repeated_classes(planted), {"Frame": "of both"}) == {}


def test_file_names_are_unique() -> None:
    repeated = repeated_files(product())
    assert unexplained(repeated, REPEATED_FILES) == {}
    assert set(REPEATED_FILES) - set(repeated) == set(), "these no longer repeat and need no reason"


def test_names_of_test_files_are_unique() -> None:
    """Their folders are no packages: two files of one name cannot be imported in one run."""
    named = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert named["test_names.py"] == 1
    assert [name for name, count in named.items() if count > 1] == []


def test_public_class_names_are_unique() -> None:
    repeated = repeated_classes(product())
    assert unexplained(repeated, REPEATED_CLASSES) == {}
    assert set(REPEATED_CLASSES) - set(repeated) == set(), "these no longer repeat and need no reason"


def test_no_name_is_of_the_private_language() -> None:
    assert name_words("EveningState") & PRIVATE_WORDS == {"evening"}
    assert name_words("led_letters") & PRIVATE_WORDS == {"letters"}
    modules = product()
    names = {each for module in modules for each in (*module.name.split("."), *module.public_classes())}
    assert {name: words for name in names if (words := name_words(name) & PRIVATE_WORDS)} == {}


def test_floors_are_counted_from_the_longest_chain_of_imports() -> None:
    chain = named(("a.one", ""), ("a.two", "from a.one import x"), ("a.three", "import a.two\nfrom a import one"))
    assert import_floors(import_graph(chain)) == 3
    circle = named(("a.one", "import a.two"), ("a.two", "from a import one"), ("a.top", "from a.two import x"))
    assert import_floors(import_graph(circle)) == 2
    on_the_pico = named((f"{PICO}pins", ""), (f"{PICO}scan", "from pins import Pins"))
    assert import_floors(import_graph(on_the_pico)) == 2


def test_the_classes_of_the_glossary_exist() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]*) ?\|$", glossary, re.MULTILINE)
    assert len(rows) >= 60
    assert [row for row, count in Counter(word for word, _ in rows).items() if count > 1 and row != "Word"] == []
    named = {name for _, code in rows for name in re.findall(r"`(\w+)`", code)}
    known = {name for module in product() for name in module.public_classes()}
    assert len(named) >= 60
    assert named - known == set()
