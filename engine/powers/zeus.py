"""Zeus (30)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Zeus(Power):
    """Zeus."""

    name = PowerName("zeus")
