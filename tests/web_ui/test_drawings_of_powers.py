"""What is drawn of the powers is data; the page draws all of them without knowing any by name."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from engine.power import Power
from engine.powers import POWERS
from engine.setup import PowerName
from tests.house import ROOT
from web_ui.languages import REFERENCE, catalogue

STATIC: Final = ROOT / "web_ui" / "static"
DRAWINGS: Final = json.loads((STATIC / "drawings.json").read_text("utf-8"))
NAMES: Final = {str(power.name) for power in POWERS}
COMMENT: Final = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)


def named_in(source: str) -> set[str]:
    """The powers that a script or a style names, apart from examples in comments."""
    return NAMES & set(re.findall(r"[a-z]+", COMMENT.sub("", source).lower()))


def test_a_power_that_is_named_is_noticed() -> None:
    assert named_in('// ---- #powers/pan opens it\nif (power === "europa") draw();\n.clio { fill: none }') == {
        "europa",
        "clio",
    }
    assert named_in("/** as in Limus */ const expansion = span;") == set()


def test_the_page_knows_no_power_by_name() -> None:
    files = [*STATIC.rglob("*.js"), *STATIC.rglob("*.css"), *(ROOT / "web_ui" / "templates").rglob("*.html")]
    assert len(files) > 50
    assert {str(file): named for file in files if (named := named_in(file.read_text("utf-8")))} == {}


def test_every_power_has_an_emblem_and_only_powers_and_the_ram_have_drawings() -> None:
    assert set(DRAWINGS["emblems"]) == NAMES | {"ram"}
    assert all(set(drawn) <= NAMES | {"ram"} for drawn in DRAWINGS.values())
    for kind, drawn in DRAWINGS.items():
        assert all(each["shows"] for each in drawn.values()), kind


def test_every_power_with_tokens_or_secret_squares_has_drawings_of_them() -> None:
    assert set(DRAWINGS["tokens"]) == {each.name for each in POWERS if type(each).tokens is not Power.tokens} | {"ram"}
    secret = {each.name for each in POWERS if each.secret_tokens}
    assert set(DRAWINGS["secrets"]) == secret
    assert {key for key in catalogue(REFERENCE) if key.startswith("square.secret.")} == {
        f"square.secret.{power}" for power in secret
    }


@pytest.mark.parametrize("power", sorted(DRAWINGS["winds"]))
def test_what_has_a_shaft_points_somewhere(power: str) -> None:
    source = (ROOT / "engine" / "powers" / f"{PowerName(power)}.py").read_text("utf-8")
    assert "direction: Direction" in source
