"""Morpheus (25)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Morpheus(Power):
    """Morpheus."""

    name = PowerName("morpheus")
