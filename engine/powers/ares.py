"""Ares (12)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Ares(Power):
    """Ares."""

    name = PowerName("ares")
