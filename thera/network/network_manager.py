"""Opens the table's own network where the computer is in no other. ``thera-network.service`` runs it as root. It
asks NetworkManager and the Wi-Fi driver for the situation, and lets NetworkManager carry out the decision."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from thera.network.network_decision import (
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

COMMAND_SECONDS = 90.0
"""The most seconds for a command; NetworkManager itself gives up earlier."""
PAUSE, LONG_PAUSE = 10.0, 60.0
"""Seconds between two checks: usually, and in a network that is not the table's own."""


class NetworkError(Exception):
    """NetworkManager or the driver failed; the message is one line."""


def run(*command: str) -> str:
    """The output of a command.

    :raises NetworkError: if it cannot be run, fails, or takes too long.
    """
    try:
        ran = subprocess.run(  # noqa: S603 - the commands are those below
            command,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"},  # its output is parsed
            stdin=subprocess.DEVNULL,
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=COMMAND_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NetworkError(f"{command[0]} cannot be run: {error}") from error
    if ran.returncode != 0:
        output = " ".join((ran.stderr or ran.stdout).split()) or f"exit code {ran.returncode}"
        raise NetworkError(f"{' '.join(command)}: {output}")
    return ran.stdout


def rows(terse: str) -> Iterator[list[str]]:
    """The fields of each line of ``nmcli --terse``: a colon ends a field unless a backslash precedes it.

    >>> list(rows("wlan0:At\\\\:home\\\\\\\\\\\\:"))
    [['wlan0', 'At:home\\\\:']]
    """
    for line in terse.splitlines():
        fields: list[str] = []
        for text, end in re.findall(r"((?:\\.|[^:\\])*)(:|$)", line):
            fields.append(re.sub(r"\\(.)", r"\1", text))
            if not end:
                break
        yield fields


@dataclass(frozen=True, slots=True)
class NetworkManager:
    """NetworkManager through its command ``nmcli``; ``run`` runs a command."""

    run: Callable[..., str] = run

    def look(self) -> VisibleNetwork:
        """The visible state now.

        :raises NetworkError: if NetworkManager or the driver fails.
        """
        output = self._nmcli("--fields", "DEVICE,TYPE,STATE,CON-UUID", "device", "status")
        seen = VisibleNetwork(tuple(NetworkDevice(*row) for row in rows(output)), knows_others=self._knows_others())
        return (
            seen
            if seen.open_on is None
            else VisibleNetwork(seen.devices, self._phones(seen.open_on), seen.knows_others)
        )

    def _knows_others(self) -> bool:
        output = self._nmcli("--fields", "UUID,TYPE,AUTOCONNECT", "connection", "show")
        return any(kind == "802-11-wireless" and itself == "yes" for uuid, kind, itself in rows(output))

    def _phones(self, device: NetworkDevice) -> int:
        """The number of phones in the network of a device. Only the driver knows."""
        output = self.run("iw", "dev", device.name, "station", "dump")
        return sum(line.startswith("Station ") for line in output.splitlines())

    def open(self) -> None:
        """Open the own network.

        :raises NetworkError: if that fails.
        """
        self._nmcli("--wait", "60", "connection", "up", "uuid", OWN_UUID)

    def close(self) -> None:
        """Close the own network; NetworkManager then joins a known network automatically.

        :raises NetworkError: if that fails.
        """
        self._nmcli("--wait", "30", "connection", "down", "uuid", OWN_UUID)

    def _nmcli(self, *arguments: str) -> str:
        return self.run("nmcli", "--terse", *arguments)


@dataclass(slots=True)
class OwnNetworkService:
    """Checks the situation again and again, and opens or closes the own network."""

    manager: NetworkManager
    say: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    state: NetworkState | None = None
    _reported: str = field(default="", init=False)

    def step(self) -> float:
        """Check once and act; the seconds until the next check."""
        try:
            seen = self.manager.look()
            before, now = self.state, self.clock()
            self.state = follow(before, situation(seen), now)
            if before is None or before.situation is not self.state.situation:
                self.say(self.state.situation.value)
            match decide(self.state, now, hope=seen.hope):
                case NetworkAction.OPEN:
                    self.manager.open()
                case NetworkAction.CLOSE:
                    self.say("no phone is in the table's own network: closing it to look for others")
                    self.manager.close()
                case NetworkAction.NOTHING:
                    return LONG_PAUSE if self.state.situation is NetworkSituation.HOME else PAUSE
        except NetworkError as error:
            if str(error) != self._reported:
                self.say(str(error))
            self._reported = str(error)
            return PAUSE
        self._reported = ""
        return 0.0


def main() -> None:
    """Check until the process is stopped."""
    service = OwnNetworkService(NetworkManager(), lambda line: print(line, flush=True))  # noqa: T201 - the journal stores it
    while True:
        time.sleep(service.step())


if __name__ == "__main__":
    main()
