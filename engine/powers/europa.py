"""Europa (34)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Europa(Power):
    """Europa."""

    name = PowerName("europa")
