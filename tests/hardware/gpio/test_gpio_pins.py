"""A contact that chatters counts as one press, and none is missed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.gpio.gpio_pins import SETTLE, Debounce

CHATTER = st.lists(st.floats(0.0001, SETTLE / 2), max_size=8)


def test_a_touch_that_is_too_short_is_no_press() -> None:
    contact = Debounce()
    contact.changed(1.0, closed=True)
    contact.changed(1.0 + SETTLE / 2, closed=False)
    assert contact.presses(2.0, closed=False) == 0


def test_a_press_counts_once_it_rests_and_not_again_while_it_is_held() -> None:
    contact = Debounce()
    contact.changed(0.0, closed=True)
    assert contact.presses(SETTLE / 2, closed=True) == 0
    assert contact.presses(SETTLE, closed=True) == 1
    assert contact.presses(9.0, closed=True) == 0


def test_a_press_that_went_unheard_is_seen_by_looking() -> None:
    contact = Debounce()
    assert contact.presses(0.0, closed=True) == 0
    assert contact.presses(SETTLE, closed=True) == 1


def test_a_button_that_is_held_while_the_board_starts_counts_when_it_has_rested() -> None:
    contact = Debounce()
    assert [contact.presses(now, closed=True) for now in (0.0, 0.02, 0.04)] == [0, 1, 0]


@given(st.lists(st.tuples(CHATTER, CHATTER), max_size=5), st.booleans())
def test_every_press_is_counted_once_however_it_chatters(
    presses: list[tuple[list[float], list[float]]],
    often: bool,  # noqa: FBT001 - given
) -> None:
    contact, now, found = Debounce(), 0.0, 0
    for closing, opening in presses:
        for chatter, ends in ((closing, True), (opening, False)):
            closed = not ends
            for pause in [*chatter, 0.0] if len(chatter) % 2 == 0 else [*chatter, 0.001, 0.0]:
                closed = not closed
                contact.changed(now, closed=closed)
                now += pause
                if often:
                    found += contact.presses(now, closed=closed)
            assert closed is ends
            now += 2 * SETTLE
            if often:
                found += contact.presses(now, closed=closed)
    assert found + contact.presses(now, closed=False) == len(presses)
