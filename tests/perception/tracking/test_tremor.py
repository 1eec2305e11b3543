"""A hand trembles, and what stands does not: how clearly a rest shows which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import pi, sin

import pytest

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from perception.arrangements import MagnetInHand
from perception.sensors.movement import RestRecord
from perception.tracking.hover_detector import still_between, stillness, would_show
from perception.tracking.limits import TOUCHES
from tests.perception.landings import GEOMETRY, LARGER

MODEL = FieldModel(GEOMETRY)
C3 = 12


def over_c3(blocks: int) -> MagnetInHand:
    """A magnet in a hand over c3, as high as if it stood on so many blocks."""
    return MagnetInHand(1, *MODEL.geometry.centre(C3), MODEL.geometry.foot_height(blocks))


@pytest.mark.parametrize(("geometry", "most"), [(GEOMETRY, 1), (LARGER, 2)], ids=["12x5", "15x5"])
def test_a_tremor_shows_up_to_one_block_and_by_larger_magnets_up_to_two(geometry: Geometry, most: int) -> None:
    shown = [blocks for blocks in (1, 2, 3) if would_show(FieldModel(geometry), over_c3(blocks))]
    assert shown == list(range(1, most + 1))


NOISE = 0.03
PROOF = 6.0


def evidence(blocks: int, shaken: Callable[[float], float], *, ms: int, period: int = 40) -> float:
    """How much likelier it stands, by noise and what ``shaken`` adds in mT at a time in s, over so many ms."""
    chance = seeded(blocks)
    times = range(0, ms, period)
    felt = tuple((at, chance.gauss(0.0, NOISE) + shaken(at / 1000)) for at in times)
    return stillness(MODEL, over_c3(blocks), lambda _: felt, lambda _: NOISE)


def still(_: float) -> float:
    return 0.0


HALF_A_MILLIMETRE = 0.5 * 2**0.5 * abs(MODEL.held(*MODEL.geometry.centre(C3), over_c3(2).height).by_height[C3])
"""By how many mT the field at a sensor goes up and down under a worker at the height of two blocks that a hand lets
tremble by half a millimetre, root mean square."""


def trembling(at: float) -> float:
    return HALF_A_MILLIMETRE * sin(2 * pi * 8.3 * at)


def pausing(at: float) -> float:
    """The same, with a pause of half a second."""
    return 0.0 if 0.9 <= at < 1.4 else trembling(at)


@pytest.mark.parametrize("period", [20, 40])
@pytest.mark.parametrize("blocks", [1, 2])
def test_what_does_not_tremble_for_long_stands(blocks: int, period: int) -> None:
    assert evidence(blocks, still, ms=4000, period=period) >= PROOF


@pytest.mark.parametrize("period", [20, 40])
@pytest.mark.parametrize("blocks", [1, 2])
def test_a_still_moment_proves_nothing(blocks: int, period: int) -> None:
    assert evidence(blocks, still, ms=300, period=period) < PROOF


@pytest.mark.parametrize("period", [20, 40])
@pytest.mark.parametrize("shaken", [trembling, pausing])
def test_a_hand_that_trembles_does_not_stand_though_it_pauses(shaken: Callable[[float], float], period: int) -> None:
    for ms in range(300, 2600, 100):
        assert evidence(2, shaken, ms=ms, period=period) < PROOF


FIRST_CONTACT, BOUNCED = 0.02, -0.19
"""What the sensor of a worker on one block feels more, in mT, when it first meets the wood, and as it bounces."""


def rest_over_c3(felt: Sequence[float]) -> RestRecord:
    """A rest of a worker on one block at c3, in frames of 20 ms that differ by so many mT from the field there."""
    base = MODEL.held(*MODEL.geometry.centre(C3), over_c3(1).height).fields
    frames = tuple(
        tuple(field + more * (square == C3) for square, field in enumerate(base)) for more in (*felt, felt[-1])
    )
    return RestRecord(20 * len(felt), NOISE, tuple(20 * number for number in range(len(frames))), frames)


@pytest.mark.parametrize("lasts", [7, 10, 20])
def test_a_landing_that_bounces_back_onto_the_same_wood_stands(lasts: int) -> None:
    chance = seeded(lasts)
    landing = (BOUNCED, FIRST_CONTACT, FIRST_CONTACT, BOUNCED, BOUNCED)
    rest = rest_over_c3((*landing, *(chance.gauss(0.0, 0.8 * NOISE) for _ in range(lasts))))
    assert still_between(MODEL, over_c3(1), C3, rest) > TOUCHES


@pytest.mark.parametrize("landing", [(-0.2, 0.0, 0.0, -0.1, -0.2, -0.15, -0.2), (-0.2, 0.075, 0.0, -0.15)])
def test_a_landing_that_bounces_long_or_is_noisy_stands(landing: tuple[float, ...]) -> None:
    chance = seeded("noisy landing")
    rest = rest_over_c3((*landing, *(chance.gauss(0.0, 0.8 * NOISE) for _ in range(12))))
    assert still_between(MODEL, over_c3(1), C3, rest) > TOUCHES


@pytest.mark.parametrize("lower", [0.15, 0.2])
def test_what_was_lower_than_it_stands_now_stood_on_no_wood(lower: float) -> None:
    chance = seeded(7)
    quiet = (chance.gauss(0.0, 0.8 * NOISE) for _ in range(10))
    assert still_between(MODEL, over_c3(1), C3, rest_over_c3((-0.1, lower, lower, 0.0, *quiet))) < 0.0


def test_what_moved_before_it_came_down_is_no_tremor() -> None:
    def landed(at: float) -> float:
        return 0.2 if at < 0.08 else 0.0

    assert evidence(2, landed, ms=4000) >= PROOF


def test_nothing_shows_whether_a_worker_over_three_blocks_is_held() -> None:
    assert evidence(3, still, ms=4000) < PROOF


def test_noise_that_the_board_as_a_whole_hides_is_no_tremor() -> None:
    """Workers that stood for 1.2 s on a board whose noise was taken for lower than it is (simulated game 3100028).
    Discs of 12 mm show less of a tremor there, so that 1.2 s are mostly not enough."""
    larger = FieldModel(LARGER)
    known = unknown = 0
    step = 0.029  # of the converter, in mT
    for seed in range(40):
        chance = seeded(seed)
        frames = tuple((step * round(chance.gauss(0.0, 0.031) / step),) * SQUARE_COUNT for _ in range(60))
        rest = RestRecord(1200, 0.0229, tuple(range(0, 1200, 20)), frames)
        with_own = replace(rest, noises=(0.031,) * SQUARE_COUNT)
        unknown += stillness(larger, over_c3(2), rest.deviations, rest.noise_of) >= TOUCHES
        known += stillness(larger, over_c3(2), with_own.deviations, with_own.noise_of) >= TOUCHES
    assert (unknown < 15, known > 30) == (True, True)
