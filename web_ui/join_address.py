"""The address that a page shows to other phones, and that its QR code holds."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import request

FindAddress = Callable[[], str | None]
"""The best address of the table as it is now; None if no phone can reach it."""


def join_address(find: FindAddress | None) -> str | None:
    """For others the address by which this page was opened, if that is a numeric one of another computer than the
    table's: who comes the same way arrives. Else what is found; None if that is nothing."""
    if find is None:
        return f"{request.host_url}j"
    found = find()
    return request.host_url if _is_numeric(found) and _leads_here(request.host) else found


def _is_numeric(found: str | None) -> bool:
    """Whether it is a numeric address, and no name that somebody has chosen."""
    return found is None or _ip(urlsplit(found).netloc) is not None


def _leads_here(host: str) -> bool:
    """Whether this Host header is a numeric address by which other computers reach the table."""
    address = _ip(host)
    return address is not None and not address.is_loopback and not address.is_unspecified


def _ip(netloc: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(urlsplit(f"//{netloc}").hostname or "")
    except ValueError:
        return None
