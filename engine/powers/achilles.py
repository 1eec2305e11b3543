"""Achilles (46)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Achilles(Power):
    """Achilles."""

    name = PowerName("achilles")
    hero = True
    may_be_taken = False
