"""Urania (45)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Urania(Power):
    """Urania."""

    name = PowerName("urania")
