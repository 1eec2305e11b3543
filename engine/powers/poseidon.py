"""Poseidon (27)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Poseidon(Power):
    """Poseidon."""

    name = PowerName("poseidon")
