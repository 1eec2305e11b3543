"""Tartarus (43)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Tartarus(Power):
    """Tartarus."""

    name = PowerName("tartarus")
