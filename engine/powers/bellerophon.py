"""Bellerophon (49)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Bellerophon(Power):
    """Bellerophon."""

    name = PowerName("bellerophon")
    hero = True
    may_be_taken = False
