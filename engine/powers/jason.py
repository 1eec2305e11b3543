"""Jason (51)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Jason(Power):
    """Jason."""

    name = PowerName("jason")
    hero = True
    may_be_taken = False
