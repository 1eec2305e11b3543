"""Selene (28)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Selene(Power):
    """Selene."""

    name = PowerName("selene")
