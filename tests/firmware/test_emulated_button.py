"""The emulated Pico's button is pressed and let go once for each press, however seldom the firmware looks at it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import asdict
from types import ModuleType

import pytest

from firmware_bridge.emulated.pico import MODULES
from hardware.electronics import Electronics

Look = Callable[[int], int]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The emulated module, whose clock is ``machine.time.now``."""
    side, clock = ModuleType("side"), ModuleType("time")
    vars(side).update(hardware={"pins": asdict(Electronics().pins), "revision": 0})
    vars(clock).update(now=0, ticks_ms=lambda: clock.now)
    spec = importlib.util.spec_from_file_location("emulated_machine", MODULES / "machine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as importing:
        importing.setitem(sys.modules, "hx711", ModuleType("hx711"))  # it has no scale
        importing.setitem(sys.modules, "side", side)
        importing.setitem(sys.modules, "time", clock)
        spec.loader.exec_module(module)
    return module


@pytest.fixture
def look(machine: ModuleType) -> Look:
    """What the firmware sees of the button at a time in ms: 0 is down."""
    button = machine.Pin(Electronics().pins.done, machine.Pin.IN)

    def at(now: int) -> int:
        machine.time.now = now
        return int(button.value())

    return at


@pytest.mark.parametrize(("presses", "seen"), [(0, "11111"), (1, "10111"), (2, "10101")])
def test_who_looks_twice_a_second_sees_each_press_once(
    machine: ModuleType, look: Look, presses: int, seen: str
) -> None:
    for _ in range(presses):
        machine._press(1)
    assert "".join(str(look(now)) for now in range(0, 2500, 500)) == seen


def test_who_looks_often_sees_it_held_for_a_while(machine: ModuleType, look: Look) -> None:
    machine._press(1)
    assert "".join(str(look(now)) for now in range(0, 100, 10)) == "1000000111"
