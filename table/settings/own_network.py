"""The table's own network, which it opens where there is no other: what phones need to join it, and whether it is open.

``thera install`` creates it and ``thera-network.service`` opens it; see docs/own_network.md. The table itself only
reads its state, since it runs without privileges.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv4Interface

from table.settings.page_addresses import HTTP_PORT, page_address

INTERFACE = IPv4Interface("10.41.0.1/24")
"""The address that this machine has there; ``thera.install.network_profile`` gives it the same."""


@dataclass(frozen=True, slots=True)
class OwnNetwork:
    """A network by its ``name`` and ``password``, and the address that this machine has there while it is open."""

    name: str
    password: str
    interface: IPv4Interface = INTERFACE

    def page(self, port: int = HTTP_PORT) -> str:
        """The address of the table's page there.

        >>> OwnNetwork("Thera", "kamo-tezi-runa-pilo").page()
        'http://10.41.0.1/'
        """
        return page_address(str(self.interface.ip), port)

    def is_open(self) -> bool:
        """Whether it is open: only then this machine has its address, and a socket can be bound to it."""
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
