"""Nemesis (41)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Nemesis(Power):
    """Nemesis."""

    name = PowerName("nemesis")
