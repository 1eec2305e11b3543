"""Hera (20)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Hera(Power):
    """Hera."""

    name = PowerName("hera")
