"""Chaos (14)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Chaos(Power):
    """Chaos."""

    name = PowerName("chaos")
