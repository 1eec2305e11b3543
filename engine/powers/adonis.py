"""Adonis (47)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Adonis(Power):
    """Adonis."""

    name = PowerName("adonis")
    hero = True
    may_be_taken = False
