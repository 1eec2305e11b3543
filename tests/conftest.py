"""What holds for all tests: none of them is wrong because a machine is slow, or because of how they were started."""

from __future__ import annotations

import gc
import signal

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that puts tests into the background lets them ignore Ctrl-C, and the commands that they start would, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever uses the browser is one of its tests."""
    for item in items:
        if isinstance(item, pytest.Function) and "chrome" in item.fixturenames:
            item.add_marker("browser")


def pytest_collection_finish() -> None:
    """Fourteen thousand tests stay to the end; to look through them for garbage every few moments took an eighth of the
    time of the engine's tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
