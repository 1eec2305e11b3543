"""Whether the table can open its own network, where one is configured."""

from __future__ import annotations

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding, not_here, ok, wrong

WHAT = "own Wi-Fi"


def own_network(computer: Computer, _board: BoardFile) -> Finding:
    """The Wi-Fi of this computer, which the table's own network uses."""
    if not computer.there("/etc/thera/network.toml"):
        return not_here(WHAT, "this computer opens no network of its own")
    radios = [
        each for each in computer.matches("/sys/class/rfkill", "*") if computer.text(_of(each.name, "type")) == "wlan"
    ]
    if not radios:
        return not_here(WHAT, "this computer has no Wi-Fi")
    if any(computer.text(_of(each.name, "hard")) == "1" for each in radios):
        return wrong(WHAT, "the Wi-Fi is switched off in hardware", "use the Wi-Fi switch or key of the computer")
    if any(computer.text(_of(each.name, "soft")) == "1" for each in radios):
        if computer.is_pi:
            return wrong(
                WHAT,
                "the Wi-Fi is switched off, as on any Pi until its country is set",
                "set it, with the two-letter code of your country in place of NL",
                "sudo raspi-config nonint do_wifi_country NL",
            )
        return wrong(WHAT, "the Wi-Fi is switched off", "switch it on", "sudo rfkill unblock wlan")
    return ok(WHAT, "the Wi-Fi is switched on")


def _of(radio: str, name: str) -> str:
    return f"/sys/class/rfkill/{radio}/{name}"
