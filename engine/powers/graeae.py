"""Graeae (36)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Graeae(Power):
    """Graeae."""

    name = PowerName("graeae")
    workers = 3
