"""Where a request came from, as far as the table has to tell callers apart."""

from __future__ import annotations

import ipaddress

from flask import Request

from table.session.table_api import Origin

NETWORK_BITS = 64
"""Whoever has one address of IPv6 has all of a network of this prefix."""


def origin_of(asked: Request) -> Origin:
    """The address of the connection, whatever its headers say, and the network of which its owner has all addresses."""
    return origin_at(asked.remote_addr or "")


def origin_at(text: str) -> Origin:
    """The origin of an address as a socket has it.

    >>> origin_at("192.168.1.5") == origin_at("::ffff:192.168.1.5")
    True
    >>> origin_at("fe80::1%wlan0")
    Origin(network='fe80::', address='fe80::1%wlan0')
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return Origin(text, text)
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            network = ipaddress.ip_network((int(address), NETWORK_BITS), strict=False)
            return Origin(str(network.network_address), str(address))
        address = address.ipv4_mapped
    return Origin(str(address), str(address))
