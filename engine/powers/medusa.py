"""Medusa (24)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Medusa(Power):
    """Medusa."""

    name = PowerName("medusa")
