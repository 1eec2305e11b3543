"""A game at a board on real USB whose plug is pulled out while hands carry a worker: what ``make usb-test`` runs in the
emulated computer, as root, with the module ``dummy_hcd``: ``python -m tests.usb.guest``.

The kernel's own serial gadget is both ends of the cable. Its far end is served as a Pico serves its own; the near end
is a CDC-ACM device with Raspberry Pi's vendor id, which the table finds as it finds any board on USB.
"""

from __future__ import annotations

import os
import select
import statistics
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import groupby
from random import Random

from firmware_bridge.agent import Agent
from firmware_bridge.board_search import OnUsb
from firmware_bridge.link import SerialBoard
from firmware_bridge.link_health import Timings
from firmware_bridge.scan_pace import ByRequest
from firmware_bridge.serial_ports import BY_ID, PICO_VENDOR, picos
from hardware.board import LinkState
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import PieceInHand
from tests.firmware_bridge.faulty_cable import PATIENCE, Asking, HeardBoard, HeldDevice
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.game_simulation import play_game
from thera.simulator.simulated_board import Conditions, Physics, SimulatedBoard, SimulatedWiring
from thera.simulator.simulation_options import GameSpec

FAR_END = "/dev/ttyGS0"
PICO_PRODUCT = 0x0005
UNPLUGS = 10
TURNS = 12
EVERY = 4
"""One in so many moments with a worker in the air is that of an unplug."""
MEANWHILE = 75
"""Scans that pass unseen while the plug is out, where hands go on: three seconds, enough to put down what they hold."""
SLOW = 120.0
"""The emulated computer thinks longer than any real one between two scans, so silence alone is no sign of a loss."""

LOST_AND_FOUND = [
    LinkState.LOST,
    LinkState.SEARCH,
    LinkState.OPEN,
    LinkState.HELLO,
    LinkState.SYNC,
    LinkState.READY,
]


class Gadget:
    """The serial gadget: plugged in while its module is there. A device is served at its far end."""

    def __init__(self, device: HeldDevice, pace: ByRequest) -> None:
        self._device = device
        self._pace = pace
        self._far_end = -1
        self._serving = ExitStack()
        self.plug_in()

    def plug_in(self) -> None:
        identity = self._device.identity
        names = {"iManufacturer": "Thera", "iProduct": "Board", "iSerialNumber": identity.unique_id}
        ids = {"idVendor": f"{PICO_VENDOR:#06x}", "idProduct": f"{PICO_PRODUCT:#06x}"}
        options = [f"{name}={value}" for name, value in (ids | names).items()]
        subprocess.run(["modprobe", "g_serial", "use_acm=1", *options], check=True)
        with ExitStack() as opening:
            self._far_end = os.open(FAR_END, os.O_RDWR | os.O_NOCTTY)
            opening.callback(os.close, self._far_end)
            tty.setraw(self._far_end)
            opening.callback(Agent(self._device, self._far_end, pace=self._pace, silence=SLOW).close)
            self._serving = opening.pop_all()

    def pull_out(self) -> None:
        """The near end is gone first; the far end, with what serves it, follows when it has heard of that."""
        with subprocess.Popen(["modprobe", "-r", "g_serial"]) as removing:
            gone = select.poll()
            gone.register(self._far_end, 0)  # of a hangup one is always told
            assert gone.poll(PATIENCE * 1000), "the far end has not noticed that the plug is out"
            self._serving.close()
            assert removing.wait(PATIENCE) == 0


