"""How exactly the height of a worker is known."""

from __future__ import annotations

import pytest

from perception.fitting.limits import NoiseModel


def test_each_block_under_a_worker_adds_the_error_of_a_block_to_its_height() -> None:
    model = NoiseModel(gap=0.7, block=0.6)
    assert [model.rise(level) for level in range(4)] == pytest.approx([0.7, 1.3, 1.9, 2.5])
