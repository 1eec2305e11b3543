"""Limus (23)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Limus(Power):
    """Limus."""

    name = PowerName("limus")
