"""All checks, in the order of the report."""

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
    storage_check as storage,
)
from hardware.doctor import (
    supply_check as supply,
)
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding

Check = Callable[[Computer, BoardFile], Finding]
"""Checks one thing. It changes nothing, and raises nothing on any computer."""

CHECKS: tuple[Check, ...] = (
    pins.computer_itself,
    packages.python,
    storage.data_folder,
    storage.clock,
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
    """The findings of all checks of this computer, for this board."""
    return tuple(check(computer, board) for check in CHECKS)
