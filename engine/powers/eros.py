"""Eros (19)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Eros(Power):
    """Eros."""

    name = PowerName("eros")
