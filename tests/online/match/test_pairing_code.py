"""The nine words of a pairing code: said, typed, scanned, misheard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from online.match.pairing_code import PairingCode, PairingCodeError, read_pairing_code, words_of

SECRETS = st.binary(min_size=16, max_size=16)


@given(SECRETS)
def test_a_code_is_read_from_what_is_shown_and_from_what_is_scanned(secret: bytes) -> None:
    code = PairingCode(secret)
    assert read_pairing_code(" ".join(code.words)) == code
    assert read_pairing_code(f"  {'-'.join(code.words).title()}\n") == code
    assert read_pairing_code(code.scanned) == code
    assert code.scanned == code.scanned.upper()


def test_words_are_those_of_the_published_proposal() -> None:
    """127.0.0.1 and 63.84.220.193, from "A Proposal for Proquints"."""
    assert words_of(bytes((127, 0, 0, 1))) == ("lusab", "babad")
    assert words_of(bytes((63, 84, 220, 193))) == ("gutih", "tugad")


@given(SECRETS, st.integers(0, 7), st.integers(1, 0xFFFF))
def test_a_word_that_was_misheard_is_noticed(secret: bytes, place: int, change: int) -> None:
    code = PairingCode(secret)
    words = list(code.words)
    heard = int.from_bytes(secret[2 * place : 2 * place + 2], "big") ^ change
    (words[place],) = words_of(heard.to_bytes(2, "big"))
    try:
        found = read_pairing_code(" ".join(words))
    except PairingCodeError as error:
        assert "does not fit" in str(error)  # noqa: PT017 - one change of 65,536 goes unnoticed
    else:
        assert found != code


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has 9 words, not 0"),
        ("lusab babad", "has 9 words, not 2"),
        ("lusab babad " * 5, "has 9 words, not 10"),
        ("lusab babad lusab babad hello lusab babad lusab babad", "word 5, 'hello', is none"),
        ("lusab babad lusab babad lusa lusab babad lusab babad", "word 5, 'lusa', is none"),
        ("lusab babad lusab babad lusab lusab babad lusab babad", "does not fit the others"),
    ],
)
def test_what_is_no_code_is_refused_with_the_word(text: str, message: str) -> None:
    with pytest.raises(PairingCodeError, match=message):
        read_pairing_code(text)
