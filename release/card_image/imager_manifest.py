"""What tells Raspberry Pi Imager how an image can be customised: a manifest, which it opens like a list of systems.

Without one, Imager 2 offers no customisation for a file, as it cannot know which kind the system in it understands.
Source: ``doc/json-schema/os-list-schema.json`` of raspberrypi/rpi-imager.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

DEVICES = {
    "Raspberry Pi 5": "pi5-64bit",
    "Raspberry Pi 4": "pi4-64bit",
    "Raspberry Pi 3": "pi3-64bit",
    "Raspberry Pi Zero 2 W": "pi3-64bit",
}
"""What the devices are called in Imager, and the tag of each."""
WITHOUT_A_PI_5 = ("pi3-64bit", "pi4-64bit")
CUSTOMISED_BY = "rpi-preseed"
"""Imager then writes ``rpi-preseed.toml``, which the card reads."""


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """What a manifest says of an image: where it is, packed; how large it is packed and unpacked, in bytes; the SHA-256
    of the unpacked one; the day it was made, as in 2026-11-23; the tags of the devices that it is for; and where a
    picture for it is."""

    address: str
    packed_size: int
    size: int
    sha256: str
    day: str
    tags: tuple[str, ...]
    icon: str


def manifest(facts: ImageFacts, version: str) -> str:
    """The text of the manifest for an image of this version of Thera."""
    devices = [
        {"name": name, "description": "", "tags": [tag], "capabilities": []}
        for name, tag in DEVICES.items()
        if tag in facts.tags
    ]
    system = {
        "name": f"Thera {version}",
        "description": "The companion for a physical Santorini table",
        "icon": facts.icon,
        "url": facts.address,
        "extract_size": facts.size,
        "extract_sha256": facts.sha256,
        "image_download_size": facts.packed_size,
        "release_date": facts.day,
        "devices": list(facts.tags),
        "init_format": CUSTOMISED_BY,
        "architecture": "armv8",
    }
    return json.dumps({"imager": {"devices": devices}, "os_list": [system]}, indent=2) + "\n"
