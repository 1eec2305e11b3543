"""All that is looked at, in the order in which it is told."""

from __future__ import annotations

from collections.abc import Callable

from hardware.board_file import BoardFile
from hardware.doctor import (
    attached,
    groups,
    packages,
)
from hardware.doctor import (
    network_check as network,
)
from hardware.doctor import (
    pin_check as pins,
)
from hardware.doctor import (
    storage_check as keeping,
)
from hardware.doctor import (
    supply_check as supply,
)
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding

Check = Callable[[Computer, BoardFile], Finding]
"""Looks at one thing. It changes nothing, and raises nothing whatever the machine is like."""

CHECKS: tuple[Check, ...] = (
    pins.computer_itself,
    packages.python,
    keeping.data_folder,
    keeping.clock,
    network.own_network,
    supply.voltage,
    supply.heat,
    supply.supply,
    groups.serial_group,
    attached.board_device,
    attached.modem_manager,
    groups.pin_group,
    groups.spi_group,
    pins.lines,
    pins.spi,
    pins.lights,
    pins.sound,
    pins.core_clock,
    pins.spi_buffer,
    pins.link_folder,
    packages.gpiozero,
    packages.lgpio,
    packages.pin_factory,
    packages.light_library,
)


def examine(computer: Computer, board: BoardFile) -> tuple[Finding, ...]:
    """Look at everything on this computer that matters to this board."""
    return tuple(check(computer, board) for check in CHECKS)
