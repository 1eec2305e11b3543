"""``thera board serve`` as on a Pi, with the test's parts on its pins. Says at its end whether the lights were dark.

Arguments: the board file, the link, where things are kept, a folder for the machine; then "fail" to let the sensors
fail once they have been read.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

from gpiozero import Device

from hardware.board import ALL_DARK
from hardware.board_file import read_board_file
from hardware.electronics import PiPins
from hardware.gpio.pi_model import PiModel
from hardware.gpio.pin_device import Drivers
from tests.hardware.gpio.board_on_pins import PinBench
from tests.hardware.gpio.pi_machines import PI_4, machine
from thera.commands.board.serve_command import serve_pins


def main(board_file: Path, link: Path, data: Path, root: Path, *, failing: bool) -> int:
    bench = PinBench(read_board_file(board_file))
    Device.pin_factory = bench.factory
    if failing:
        bench.fail(OSError(5, "Input/output error"))

    def drivers(pins: PiPins, on: PiModel, scratch: Path, closing: ExitStack) -> Drivers:
        assert (pins, on.model, scratch.is_dir()) == (bench.pins, PI_4, True)
        made = bench.drivers()
        closing.callback(made.strip.close)
        return made

    code = serve_pins(board_file, link, data, machine(root, PI_4), drivers)
    print("dark" if bench.shown[-1] == ALL_DARK and bench.strip_port.closed else "lit")
    return code


if __name__ == "__main__":
    paths = [Path(argument) for argument in sys.argv[1:5]]
    sys.exit(main(paths[0], paths[1], paths[2], paths[3], failing="fail" in sys.argv[5:]))
