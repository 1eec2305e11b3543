"""Chronus (16)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Chronus(Power):
    """Chronus."""

    name = PowerName("chronus")
