"""Which address a table shows: one that phones can reach, all of them if there are several, and none if none is.

Networks are real ones, in a namespace that each test makes for itself (ip-netns(8)), as root.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface, IPv6Address
from pathlib import Path

import pytest

from table.settings.page_addresses import (
    InterfaceFlags,
    NetworkInterface,
    OwnNetwork,
    interfaces,
    page_addresses,
    ranked,
)
from tests.house import ROOT
from thera.startup_message import drawn_code

WORKS = InterfaceFlags.UP | InterfaceFlags.RUNNING
UNIQUE, PUBLIC = IPv6Address("fd00:7::2"), IPv6Address("2a00:7::2")
HOME, OTHER, SELF_GIVEN = IPv4Address("192.168.7.2"), IPv4Address("10.1.2.3"), IPv4Address("169.254.3.4")


def test_every_computer_has_the_interface_to_itself_which_serves_no_phone() -> None:
    own = [each for each in interfaces() if each.name == "lo"]
    assert {str(each.address) for each in own} <= {"127.0.0.1", "::1"}
    assert str(own[0].address) == "127.0.0.1"
    assert not any(each.serves_phones for each in own)


def test_an_address_that_is_chosen_is_the_one_to_type() -> None:
    assert page_addresses("10.1.2.3", 8080) == ("http://10.1.2.3:8080/",)


@pytest.mark.parametrize(
    ("address", "belongs"), [("10.41.0.17", True), ("10.42.0.17", False), ("::1", False), ("a name", False)]
)
def test_phones_in_the_tables_own_network_are_told_by_their_addresses(address: str, *, belongs: bool) -> None:
    assert OwnNetwork("Thera", "kamo-tezi-runa-pilo").has(address) is belongs


def test_a_network_that_this_computer_has_no_address_in_is_not_open() -> None:
    assert not OwnNetwork("Thera", "kamo-tezi-runa-pilo", IPv4Interface("192.0.2.1/24")).is_open()
    assert OwnNetwork("Thera", "kamo-tezi-runa-pilo", IPv4Interface("127.0.0.1/8")).is_open()


@pytest.mark.parametrize(
    ("found", "outward", "shown"),
    [
        ((), None, ()),
        ((NetworkInterface("lo", IPv4Address("127.0.0.1"), WORKS | InterfaceFlags.LOOPBACK),), None, ()),
        ((NetworkInterface("wlan0", HOME, InterfaceFlags.UP),), None, ()),  # in no network now
        ((NetworkInterface("wlan0", HOME, WORKS),), None, (HOME,)),
        ((NetworkInterface("eth0", OTHER, WORKS), NetworkInterface("wlan0", HOME, WORKS)), HOME, (HOME, OTHER)),
        (
            (NetworkInterface("eth0", SELF_GIVEN, WORKS), NetworkInterface("wlan0", HOME, WORKS)),
            None,
            (HOME, SELF_GIVEN),
        ),
        (
            (
                NetworkInterface("tun0", OTHER, WORKS | InterfaceFlags.POINT_TO_POINT),
                NetworkInterface("wlan0", HOME, WORKS),
            ),
            OTHER,
            (HOME,),
        ),
        (
            (
                NetworkInterface("docker0", OTHER, WORKS, device=False, inward=True),
                NetworkInterface("eth0", HOME, WORKS),
            ),
            None,
            (HOME,),
        ),
        (
            (NetworkInterface("macvlan0", OTHER, WORKS, device=False), NetworkInterface("eth0", HOME, WORKS)),
            None,
            (HOME, OTHER),
        ),
        ((NetworkInterface("eth0", HOME, WORKS), NetworkInterface("eth0", HOME, WORKS)), None, (HOME,)),
        (
            (
                NetworkInterface("eth0", PUBLIC, WORKS),
                NetworkInterface("eth0", IPv6Address("fe80::1"), WORKS),
                NetworkInterface("eth0", UNIQUE, WORKS),
            ),
            None,
            (UNIQUE, PUBLIC),
        ),
        ((NetworkInterface("eth0", UNIQUE, WORKS), NetworkInterface("eth0", HOME, WORKS)), None, (HOME,)),
        ((NetworkInterface("eth0", UNIQUE, WORKS), NetworkInterface("wlan0", HOME, WORKS)), None, (HOME, UNIQUE)),
        (
            (NetworkInterface("eth0", SELF_GIVEN, WORKS), NetworkInterface("eth0", UNIQUE, WORKS)),
            None,
            (UNIQUE, SELF_GIVEN),
        ),
    ],
)
def test_what_phones_can_reach_is_shown_the_best_first(
    found: tuple[NetworkInterface, ...], outward: IPv4Address | None, shown: tuple[IPv4Address | IPv6Address, ...]
) -> None:
    assert ranked(found, outward) == tuple(str(each) for each in shown)


class Namespace:
    """A network stack of its own, which at first has nothing but loopback."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ip(self, *words: str) -> None:
        """One of the commands of ip(8) in it."""
        subprocess.run(["ip", "-n", self.name, *words], check=True, capture_output=True)

    def wire(self, name: str, address: str | None) -> None:
        """An interface that is plugged in, with this address."""
        self.ip("link", "add", name, "type", "veth", "peer", "name", f"{name}far")
        for end in (name, f"{name}far"):
            self.ip("link", "set", end, "up")
        if address is not None:
            self.ip("addr", "add", address, "dev", name)

    def run(self, program: str) -> str:
        """What a program of Python prints in it."""
        command = ["ip", "netns", "exec", self.name, sys.executable, "-c", program]
        return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def namespace() -> Iterator[Namespace]:
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("only root makes networks, and with ip(8)")
    name = f"thera-test-{os.getpid()}"
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        made = Namespace(name)
        made.ip("link", "set", "lo", "up")
        yield made
    finally:
        subprocess.run(["ip", "netns", "del", name], check=True)


