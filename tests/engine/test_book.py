"""The judge's book: what is generated is as the pages and the code have it, and every reason has its paragraph."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from engine import Reason
from engine.casting.catalogue import BANNED_PAIRS, CARDS
from engine.judging import REASONS, paragraph, paragraphs
from tests.engine.book_pages import GENERATED
from tests.engine.book_text import paragraph_numbers, plain, powers_in
from tests.engine.pair_pages import name, pairs
from tests.house import files
from web_ui.languages import catalogue


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_what_is_generated_is_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == GENERATED[path](), "run `make rulings`"


NO_REASON = ("log.", "dark.", "square.")
"""What texts of the page begin with that look like reasons and are none."""


def reason_keys() -> set[str]:
    """The keys of the reasons that the engine can give: its words that are texts of the page, and those that its
    formatted words can become."""
    texts = catalogue("en").keys()
    found: set[str] = set()
    for path in files("engine/*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason.of":
                found |= keys_of(node.args[0], texts)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
                found |= texts & {node.value, f"{node.value}_by"}
    return found


def keys_of(key: ast.expr, texts: Iterable[str]) -> set[str]:
    match key:
        case ast.Constant(value=str(word)):
            return {word}
        case ast.JoinedStr(values=parts):
            pattern = "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[a-z_]+" for p in parts)
            return {text for text in texts if re.fullmatch(pattern, text) and not text.startswith(NO_REASON)}
        case ast.IfExp(body=body, orelse=other):
            return keys_of(body, texts) | keys_of(other, texts)
        case _:
            return set()


def test_every_reason_that_the_engine_can_give_has_its_paragraph() -> None:
    keys = reason_keys()
    assert {"limus.barren", "move.domed", "no_legal_finish_by", "stuck.build_by", "hera.denies_win"} <= keys
    known = paragraph_numbers()
    assert {key: paragraph(key) for key in keys if paragraph(key) not in known} == {}


def test_every_entry_of_the_table_is_of_a_reason() -> None:
    begun = {key.partition(".")[0] for key in reason_keys()} | reason_keys()
    begun |= {key for key in catalogue("en") if key.startswith("log.")}
    assert set(REASONS) - begun - {str(card.power) for card in CARDS} == set()


def test_a_reason_that_names_powers_leads_to_their_rulings_too() -> None:
    assert paragraphs(Reason.of("move.too_high", square="c3")) == ("G1",)
    assert paragraphs(Reason.of("limus.barren", holder="orange")) == ("23",)
    assert paragraphs(Reason.of("no_legal_finish_by", causes="limus (orange),ram")) == ("G4", "23", "OPEN-34")
    assert paragraphs(Reason.of("win.forced", power="apollo")) == ("G16", "1")


def test_each_printed_ban_is_among_the_pairs_and_each_text_about_two_powers() -> None:
    found = {frozenset({one.power, other.power}) for one, other, _ in pairs()}
    assert found >= BANNED_PAIRS
    written = {frozenset(key.split(".")[1::2]) for key in catalogue("en", "powers") if ".against." in key}
    assert written <= found


def test_names_and_links_of_a_text_are_understood() -> None:
    assert powers_in("Athena's move; Harpies push Pan on. Panic.") == ["athena", "harpies", "pan"]
    linked = "see\n  [OPEN-24](open_questions.md#open-24-whirlpools), [G7](#g7-several) or [rules](../rules.md)"
    assert plain(linked) == "see {OPEN-24}, {G7} or rules"
    assert name("graeae") == "Graeae"
