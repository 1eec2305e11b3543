"""Every language is whole: the same parts, keys and arguments as English, nothing left empty, and buttons that stay
short. A language that lacks a key is hidden without a word, so it is here that somebody hears of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.house import ROOT
from web_ui.languages import PARTS, REFERENCE, offered

TRANSLATIONS = ROOT / "web_ui" / "translations"
OTHERS = sorted(folder.name for folder in TRANSLATIONS.iterdir() if folder.is_dir() and folder.name != REFERENCE)
LONGER, SHORT = 1.6, 24
"""A button's text is at most this many times as long as in English, or has at most this many characters."""

Entries = list[tuple[str, str]]


def entries(language: str, part: str) -> Entries:
    """Keys and texts in the file's order; a key that stands there twice is there twice."""
    text = (TRANSLATIONS / language / f"{part}.json").read_text("utf-8")
    found: Entries = json.loads(text, object_pairs_hook=list)
    return found


def texts(language: str) -> dict[str, str]:
    return {key: text for part in PARTS for key, text in entries(language, part)}


def arguments(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


BUTTON = re.compile(
    r"""\b(?:button\(|el\(\s*"button",\s*\{[^{}]*\},[^\n]*?)\s*"""  # button(… or el("button", {…}, …
    r"""(?:\w+ \? )?\bsay\(((?:[^()"`]|"[^"]*"|`[^`]*`|\([^()]*\))*)"""  # say("key", …, say(`key.${more}`, …
)


def of_buttons() -> set[str]:
    """The keys whose texts stand on buttons, as far as the scripts say so where they make them, and what a step is
    ended with (``doneText``)."""
    every = texts(REFERENCE)
    found = {key for key in every if re.fullmatch(r"done(\..*)?", key)}
    for script in (ROOT / "web_ui" / "static" / "js").rglob("*.js"):
        for said in BUTTON.findall(script.read_text("utf-8")):
            for plain, made in re.findall(r"\"([a-z_.]+)\"|`([^`]+)`", said):
                pattern = re.escape(plain) or re.sub(r"\\\$\\\{.*?\\\}", r"[a-z_]+", re.escape(made))
                found |= {key for key in every if re.fullmatch(pattern, key)}
    return found


def room(text: str) -> int:
    """Characters without what is put in."""
    return len(re.sub(r"\{\w+\}", "", text))


def test_english_dutch_french_and_polish_are_offered() -> None:
    assert offered() == ("en", "fr", "nl", "pl")


@pytest.mark.parametrize("language", [REFERENCE, *OTHERS])
def test_a_language_has_the_parts_that_the_page_asks_for(language: str) -> None:
    files: list[Path] = sorted((TRANSLATIONS / language).iterdir())
    assert [file.name for file in files] == sorted(f"{part}.json" for part in PARTS)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_keys_of_english_in_the_same_order(language: str, part: str) -> None:
    reference = [key for key, _ in entries(REFERENCE, part)]
    keys = [key for key, _ in entries(language, part)]
    assert [key for key in reference if key not in keys] == [], f"missing in {language}"
    assert [key for key in keys if key not in reference] == [], f"not in English, but in {language}"
    assert keys == reference


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_takes_the_arguments_that_it_takes_in_english(language: str) -> None:
    translated = texts(language)
    assert {
        key: translated[key]
        for key, text in texts(REFERENCE).items()
        if arguments(text) != arguments(translated.get(key, ""))
    } == {}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_empty_that_says_something_in_english(language: str) -> None:
    reference = texts(REFERENCE)
    assert [key for key, text in texts(language).items() if not text.strip() and reference[key].strip()] == []


@pytest.mark.parametrize("language", OTHERS)
def test_buttons_stay_short(language: str) -> None:
    reference, translated = texts(REFERENCE), texts(language)
    assert {
        key: translated[key]
        for key in of_buttons()
        if room(translated[key]) > max(LONGER * room(reference[key]), SHORT)
    } == {}


def test_the_buttons_were_found() -> None:
    """One of each way to make one."""
    assert {"offer.no", "over.again.same", "takeback.well", "offer.trust.yes", "typed.go", "done"} <= of_buttons()
