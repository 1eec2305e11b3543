"""Medea (52)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Medea(Power):
    """Medea."""

    name = PowerName("medea")
    hero = True
    may_be_taken = False
