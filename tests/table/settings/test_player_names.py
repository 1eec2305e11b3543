"""What is kept of names: all that can be seen, and nothing that moves or turns what stands beside them."""

from __future__ import annotations

import pytest

from table.settings.names import MOST_MARKS, clean_name, player_name


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Ann \U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        "\U0001f469\U0001f3fd\u200d\U0001f680 Mia",
        "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f1f3\U0001f1f1 Bo",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "1\ufe0f\u20e3",
        "\u05d3\u05d5\u05d3",
        "\u0646\u0627\u0632\u200c\u0646\u06cc\u0646",
        "Tr\u1ea7n",
        "\u0e19\u0e49\u0e33",
    ],
    ids=["umlaut", "family", "skin", "heart", "flag", "England", "keycap", "Hebrew", "Persian", "Vietnamese", "Thai"],
)
def test_names_of_all_kinds_are_kept_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("turning", ["\u202e", "\u202b", "\u2067", "\u2069", "\u200f", "\u061c"])
def test_what_turns_other_text_around_is_left_out(turning: str) -> None:
    assert clean_name(f"A{turning}nn") == "Ann"


@pytest.mark.parametrize("unseen", ["\u200b", "\ufeff", "\u200d", "\u00ad", "\U000e0041"])
def test_nobody_takes_the_name_of_another_with_letters_that_are_not_seen(unseen: str) -> None:
    assert clean_name(f"An{unseen}n") == "Ann"
    assert clean_name(unseen) is None
    assert player_name(unseen) is None


def test_no_more_marks_are_kept_on_a_letter_than_its_line_has_room_for() -> None:
    assert clean_name("Z" + "\u0335" * 12 + "o") == "Z" + "\u0335" * MOST_MARKS + "o"


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a\x00b", "a\ue000b", "\u0301"])
def test_what_cannot_be_shown_is_no_name(name: str) -> None:
    assert clean_name(name) is None


def test_a_clean_name_stays_as_it_is() -> None:
    for name in ("  Ann \u200b B ", "Zo\u0308e\u0301\u0301\u0301\u0301\u0301"):
        cleaned = clean_name(name)
        assert cleaned is not None
        assert clean_name(cleaned) == cleaned
