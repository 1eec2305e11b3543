"""Clio (33)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Clio(Power):
    """Clio."""

    name = PowerName("clio")
