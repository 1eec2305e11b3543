"""Aeolus (31)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Aeolus(Power):
    """Aeolus."""

    name = PowerName("aeolus")
