"""Heracles (50)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Heracles(Power):
    """Heracles."""

    name = PowerName("heracles")
    hero = True
    may_be_taken = False
