"""Triton (29)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Triton(Power):
    """Triton."""

    name = PowerName("triton")
