"""Hypnus (22)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Hypnus(Power):
    """Hypnus."""

    name = PowerName("hypnus")
