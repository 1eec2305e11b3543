"""Charybdis (32)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Charybdis(Power):
    """Charybdis."""

    name = PowerName("charybdis")
