"""The addresses of the table's page, and the table's own network, which it opens where there is no other.

``thera install`` creates that network and ``thera-network.service`` opens it; see docs/own_network.md. The table itself
only reads its state, since it runs without privileges.
"""

from __future__ import annotations

import array
import fcntl
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntFlag
from ipaddress import AddressValueError, IPv4Address, IPv4Interface, IPv6Address
from pathlib import Path
from urllib.parse import urlsplit

from common.listening import EVERY_IPV4, EVERYWHERE

HTTP_PORT = 80

_GET_CONFIGURATION, _GET_FLAGS = 0x8912, 0x8913
"""SIOCGIFCONF and SIOCGIFFLAGS of netdevice(7). They need only an IPv4 socket, which the service is allowed to open."""
_NAME_SIZE = 16
_ENTRY_SIZE = 40 if struct.calcsize("P") == 8 else 32
_MOST_ADDRESSES = 256
"""The most addresses of one machine that are read."""
_DEVICES = Path("/sys/class/net")
LOOPBACK = "127.0.0.1"
INTERFACE = IPv4Interface("10.41.0.1/24")
"""The address of this machine in its own network; ``thera.install.network_profile`` sets the same."""


_IPV6_ADDRESSES = Path("/proc/self/net/if_inet6")
"""The IPv6 addresses, one a line: the address, the number of the interface, the length of the prefix, the scope, the
flags, and the name of the interface. A computer without IPv6 has no such file."""


class AddressFlags(IntFlag):
    """The flags of rtnetlink(7) of IPv6 addresses that should not be published."""

    TEMPORARY = 0x01
    DUPLICATE = 0x08
    DEPRECATED = 0x20
    TENTATIVE = 0x40


_UNTOLD = AddressFlags.TEMPORARY | AddressFlags.DUPLICATE | AddressFlags.DEPRECATED | AddressFlags.TENTATIVE


class InterfaceFlags(IntFlag):
    """The flags of an interface by netdevice(7)."""

    UP = 0x1
    LOOPBACK = 0x8
    POINT_TO_POINT = 0x10
    RUNNING = 0x40


@dataclass(frozen=True, slots=True)
class NetworkInterface:
    """An interface of this machine with an address. ``device``: it has its own hardware; ``inward``: it is a
    bridge whose members have none, as for containers and virtual machines."""

    name: str
    address: IPv4Address | IPv6Address
    flags: InterfaceFlags
    device: bool = True
    inward: bool = False

    @property
    def serves_phones(self) -> bool:
        """Whether a phone may be behind it: it is up, and neither loopback, nor a tunnel, nor ``inward``. No browser
        opens a link-local IPv6 address."""
        works = InterfaceFlags.UP | InterfaceFlags.RUNNING
        return (
            self.flags & works == works
            and not self.flags & (InterfaceFlags.LOOPBACK | InterfaceFlags.POINT_TO_POINT)
            and not self.address.is_loopback
            and not (self.address.version == 6 and self.address.is_link_local)
            and not self.inward
        )


def interfaces() -> tuple[NetworkInterface, ...]:
    """Return the interfaces of this machine, one for each address, except temporary IPv6 addresses."""
    room = array.array("B", bytes(_MOST_ADDRESSES * _ENTRY_SIZE))
    where, size = room.buffer_info()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        buffer_filled = fcntl.ioctl(asked.fileno(), _GET_CONFIGURATION, struct.pack("@iP", size, where))
        filled: int = struct.unpack("@iP", buffer_filled)[0]
        entries = [room[start : start + _ENTRY_SIZE].tobytes() for start in range(0, filled, _ENTRY_SIZE)]
        found: list[tuple[bytes, IPv4Address | IPv6Address]] = [
            (entry[:_NAME_SIZE].split(b"\0")[0], IPv4Address(entry[_NAME_SIZE + 4 : _NAME_SIZE + 8]))
            for entry in entries
        ]
        return tuple(_interface(asked, name, address) for name, address in (*found, *_ipv6_addresses()))


def _ipv6_addresses() -> Iterator[tuple[bytes, IPv6Address]]:
    try:
        lines = _IPV6_ADDRESSES.read_bytes().splitlines()
    except FileNotFoundError:
        return
    for address, _, _, _, flags, name in map(bytes.split, lines):
        if not AddressFlags(int(flags, 16)) & _UNTOLD:
            yield name, IPv6Address(int(address, 16))