class Unplugs(Asking):
    """Now and then somebody pulls the plug while a worker is in the air, and puts it in again: while the hand waits,
    and, every other time, when it has gone on."""

    def __init__(
        self, gadget: Gadget, virtual: VirtualDevice, device: HeldDevice, board: HeardBoard, pace: ByRequest
    ) -> None:
        super().__init__(device, board, pace)
        self._gadget = gadget
        self._virtual = virtual
        self._chance = Random("unplugs")  # noqa: S311 - chance for accidents, not for secrets
        self.returns: list[float] = []
        self.unseen = 0

    def between(self) -> None:
        carried = any(isinstance(place, PieceInHand) for place in self._virtual.world.places)
        if not carried or len(self.returns) == UNPLUGS or self._chance.random() * EVERY >= 1:
            return
        said = len(self._board.said)
        self._gadget.pull_out()
        assert self._board.wait(lambda: self._board.state is LinkState.SEARCH, PATIENCE), self._board.said[said:]
        assert picos() == (), "the device is still there"
        goes_on = len(self.returns) % 2 == 1
        if goes_on:
            self.unseen += 1
            for _ in range(MEANWHILE):
                self._virtual.scan()
        self._device.boots += 1
        began = time.monotonic()
        self._gadget.plug_in()
        self.returns.append(self.come_back(began))
        hand = "went on" if goes_on else "waited"
        print(f"unplugged at {self._virtual.now / 1000:.1f} s of the game, the hand {hand}:")
        print(*(f"  {line}" for line in self._board.said[said:]), sep="\n", flush=True)


class UsbBench:
    """Opens benches whose board is on real USB; ``board`` and ``unplugs`` are those of the last."""

    board: HeardBoard
    unplugs: Unplugs

    @contextmanager
    def open(self, conditions: Conditions) -> Iterator[SimulatedBoard]:
        with open_simulated_board(conditions) as bench, ExitStack() as stack:
            virtual = bench.hands._board  # type: ignore[attr-defined]  # the hands of this bench are at a virtual board
            device, pace = HeldDevice(virtual), ByRequest()
            gadget = Gadget(device, pace)
            stack.callback(gadget.pull_out)
            subprocess.run(["udevadm", "settle"], check=True)
            timings = Timings(silence=SLOW, late=SLOW)
            link = SerialBoard(OnUsb(), scan_hz=conditions.frame_rate, timings=timings, max_frames=1000)
            self.board = HeardBoard(link)
            stack.callback(self.board.close)
            self.unplugs = Unplugs(gadget, virtual, device, self.board, pace)
            yield replace(bench, board=self.board, scans=self.unplugs.scans)


def check_link(said: list[str]) -> list[str]:
    """What is wrong with what the link said."""
    states = [LinkState(line.split(" ", 1)[1].split(":", 1)[0]) for line in said]
    told = [state for state, _ in groupby(state for state in states if state is not LinkState.DEGRADED)]
    wanted = LOST_AND_FOUND[1:] + LOST_AND_FOUND * UNPLUGS
    wrong = [] if told[: len(wanted)] == wanted else ["the link was " + ", ".join(told)]
    if not any(str(BY_ID) in line for line in said):
        wrong.append(f"the board was not found by its name in {BY_ID}")
    return wrong


def times(seconds: list[float]) -> str:
    """How long it took."""
    return f"{statistics.median(seconds):.2f} s ({max(seconds):.2f} at most)" if seconds else "never"


def main() -> int:
    """Play; the exit code."""
    bench = UsbBench()
    conditions = Conditions(1, Physics.IDEAL, 2.0, wiring=SimulatedWiring.DIRECT)
    record = play_game(GameSpec(conditions, players=2, powers=None, turns=TURNS), bench.open)
    wrong = [fault.line() for fault in record.faults] + check_link(bench.board.said)
    returns = bench.unplugs.returns
    if len(returns) < UNPLUGS:
        wrong.append(f"unplugged {len(returns)} times only")
    for doubt in record.doubts:
        print(doubt.line())
    unseen = bench.unplugs.unseen
    if len(record.doubts) > unseen:
        wrong.append(f"{len(record.doubts)} steps were asked about, but hands went on unseen {unseen} times")
    for line in wrong:
        print(f"WRONG: {line}")
    steps = sum(done.steps for done in record.done)
    print(f"{steps} steps, {len(record.doubts)} asked about; {len(returns)} unplugs in the middle of a carry,", end=" ")
    print(f"{unseen} while hands went on; read again {times(returns)} after the plug went in")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
