"""Bia (13)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Bia(Power):
    """Bia."""

    name = PowerName("bia")
