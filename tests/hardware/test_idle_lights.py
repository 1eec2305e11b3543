"""What a board shows while its host is away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.current import current
from hardware.idle_lights import waiting_lights

moments = st.integers(0, 100_000)


@given(moments)
def test_it_is_dim(ms: int) -> None:
    assert current(waiting_lights(ms)) < 30


@given(moments)
def test_it_walks_on_every_quarter_of_a_second_and_comes_round_in_two(ms: int) -> None:
    assert waiting_lights(ms) != waiting_lights(ms + 250)
    assert waiting_lights(ms) == waiting_lights(ms + 2000)


@given(moments)
def test_a_board_of_four_by_four_squares_shows_it_whole(ms: int) -> None:
    lit = [square for square, colour in enumerate(waiting_lights(ms).colours) if colour.blue]
    assert len(lit) == 3
    assert all(max(square % 5, square // 5) < 4 for square in lit)
