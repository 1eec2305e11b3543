"""Moerae (40)."""

from __future__ import annotations

from engine.power import Power
from engine.setup import PowerName


class Moerae(Power):
    """Moerae."""

    name = PowerName("moerae")
    workers = 3
