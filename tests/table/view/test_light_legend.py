"""The legend of the lights shows what the board shows."""

from __future__ import annotations

import pytest

from table.view.light_legend import LegendLight, light_legend

LEGEND = {entry.light: entry for entry in light_legend()}


def test_every_light_has_its_entry_once_and_in_order() -> None:
    assert [entry.light for entry in light_legend()] == list(LegendLight)


def test_no_two_lights_of_the_same_colour_behave_alike_unless_they_say_nearly_the_same() -> None:
    """Steady soft ones: here one may begin. Pulsing bright ones: this is to be touched. Red flashes: take it away."""
    alike: dict[object, list[LegendLight]] = {}
    for entry in light_legend():
        alike.setdefault((entry.period, entry.samples), []).append(entry.light)
    doubled = [lights for lights in alike.values() if len(lights) > 1]
    assert doubled == [
        [LegendLight.FREE, LegendLight.PLACE, LegendLight.LIFT],
        [LegendLight.ASKING, LegendLight.BUILD],
        [LegendLight.EXTRA, LegendLight.STRAY],
    ]


@pytest.mark.parametrize("light", [LegendLight.PLACE, LegendLight.BUILD, LegendLight.CONFIRM, LegendLight.WON])
def test_what_a_player_does_is_in_the_players_colour(light: LegendLight) -> None:
    assert all(sample.colour is None for sample in LEGEND[light].samples)


def test_what_is_exchanged_goes_from_red_to_turquoise() -> None:
    seen = [sample.colour for sample in LEGEND[LegendLight.WRONG_SEAT].samples if sample.share > 0.5]
    assert (seen[0], seen[-1]) == ("#ff0000", "#00ffff")


def test_a_light_that_changes_repeats_after_its_period() -> None:
    for entry in light_legend():
        assert (entry.period == 0) == (len(entry.samples) == 1)
        assert all(sample.ms < max(entry.period, 1) for sample in entry.samples)
        assert 0 < max(sample.share for sample in entry.samples) <= 1
