"""Polyphemus (54)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Polyphemus(Power):
    """Polyphemus."""

    name = PowerName("polyphemus")
    hero = True
    may_be_taken = False
