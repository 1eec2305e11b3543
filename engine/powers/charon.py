"""Charon (15)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Charon(Power):
    """Charon."""

    name = PowerName("charon")
