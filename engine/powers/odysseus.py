"""Odysseus (53)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Odysseus(Power):
    """Odysseus."""

    name = PowerName("odysseus")
    hero = True
    may_be_taken = False
