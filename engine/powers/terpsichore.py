"""Terpsichore (44)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Terpsichore(Power):
    """Terpsichore."""

    name = PowerName("terpsichore")
