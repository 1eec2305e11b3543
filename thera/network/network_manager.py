"""Opens the table's own network where the machine is in no other: what ``thera-network.service`` runs, as root. It asks
NetworkManager and the Wi-Fi's driver how things stand, and lets NetworkManager do what is decided."""

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

PATIENCE = 90.0
"""Seconds for a command; NetworkManager itself gives up before."""
PAUSE, LONG_PAUSE = 10.0, 60.0
"""Seconds between two looks: usually, and in a network that is not the table's own."""


class NetworkError(Exception):
    """NetworkManager or the driver does not do what it is asked; one line that says why."""


def run(*command: str) -> str:
    """What a command prints.

    :raises NetworkError: if it cannot be run, fails, or takes too long.
    """
    try:
        ran = subprocess.run(  # noqa: S603 - the commands are those below
            command,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"},  # its words are compared
            stdin=subprocess.DEVNULL,
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NetworkError(f"{command[0]} cannot be run: {error}") from error
    if ran.returncode != 0:
        told = " ".join((ran.stderr or ran.stdout).split()) or f"it ended with {ran.returncode}"
        raise NetworkError(f"{' '.join(command)}: {told}")
    return ran.stdout


def rows(terse: str) -> Iterator[list[str]]:
    """The fields of each line of ``nmcli --terse``: a colon ends a field unless a backslash stands before it.

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
    """NetworkManager, as its command ``nmcli`` shows it; ``run`` runs a command."""

    run: Callable[..., str] = run

    def look(self) -> VisibleNetwork:
        """What is seen now.

        :raises NetworkError: if that cannot be found out.
        """
        told = self._nmcli("--fields", "DEVICE,TYPE,STATE,CON-UUID", "device", "status")
        seen = VisibleNetwork(tuple(NetworkDevice(*row) for row in rows(told)), knows_others=self._knows_others())
        return (
            seen
            if seen.open_on is None
            else VisibleNetwork(seen.devices, self._phones(seen.open_on), seen.knows_others)
        )

    def _knows_others(self) -> bool:
        told = self._nmcli("--fields", "UUID,TYPE,AUTOCONNECT", "connection", "show")
        return any(kind == "802-11-wireless" and itself == "yes" for uuid, kind, itself in rows(told))

    def _phones(self, device: NetworkDevice) -> int:
        """How many are in the network that is open on this device; NetworkManager does not tell, the driver does."""
        told = self.run("iw", "dev", device.name, "station", "dump")
        return sum(line.startswith("Station ") for line in told.splitlines())

    def open(self) -> None:
        """Open the own network.

        :raises NetworkError: if it cannot be opened.
        """
        self._nmcli("--wait", "60", "connection", "up", "uuid", OWN_UUID)

    def close(self) -> None:
        """Close it; NetworkManager then joins a network that it knows by itself.

        :raises NetworkError: if it cannot be closed.
        """
        self._nmcli("--wait", "30", "connection", "down", "uuid", OWN_UUID)

    def _nmcli(self, *order: str) -> str:
        return self.run("nmcli", "--terse", *order)


@dataclass(slots=True)
class OwnNetworkService:
    """Looks, and does what is decided, again and again."""

    manager: NetworkManager
    say: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    moment: NetworkState | None = None
    _wrong: str = field(default="", init=False)

    def step(self) -> float:
        """Look once and do what is to be done; in how many seconds to look again."""
        try:
            seen = self.manager.look()
            before, now = self.moment, self.clock()
            self.moment = follow(before, situation(seen), now)
            if before is None or before.situation is not self.moment.situation:
                self.say(self.moment.situation.value)
            match decide(self.moment, now, hope=seen.hope):
                case NetworkAction.OPEN:
                    self.manager.open()
                case NetworkAction.CLOSE:
                    self.say("no phone is in the table's own network: it is closed, and others are looked for")
                    self.manager.close()
                case NetworkAction.NOTHING:
                    return LONG_PAUSE if self.moment.situation is NetworkSituation.HOME else PAUSE
        except NetworkError as error:
            if str(error) != self._wrong:
                self.say(str(error))
            self._wrong = str(error)
            return PAUSE
        self._wrong = ""
        return 0.0


def main() -> None:
    """Look until the process is ended."""
    keeper = OwnNetworkService(NetworkManager(), lambda line: print(line, flush=True))  # noqa: T201 - it is what the journal holds
    while True:
        time.sleep(keeper.step())


if __name__ == "__main__":
    main()
