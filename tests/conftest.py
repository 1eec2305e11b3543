"""What holds for all tests: none of them is wrong because a machine is slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
