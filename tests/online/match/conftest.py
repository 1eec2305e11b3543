"""What tests of matches share. Those over a real Mosquitto have a broker of their own."""

from __future__ import annotations

import pytest

from tests.online.match.families import ListedBroker


@pytest.fixture
def broker() -> ListedBroker:
    """The broker that is a list."""
    return ListedBroker()