SHOW = "from table.settings.page_addresses import page_addresses; print(*page_addresses('::', 8080))"


def test_without_a_way_to_other_networks_the_address_at_home_is_shown(namespace: Namespace) -> None:
    namespace.wire("home0", "192.168.7.2/24")
    assert namespace.run(SHOW) == "http://192.168.7.2:8080/\n"


def test_of_two_networks_the_one_with_a_way_out_is_the_first(namespace: Namespace) -> None:
    namespace.wire("aaa0", "10.1.2.3/24")
    namespace.wire("bbb0", "192.168.7.2/24")
    namespace.ip("route", "add", "default", "via", "192.168.7.1")
    assert namespace.run(SHOW) == "http://192.168.7.2:8080/ http://10.1.2.3:8080/\n"


def test_an_address_that_a_machine_gave_itself_is_better_than_none(namespace: Namespace) -> None:
    namespace.wire("home0", "169.254.3.4/16")
    assert namespace.run(SHOW) == "http://169.254.3.4:8080/\n"


def test_bridges_of_containers_and_tunnels_are_left_out_though_the_way_out_leads_there(namespace: Namespace) -> None:
    namespace.wire("home0", "192.168.7.2/24")
    namespace.ip("link", "add", "docker0", "type", "bridge")
    namespace.wire("inside0", None)
    namespace.ip("link", "set", "inside0", "master", "docker0")
    namespace.ip("link", "set", "docker0", "up")
    namespace.ip("addr", "add", "172.17.0.1/16", "dev", "docker0")
    namespace.ip("route", "add", "default", "via", "172.17.0.2")
    assert namespace.run(SHOW) == "http://192.168.7.2:8080/\n"


def test_with_loopback_alone_it_is_said_that_no_phone_can_come(namespace: Namespace) -> None:
    assert namespace.run(SHOW) == "\n"
    told = namespace.run("from thera.startup_message import addresses_message; print(addresses_message((), 8080))")
    assert "for this computer only" in told
    assert "No phone can reach it" in told


def test_a_cable_that_is_pulled_takes_its_address_away(namespace: Namespace) -> None:
    namespace.wire("home0", "192.168.7.2/24")
    namespace.ip("link", "set", "home0far", "down")
    assert namespace.run(SHOW) == "\n"


def test_a_table_that_starts_there_prints_them_all_with_a_code_of_the_best(
    namespace: Namespace, tmp_path: Path
) -> None:
    namespace.wire("home0", "192.168.7.2/24")
    namespace.wire("more0", "169.254.3.4/16")
    command = ["play", "--port", "8080", "--data", str(tmp_path)]
    told = namespace.run(f"""
import os, pty, signal, subprocess, sys
terminal, output = pty.openpty()
with subprocess.Popen([sys.executable, "-m", "thera.cli", *{command}], stdout=output) as table:
    shown = b""
    while b"Ctrl-C" not in shown:
        shown += os.read(terminal, 4096)
    table.send_signal(signal.SIGTERM)
print(shown.decode().replace("\\r\\n", "\\n"))
""")
    first, second, *rest = told.splitlines()
    assert (first, second.split()[-1]) == ("Thera is open at http://192.168.7.2:8080/", "http://169.254.3.4:8080/")
    assert drawn_code("http://192.168.7.2:8080/", coloured=True) in "\n".join(rest)


def test_a_table_in_no_network_says_so_and_draws_no_code(namespace: Namespace) -> None:
    told = namespace.run(
        "from thera.startup_message import startup_message; from table.session.saved_state import SavedState;"
        "import sys; print(startup_message((), 8080, SavedState(), virtual=True, stream=sys.stdout))"
    )
    assert "No phone can reach it" in told
    assert "at http://127.0.0.1:8080/board" in told
    assert "scan the code" not in told


ASK = """
import http.client, signal, subprocess, sys
with subprocess.Popen([sys.executable, "-m", "thera.cli", *{command}], stdout=subprocess.PIPE, text=True) as table:
    for line in table.stdout:
        print(line, end="")
        if "Ctrl-C" in line:
            break
    for host in {hosts}:
        asked = http.client.HTTPConnection(host, 8080, timeout=20)
        asked.request("GET", "/")
        page = asked.getresponse().read().decode()
        print(host, page.partition('data-join="')[2].partition('"')[0])
    table.send_signal(signal.SIGINT)
"""


def test_where_there_is_ipv6_alone_the_table_is_found_by_it(namespace: Namespace, tmp_path: Path) -> None:
    namespace.wire("home0", None)
    namespace.ip("addr", "add", "fd00:7::2/64", "dev", "home0", "nodad")
    command = ["play", "--board", "virtual", "--port", "8080", "--data", str(tmp_path)]
    told = namespace.run(ASK.format(command=command, hosts=["::1", "127.0.0.1", "fd00:7::2"]))
    assert "Thera is open at http://[fd00:7::2]:8080/\n" in told
    for host in ("::1", "127.0.0.1", "fd00:7::2"):
        assert f"{host} http://[fd00:7::2]:8080/\n" in told


def test_a_computer_without_ipv6_listens_for_the_rest(namespace: Namespace, tmp_path: Path) -> None:
    namespace.run("open('/proc/sys/net/ipv6/conf/all/disable_ipv6', 'w').write('1')")
    namespace.wire("home0", "192.168.7.2/24")
    command = ["play", "--board", "virtual", "--port", "8080", "--data", str(tmp_path)]
    told = namespace.run(ASK.format(command=command, hosts=["192.168.7.2"]))
    assert "192.168.7.2 http://192.168.7.2:8080/\n" in told
