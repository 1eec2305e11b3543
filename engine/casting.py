"""From a setup to its cast: the powers on all the cards, those beside the board included."""

from __future__ import annotations

from functools import lru_cache

from engine.cast import Cast
from engine.catalogue import drawable_powers
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import PowerName, Setup
from engine.variants.ram import Ram


@lru_cache(maxsize=256)
def cast_of(setup: Setup) -> Cast:
    """The cast of a setup; the same object for equal setups, so that their states compare quickly.

    The cards lie in this order: the players' in turn order, the one beside the Ram, the Ram, then those that may be
    drawn in the course of the game.

    :raises InvalidSetup: if a power does not exist.
    """
    names: list[PowerName] = []
    owners: list[Seat | None] = []
    for player in setup.players:
        names += player.powers
        owners += [player.seat] * len(player.powers)
    if setup.fleece is not None:
        names += [setup.fleece, Ram.name]
        owners += [None, None]
    powers = [Ram() if name == Ram.name else power_named(name) for name in names]
    if any(power.deals_simple_powers for power in powers):
        drawn = drawable_powers(setup)
        powers += [power_named(name) for name in drawn]
        owners += [None] * len(drawn)
    return Cast(setup, tuple(powers), tuple(owners))
