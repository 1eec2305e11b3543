"""Dionysus (18)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Dionysus(Power):
    """Dionysus."""

    name = PowerName("dionysus")
