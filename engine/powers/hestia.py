"""Hestia (21)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Hestia(Power):
    """Hestia."""

    name = PowerName("hestia")
