"""Atalanta (48)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Atalanta(Power):
    """Atalanta."""

    name = PowerName("atalanta")
    hero = True
    may_be_taken = False
