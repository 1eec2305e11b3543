"""What a text may say and how, as ``docs/translating.md`` states it: the words of each language's rulebook, its
punctuation, and names that are put in without a change."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from tests.house import ROOT
from web_ui.languages import PARTS, offered

LANGUAGES = ("en", "nl", "fr", "pl")
"""As the columns of the list of words."""
NAMES = "seat|seats|name|holder|causes|player|loser|winner|winners|power|powers|other"
"""What stands in braces for a name that nobody knows yet."""
ELIDED = r"\b(?:de|que|le|la|je|me|te|se|ne|lorsque|puisque)"
"""French words whose form depends on the letter after them."""


@cache
def texts(language: str) -> dict[str, str]:
    folder = ROOT / "web_ui" / "translations" / language
    return {
        key: text for part in PARTS for key, text in json.loads((folder / f"{part}.json").read_text("utf-8")).items()
    }


def words() -> list[tuple[str, ...]]:
    """The rows of the list of words: the term in each of the languages."""
    page = (ROOT / "docs" / "translating.md").read_text("utf-8")
    rows = re.findall(r"^\| (.*) \|$", page[page.index("\n## Words") :], re.MULTILINE)
    return [tuple(cell.strip() for cell in row.split("|"))[: len(LANGUAGES)] for row in rows[2:] if "---" not in row]


def inflected(term: str) -> re.Pattern[str]:
    """The term with other endings: each of its words without its last two letters, which inflection may change."""
    stems = [word if len(word) < 5 else word[:-2] for word in re.findall(r"[\w-]+", term)]
    return re.compile(r"(?<!\w)" + r"\w*[\s']+".join(map(re.escape, stems)), re.IGNORECASE)


def offenders(language: str, pattern: str) -> dict[str, str]:
    return {key: text for key, text in texts(language).items() if re.search(pattern, text)}


def test_every_language_has_a_column_in_the_list_of_words() -> None:
    assert set(LANGUAGES) == set(offered())
    assert len(words()) > 60


@pytest.mark.parametrize("row", words(), ids=lambda row: row[0])
def test_a_term_of_the_list_is_the_one_that_the_page_uses(row: tuple[str, ...]) -> None:
    assert {
        language: term
        for language, term in zip(LANGUAGES, row, strict=True)
        if not any(inflected(term).search(text) for text in texts(language).values())
    } == {}


def test_a_term_is_found_in_its_other_forms_and_only_there() -> None:
    assert inflected("ukończona wieża").search("pięć ukończonych wież")
    assert inflected("s'asseoir").search("Vous pouvez vous y asseoir, ou s'asseoir ici.")
    assert not inflected("avoisinant").search("une case voisine")


@pytest.mark.parametrize(
    ("language", "other"),
    [
        ("nl", r"(?i)\b(?:werkers?|bouwers?)\b"),
        ("fr", r"(?i)\b(?:travailleur|bâtisseur)s?\b"),
        ("pl", r"(?i)\brobotni"),
    ],
)
def test_a_worker_has_one_name_in_each_language(language: str, other: str) -> None:
    assert offenders(language, other) == {}


MARKS = r"\*\*|`[^`]+`|\{[A-Z0-9-]+\}|\[[A-Z0-9][A-Z0-9, ]*|\b[a-e][1-5]\b"
"""What the judge's book writes in the same way in all languages: bold words, names of settings, numbers of other
sections, what a ruling rests on, squares."""


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_ruling_leads_to_and_rests_on_the_same_in_each_language(language: str) -> None:
    folder = ROOT / "web_ui" / "translations"
    english, translated = (
        {key: sorted(re.findall(MARKS, text)) for key, text in json.loads(path.read_text("utf-8")).items()}
        for path in (folder / "en" / "rulings.json", folder / language / "rulings.json")
    )
    assert {key: marks for key, marks in translated.items() if marks != english[key]} == {}


def test_french_has_a_no_break_space_before_its_tall_signs() -> None:
    assert offenders("fr", r"(?<!\xa0)[:;!?»%](?!\w)|«(?!\xa0)|\u2019") == {}


def test_french_has_no_word_before_a_name_that_changes_with_its_first_letter() -> None:
    assert offenders("fr", rf"(?i){ELIDED} \{{(?:{NAMES})\}}") == {}


def test_polish_does_not_guess_whether_a_player_is_a_man_or_a_woman() -> None:
    assert offenders("pl", rf"(?<!gracza )\{{(?:{NAMES})\}} \w+(?:ł|ła)\b") == {}


def test_quotation_marks_are_those_of_the_language() -> None:
    wrong = {"en": "[„«»]", "nl": "[„«»]", "fr": "[„“”]", "pl": "[«»“]"}
    assert {language: offenders(language, marks) for language, marks in wrong.items()} == {
        language: {} for language in wrong
    }


@pytest.mark.parametrize(
    ("language", "other"),
    [("nl", r"\b[Uu]w?\b"), ("fr", r"(?i)\b(?:tu|te|ton|ta|tes|toi)\b"), ("pl", r"\bPani(?:ą|e)?\b")],
)
def test_players_are_addressed_in_one_way(language: str, other: str) -> None:
    assert offenders(language, other) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ellipsis_is_one_sign_that_follows_its_word(language: str) -> None:
    assert offenders(language, r"\.\.\.|\s…") == {}


def test_english_is_british() -> None:
    american = r"(?i)\b(?:colors?|neighbor\w*|labors?|gr[ae]y(?<=gray)|centers?|honors?|favor\w*)\b"
    assert offenders("en", american) == {}
