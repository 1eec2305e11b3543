"""Theseus (55)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Theseus(Power):
    """Theseus."""

    name = PowerName("theseus")
    hero = True
    may_be_taken = False
