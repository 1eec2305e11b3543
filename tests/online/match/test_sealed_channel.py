"""A channel opens what the other end sealed, once, in any order, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from online.match.ciphers import UnopenedError, public_exchange_key, public_signing_key, shared_secret
from online.match.sealed_channel import (
    HIGHEST_COUNTER,
    LONGEST_TEXT,
    AgreedSecret,
    HeardCounters,
    RepeatedError,
    SealedChannel,
    first_counter,
)

HERE, FAR, STRANGER = (bytes([number]) * 32 for number in (1, 2, 3))
NONCE = bytes(24)


def ends(*, deciding_seed: bytes = HERE) -> tuple[SealedChannel, SealedChannel]:
    """The deciding end of a channel and the other one."""
    here = AgreedSecret.between(HERE, public_exchange_key(FAR), b"code", b"said", b"answer")
    far = AgreedSecret.between(FAR, public_exchange_key(HERE), b"code", b"said", b"answer")
    assert here == far
    to_far = here.channel(1, "far", public_signing_key(FAR).hex(), deciding=True)
    to_here = far.channel(0, "here", public_signing_key(HERE).hex(), deciding=False)
    assert to_far.words == to_here.words
    heard = HeardCounters()
    return SealedChannel(to_far, deciding_seed, 1, heard), SealedChannel(to_here, FAR, 1, heard)


@given(st.binary(max_size=LONGEST_TEXT), st.binary(min_size=24, max_size=24))
def test_what_one_end_seals_the_other_one_opens(text: bytes, nonce: bytes) -> None:
    here, far = ends()
    here, data = here.sealed(text, nonce)
    assert len(data) in {1024, 4096, 16384}
    far, opened = far.opened(data)
    assert opened == text
    with pytest.raises(RepeatedError):
        far.opened(data)


def test_a_longer_text_is_refused() -> None:
    here, _ = ends()
    with pytest.raises(ValueError, match="bytes at most"):
        here.sealed(bytes(LONGEST_TEXT + 1), NONCE)


def test_a_message_does_not_open_at_the_end_that_sent_it() -> None:
    here, _ = ends()
    here, data = here.sealed(b"text", NONCE)
    with pytest.raises(UnopenedError):
        here.opened(data)


def test_who_has_the_keys_of_a_channel_and_not_the_signing_key_is_not_believed() -> None:
    thief, far = ends(deciding_seed=STRANGER)
    _, data = thief.sealed(b"text", NONCE)
    with pytest.raises(UnopenedError, match="not signed"):
        far.opened(data)


def test_a_channel_of_another_code_or_other_words_before_it_does_not_open() -> None:
    here, far = ends()
    _, data = here.sealed(b"text", NONCE)
    public = public_exchange_key(HERE)
    for other in (
        AgreedSecret.between(FAR, public, b"code", b"said something", b"answer"),
        AgreedSecret.between(FAR, public, b"another code", b"said", b"answer"),
        AgreedSecret.between(FAR, public, b"code", b"said", b"answe"),
    ):
        keys = other.channel(0, "here", far.keys.key, deciding=False)
        with pytest.raises(UnopenedError):
            replace(far, keys=keys).opened(data)


def test_an_exchange_key_that_would_give_a_secret_known_to_all_is_refused() -> None:
    with pytest.raises(UnopenedError):
        shared_secret(HERE, bytes(32))


@given(st.lists(st.integers(1, 3_000), max_size=200))
def test_a_counter_is_taken_once_and_only_if_it_is_not_too_late(counters: list[int]) -> None:
    heard, taken = HeardCounters(), set[int]()
    for counter in counters:
        fresh = counter not in taken and counter > max(taken, default=0) - 1_024
        try:
            heard = heard.with_counter(counter)
        except RepeatedError:
            assert not fresh
        else:
            assert fresh
            taken.add(counter)


def test_a_counter_that_could_not_be_stored_is_refused() -> None:
    here, far = ends()
    _, data = replace(here, counter=HIGHEST_COUNTER + 1).sealed(b"text", NONCE)
    with pytest.raises(UnopenedError, match="a counter is"):
        far.opened(data)


def test_after_a_restart_nothing_up_to_the_stored_counter_is_taken() -> None:
    heard = HeardCounters.up_to(5_000)
    for counter in (5_000, 4_999, 3_977, 1):
        with pytest.raises(RepeatedError):
            heard.with_counter(counter)
    assert heard.with_counter(5_001).highest == 5_001


def test_counters_go_on_above_what_was_reserved_and_above_the_clock() -> None:
    assert first_counter(0, 0) == 1
    assert first_counter(5_000, 0) == 5_000
    assert first_counter(5_000, 1_000_000) > 10**12
    assert first_counter(2**60, 1_000_000) == 2**60


def test_a_message_of_years_ago_is_refused_at_once() -> None:
    with pytest.raises(RepeatedError):
        HeardCounters(HIGHEST_COUNTER, 1).with_counter(1)