def _interface(asked: socket.socket, name: bytes, address: IPv4Address | IPv6Address) -> NetworkInterface:
    request = name.ljust(_NAME_SIZE, b"\0") + bytes(_ENTRY_SIZE - _NAME_SIZE)
    try:
        (flags,) = struct.unpack_from("@H", fcntl.ioctl(asked.fileno(), _GET_FLAGS, request), _NAME_SIZE)
    except OSError:  # the interface is gone by now
        flags = 0
    folder = _DEVICES / name.decode(errors="replace").split(":")[0]  # ":1" etc. are more addresses of it
    members = folder / "brif"
    return NetworkInterface(
        folder.name,
        address,
        InterfaceFlags(flags),
        device=(folder / "device").exists(),
        inward=members.is_dir() and not any((_DEVICES / each.name / "device").exists() for each in members.iterdir()),
    )


def outward_address() -> IPv4Address | None:
    """Return the address of this machine on its default route; None without one.

    Nothing is sent: connecting a datagram socket only chooses a route. The destination is an address for documentation
    (RFC 5737), which no machine has.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return IPv4Address(probe.getsockname()[0])


def home_addresses() -> tuple[str, ...]:
    """Return the numeric addresses of this machine in the home network, the best first; none if it is in no network."""
    return ranked(interfaces(), outward_address())


def _is_own(address: IPv4Address | IPv6Address) -> bool:
    """Whether an interface gave itself this address, since no server did."""
    return address.version == 4 and address.is_link_local


def ranked(found: tuple[NetworkInterface, ...], outward: IPv4Address | None) -> tuple[str, ...]:
    """Return the addresses of the interfaces that serve phones: first the one of the default route, then those of
    hardware, and last link-local ones. IPv6 addresses count only on interfaces without IPv4, the private ones first.

    >>> plug, lab = InterfaceFlags.UP | InterfaceFlags.RUNNING, IPv4Address("10.9.0.2")
    >>> ranked((NetworkInterface("lo", IPv4Address("127.0.0.1"), plug), NetworkInterface("eth1", lab, plug)), None)
    ('10.9.0.2',)
    """

    def rank(each: NetworkInterface) -> tuple[bool, int, bool, bool, bool]:
        address = each.address
        public = address.version == 6 and not address.is_private
        return _is_own(address), address.version, public, address != outward, not each.device

    served = [each for each in found if each.serves_phones]
    older = {each.name for each in served if each.address.version == 4 and not _is_own(each.address)}
    serving = sorted((each for each in served if each.address.version == 4 or each.name not in older), key=rank)
    return tuple(dict.fromkeys(str(each.address) for each in serving))


def page_addresses(host: str, port: int) -> tuple[str, ...]:
    """Return the addresses to type for a server that listens on ``host``, the best first; none if no phone can reach
    it."""
    if host not in (EVERYWHERE, EVERY_IPV4):
        return (page_address(host, port),)
    return tuple(page_address(each, port) for each in home_addresses() if host == EVERYWHERE or ":" not in each)


def page_address(name: str, port: int) -> str:
    """Return the address to type for a machine of this name or numeric address, without the usual port of pages.

    >>> page_address("192.168.1.20", 80), page_address("::1", 8080)
    ('http://192.168.1.20/', 'http://[::1]:8080/')
    """
    behind = "" if port == HTTP_PORT else f":{port}"
    return f"http://{f'[{name}]' if ':' in name else name}{behind}/"


def host_of(address: str) -> str:
    """Return the name or the numeric address in an address of a page.

    >>> host_of("http://thera.example:8080/"), host_of("http://[::1]/")
    ('thera.example', '::1')
    """
    return urlsplit(address).hostname or ""


@dataclass(frozen=True, slots=True)
class OwnNetwork:
    """The table's own network: its ``name`` and ``password``, and this machine's address in it while it is open."""

    name: str
    password: str
    interface: IPv4Interface = INTERFACE

    def page(self, port: int = HTTP_PORT) -> str:
        """Return the address of the table's page in the network.

        >>> OwnNetwork("Thera", "kamo-tezi-runa-pilo").page()
        'http://10.41.0.1/'
        """
        return page_address(str(self.interface.ip), port)

    def is_open(self) -> bool:
        """Whether it is open: only then does this machine have its address, so that a socket can be bound to it."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind((str(self.interface.ip), 0))
            except OSError:
                return False
            return True

    def has(self, address: str) -> bool:
        """Whether this numeric address belongs to the network."""
        try:
            return IPv4Address(address) in self.interface.network
        except AddressValueError:
            return False
