"""Siren (42)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Siren(Power):
    """Siren."""

    name = PowerName("siren")
