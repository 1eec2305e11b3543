"""Hades (37)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Hades(Power):
    """Hades."""

    name = PowerName("hades")
