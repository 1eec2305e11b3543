"""When the table opens a network of its own, and when others get another chance."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from thera.network.network_decision import (
    ALONE_SECONDS,
    EMPTY_SECONDS,
    LOST_SECONDS,
    OWN_UUID,
    NetworkAction,
    NetworkDevice,
    NetworkSituation,
    NetworkState,
    VisibleNetwork,
    decide,
    follow,
    situation,
)
from thera.network.network_manager import PAUSE, NetworkError, NetworkManager, OwnNetworkService, rows

FREE = NetworkDevice("wlan0", "wifi", "disconnected")
HOME = NetworkDevice("wlan0", "wifi", "connected", "home")
OURS = NetworkDevice("wlan0", "wifi", "connected", OWN_UUID)
CABLE = NetworkDevice("eth0", "ethernet", "connected", "cable")


@pytest.mark.parametrize(
    ("devices", "phones", "found"),
    [
        ((), 0, NetworkSituation.NO_WIFI),
        ((replace(FREE, state="unavailable"),), 0, NetworkSituation.NO_WIFI),
        ((replace(FREE, state="unmanaged"),), 0, NetworkSituation.NO_WIFI),
        ((FREE,), 0, NetworkSituation.ALONE),
        ((FREE, replace(CABLE, state="unavailable", connection="")), 0, NetworkSituation.ALONE),
        ((FREE, replace(CABLE, state="connecting (getting IP configuration)")), 0, NetworkSituation.ALONE),
        ((FREE, NetworkDevice("lo", "loopback", "connected (externally)", "lo")), 0, NetworkSituation.ALONE),
        ((FREE, NetworkDevice("docker0", "bridge", "connected (externally)", "docker")), 0, NetworkSituation.ALONE),
        ((FREE, CABLE), 0, NetworkSituation.HOME),
        ((HOME,), 0, NetworkSituation.HOME),
        ((FREE, replace(HOME, name="wlan1")), 0, NetworkSituation.HOME),
        ((replace(FREE, state="connecting (prepare)"),), 0, NetworkSituation.JOINING),
        ((replace(OURS, state="deactivating"),), 0, NetworkSituation.JOINING),
        ((OURS,), 0, NetworkSituation.OPEN),
        ((OURS,), 1, NetworkSituation.USED),
        ((OURS, CABLE), 2, NetworkSituation.USED),
        ((FREE, replace(OURS, name="wlan1")), 0, NetworkSituation.OPEN),
    ],
)
def test_how_a_machine_stands(devices: tuple[NetworkDevice, ...], phones: int, found: NetworkSituation) -> None:
    assert situation(VisibleNetwork(devices, phones)) is found


@pytest.mark.parametrize(
    ("now", "lasted", "lost", "hope", "act"),
    [
        (NetworkSituation.ALONE, 0, False, True, NetworkAction.NOTHING),
        (NetworkSituation.ALONE, ALONE_SECONDS - 1, False, True, NetworkAction.NOTHING),
        (NetworkSituation.ALONE, ALONE_SECONDS, False, True, NetworkAction.OPEN),
        (NetworkSituation.ALONE, ALONE_SECONDS, False, False, NetworkAction.OPEN),
        (NetworkSituation.ALONE, ALONE_SECONDS, True, True, NetworkAction.NOTHING),
        (NetworkSituation.ALONE, LOST_SECONDS, True, True, NetworkAction.OPEN),
        (NetworkSituation.OPEN, EMPTY_SECONDS - 1, False, True, NetworkAction.NOTHING),
        (NetworkSituation.OPEN, EMPTY_SECONDS, False, True, NetworkAction.CLOSE),
        (NetworkSituation.OPEN, 100 * EMPTY_SECONDS, False, False, NetworkAction.NOTHING),
        (NetworkSituation.USED, 100 * EMPTY_SECONDS, False, True, NetworkAction.NOTHING),
        (NetworkSituation.HOME, 100 * LOST_SECONDS, True, True, NetworkAction.NOTHING),
        (NetworkSituation.JOINING, 100 * LOST_SECONDS, True, True, NetworkAction.NOTHING),
        (NetworkSituation.NO_WIFI, 100 * LOST_SECONDS, True, True, NetworkAction.NOTHING),
    ],
)
def test_what_is_done_after_a_while(
    now: NetworkSituation,
    lasted: float,
    lost: bool,  # noqa: FBT001 - a row of the table
    hope: bool,  # noqa: FBT001 - as above
    act: NetworkAction,
) -> None:
    assert decide(NetworkState(now, 1000.0, lost), 1000.0 + lasted, hope=hope) is act


def test_the_time_of_a_situation_begins_when_it_does() -> None:
    moment = follow(None, NetworkSituation.ALONE, 5.0)
    assert follow(moment, NetworkSituation.ALONE, 25.0).since == 5.0
    assert follow(moment, NetworkSituation.JOINING, 25.0).since == 25.0


def test_who_lost_a_network_is_known_until_the_own_one_is_open() -> None:
    moment: NetworkState | None = None
    for now, lost in (
        (NetworkSituation.ALONE, False),
        (NetworkSituation.HOME, True),
        (NetworkSituation.JOINING, True),
        (NetworkSituation.ALONE, True),
        (NetworkSituation.OPEN, False),
        (NetworkSituation.ALONE, False),
    ):
        moment = follow(moment, now, 0.0)
        assert moment.lost is lost


def test_a_name_with_a_colon_is_one_field() -> None:
    assert list(rows("wlan0:wifi:At\\:home\\\\:\n::x\n")) == [["wlan0", "wifi", "At:home\\", ""], ["", "", "x"]]


class Machine:
    """A machine with one radio that does as it is told; others joined by it are told by ``known``."""

    def __init__(self, *, known: bool = True, phones: int = 0) -> None:
        self.device, self.known, self.phones, self.now = FREE, known, phones, 0.0
        self.fails = ""

    def run(self, *command: str) -> str:
        match command:
            case ("iw", "dev", "wlan0", "station", "dump"):
                return "".join(
                    f"Station 02:00:00:00:01:0{n} (on wlan0)\n\tinactive time:\t8 ms\n" for n in range(self.phones)
                )
            case ("nmcli", "--terse", "--fields", _, "device", "status"):
                return (
                    f"wlan0:wifi:{self.device.state}:{self.device.connection}\nlo:loopback:connected (externally):lo\n"
                )
            case ("nmcli", "--terse", "--fields", _, "connection", "show"):
                return f"{OWN_UUID}:802-11-wireless:no\n" + ("home:802-11-wireless:yes\n" if self.known else "")
            case ("nmcli", "--terse", "--wait", _, "connection", "up", "uuid", uuid) if not self.fails:
                self.device = replace(OURS, connection=uuid)
                return ""
            case ("nmcli", "--terse", "--wait", _, "connection", "down", "uuid", _):
                self.device = FREE
                return ""
            case _:
                raise NetworkError(self.fails or f"not expected: {command}")

    def passes(self, keeper: OwnNetworkService, seconds: float) -> None:
        """Let so much time pass."""
        ends = self.now + seconds
        while self.now < ends:
            self.now += keeper.step()


def kept(machine: Machine) -> tuple[OwnNetworkService, list[str]]:
    """Who keeps this machine, and what they say."""
    said: list[str] = []
    return OwnNetworkService(NetworkManager(machine.run), said.append, clock=lambda: machine.now), said


def test_a_machine_in_no_network_opens_its_own_after_half_a_minute() -> None:
    machine = Machine()
    keeper, said = kept(machine)
    machine.passes(keeper, ALONE_SECONDS - PAUSE)
    assert machine.device == FREE
    machine.passes(keeper, 2 * PAUSE)
    assert machine.device == OURS
    assert said == [NetworkSituation.ALONE.value, NetworkSituation.OPEN.value]


def test_a_router_that_starts_slowly_wins_in_the_end() -> None:
    machine = Machine()
    keeper, _ = kept(machine)
    machine.passes(keeper, ALONE_SECONDS + PAUSE + EMPTY_SECONDS + PAUSE)
    assert machine.device == FREE  # the own network is closed, and NetworkManager looks for those that it knows
    machine.device = HOME
    machine.passes(keeper, 10 * EMPTY_SECONDS)
    assert machine.device == HOME


def test_the_network_opens_again_when_no_other_was_found() -> None:
    machine = Machine()
    keeper, said = kept(machine)
    machine.passes(keeper, 3 * (EMPTY_SECONDS + ALONE_SECONDS + 2 * PAUSE))
    assert said.count(NetworkSituation.OPEN.value) >= 3


def test_phones_are_left_alone() -> None:
    machine = Machine(phones=1)
    keeper, _ = kept(machine)
    machine.passes(keeper, 20 * EMPTY_SECONDS)
    assert machine.device == OURS


def test_a_machine_that_knows_no_other_network_keeps_its_own() -> None:
    machine = Machine(known=False)
    keeper, said = kept(machine)
    machine.passes(keeper, 20 * EMPTY_SECONDS)
    assert said == [NetworkSituation.ALONE.value, NetworkSituation.OPEN.value]


def test_what_cannot_be_done_is_said_once_and_tried_again() -> None:
    machine = Machine()
    machine.fails = "no channel is allowed"
    keeper, said = kept(machine)
    machine.passes(keeper, ALONE_SECONDS + 10 * PAUSE)
    assert said == [NetworkSituation.ALONE.value, "no channel is allowed"]
    machine.fails = ""
    machine.passes(keeper, 2 * PAUSE)
    assert machine.device == OURS


def test_the_words_of_a_command_that_fails_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nmcli = tmp_path / "nmcli"
    nmcli.write_text("#!/bin/sh\necho 'Error: NetworkManager is not running.' >&2\nexit 8\n", "utf-8")
    nmcli.chmod(nmcli.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    said: list[str] = []
    assert OwnNetworkService(NetworkManager(), said.append).step() == PAUSE
    assert [line.split(": ", 1)[1] for line in said] == ["Error: NetworkManager is not running."]
    nmcli.unlink()
    with pytest.raises(NetworkError, match="nmcli cannot be run"):
        NetworkManager().look()
