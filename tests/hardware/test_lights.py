"""The lights never draw more than the budget of the supply, and a board that waits for its host shows it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import ALL_DARK, DARK, SQUARE_COUNT, Colour, Lights
from hardware.lights import current, limit, waiting_lights

channels = st.integers(0, 255)
colours = st.builds(Colour, channels, channels, channels)
all_lights = st.builds(Lights, st.tuples(*[colours] * SQUARE_COUNT))

WHITE = Lights((Colour(255, 255, 255),) * SQUARE_COUNT)


def test_dark_lights_still_draw_one_milliamp_each() -> None:
    assert current(ALL_DARK) == 25.0


def test_a_hint_of_eight_squares_draws_57_milliamps() -> None:
    hint = Lights((Colour(0, 64, 0),) * 8 + (DARK,) * 17)
    assert current(hint) == 57.0


def test_full_white_lies_within_the_measured_range() -> None:
    assert 840 <= current(WHITE) <= 1310


@given(all_lights, st.floats(25, 2000))
def test_no_lights_exceed_the_budget(lights: Lights, budget: float) -> None:
    assert current(limit(lights, budget)) <= budget


@given(all_lights)
def test_lights_within_the_budget_are_left_alone(lights: Lights) -> None:
    assert limit(lights, current(lights)) == lights


def test_dimming_keeps_the_picture() -> None:
    picture = Lights((Colour(255, 128, 0), Colour(255, 255, 255), *(Colour(200, 200, 200),) * 23))
    dimmed = limit(picture, 500)
    assert current(dimmed) > 480  # no more is taken away than needed
    for before, after in zip(picture.colours, dimmed.colours, strict=True):
        assert after.red / 255 == pytest.approx(before.red / 255 * dimmed.colours[1].red / 255, abs=2 / 255)
    assert dimmed.colours[0].blue == 0


def test_a_budget_below_dark_lights_is_refused() -> None:
    with pytest.raises(ValueError, match="dark lights"):
        limit(ALL_DARK, 24)


@pytest.mark.parametrize("channel", [-1, 256])
def test_an_impossible_colour_is_refused(channel: int) -> None:
    with pytest.raises(ValueError, match="0 to 255"):
        limit(Lights((Colour(channel, 0, 0), *(DARK,) * 24)), 800)


moments = st.integers(0, 100_000)


@given(moments)
def test_the_waiting_light_is_dim(ms: int) -> None:
    assert current(waiting_lights(ms)) < 30


@given(moments)
def test_the_waiting_light_walks_on_every_quarter_of_a_second_and_comes_round_in_two(ms: int) -> None:
    assert waiting_lights(ms) != waiting_lights(ms + 250)
    assert waiting_lights(ms) == waiting_lights(ms + 2000)


@given(moments)
def test_a_board_of_four_by_four_squares_shows_the_whole_waiting_light(ms: int) -> None:
    lit = [square for square, colour in enumerate(waiting_lights(ms).colours) if colour.blue]
    assert len(lit) == 3
    assert all(max(square % 5, square // 5) < 4 for square in lit)
