"""The boot configuration of a Pi, ``config.txt``: which lines apply to this model, and how to add some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.doctor.computer import Computer

_YES, _NO = ("on", "yes", "y", "true", "okay", "1"), ("off", "no", "n", "false", "disabled", "0")
"""The values of a device tree parameter that mean so."""

_PLACES = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))

# The models that each filter of config.txt matches, by the beginning of their names.
_MODELS = {
    "pi1": r"Model [AB]|Compute Module Rev",
    "pi2": "2 ",
    "pi3": "3 |Compute Module 3",
    "pi3+": "3 Model [AB] Plus",
    "pi4": "4 |400|Compute Module 4",
    "pi400": "400",
    "cm4": r"Compute Module 4\b",
    "cm4s": "Compute Module 4S",
    "pi5": "5 |500|Compute Module 5",
    "pi500": "500",
    "cm5": "Compute Module 5",
    "pi0": "Zero",
    "pi0w": "Zero W",
    "pi02": "Zero 2",
}


@dataclass(frozen=True, slots=True)
class BootConfig:
    """The path of the file, and what in it applies to this model: settings, device tree parameters, overlays. Of
    repeated lines the last one applies."""

    place: Path
    settings: dict[str, str]
    parameters: dict[str, str]
    overlays: frozenset[str]

    def switched_on(self, parameter: str) -> bool:
        """Whether a device tree parameter is on."""
        return self.parameters.get(parameter) in _YES

    def switched_off(self, parameter: str) -> bool:
        """Whether a device tree parameter is set to off, which differs from not being set."""
        return self.parameters.get(parameter) in _NO

    def add(self, *lines: str) -> tuple[str, ...]:
        """The commands that add lines for every model, and restart."""
        text = "".join(f"{line}\\n" for line in ("", "[all]", *lines))
        return f"printf '{text}' | sudo tee -a {self.place}", "sudo reboot"


def boot_config(computer: Computer) -> BootConfig | None:
    """The boot configuration of this Pi; None if the file is not where Raspberry Pi OS has it."""
    for place in _PLACES:
        if computer.there(place):
            break
    else:
        return None
    settings: dict[str, str] = {}
    parameters: dict[str, str] = {}
    overlays: set[str] = set()
    for line in _counting(computer, place):
        key, _, value = (part.strip() for part in line.partition("="))
        match key:
            case "dtparam" | "device_tree_param":
                for each in value.split(","):
                    name, _, setting = each.partition("=")
                    parameters[name.strip()] = setting.strip() or "on"
            case "dtoverlay" | "device_tree_overlay":
                overlays.add(re.split("[,:]", value)[0].strip())
            case _:
                settings[key] = value
    return BootConfig(place, settings, parameters, frozenset(overlays))


def _counting(computer: Computer, place: Path, within: frozenset[Path] = frozenset()) -> Iterator[str]:
    """The lines that apply to this model, with included files in place."""
    model = computer.model.removeprefix("Raspberry Pi ")
    of_model = otherwise = True
    for raw in (computer.text(place) or "").splitlines():
        line = raw.split("#")[0].strip()
        if line.startswith("["):
            name = line.strip("[] ").lower()
            if name == "all":
                of_model = otherwise = True
            elif name in _MODELS:
                of_model = re.match(_MODELS[name], model) is not None
            else:
                otherwise = False  # for a display, a serial number or a pin: a special case, if it applies at all
        elif line and of_model and otherwise:
            words = line.split()
            if words[0] == "include" and len(words) == 2:
                other = place.parent / words[1]
                if other not in within | {place}:
                    yield from _counting(computer, other, within | {place})
            else:
                yield line
