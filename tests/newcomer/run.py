"""What somebody types first on a bare Debian 12 and 13, and what comes: ``python -m tests.newcomer.run``, as root.

All that is made lies in ``build/newcomer-test``. It downloads packages as a newcomer does, so it needs the internet.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from dataclasses import dataclass, replace

from tests.newcomer.bare_debian import EIGHT_BIT, USER, BareDebian, Came, NewcomerTestError

RELEASES = ("bookworm", "trixie")
PORT = 18080
TRIED = "'TESTS=tests/engine/test_judging.py tests/web_ui/test_web_lobby.py'"
"""Tests that are run to see that what tests need is there: Python and the browser."""
LISTED = re.compile(r"(?:su -c|sudo sh -c) '(apt-get update; apt-get install [^']*)'")
PAGE = f"""
import os, re, signal, subprocess, sys, urllib.request
command = ["make", "--silent", "run", "ARGS=--port {PORT}"]
table = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
told = b""
for line in table.stdout:
    told += line
    if re.search(rb"http://[^ ]+:{PORT}/?", line):
        break
sys.stdout.buffer.write(told)
sys.stdout.flush()
with urllib.request.urlopen("http://127.0.0.1:{PORT}/", timeout=30) as page:
    print("page", page.status, len(page.read()) > 1000)
os.killpg(table.pid, signal.SIGINT)
rest, _ = table.communicate(timeout=60)
sys.stdout.buffer.write(rest)
print("ended", table.returncode)
"""
"""Types `make run`, opens the page, and ends it by Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: on which Debian, under which circumstances, what was typed, what came, whether that is as it
    should be, after how long.
    """

    release: str
    circumstances: str
    typed: str
    came: str
    well: bool
    seconds: float


class Newcomer:
    """Somebody at a bare computer, and what came of what they typed."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.computer = BareDebian(release)
        self.rows: list[Row] = []

    def types(
        self,
        circumstances: str,
        command: str,
        *expected: str,
        fails: bool = False,
        user: str = USER,
        internet: bool = True,
        locale: str = "C.UTF-8",
    ) -> Came:
        """Type a command, and hold what comes against sentences that are to come; the table shows the first."""
        began = time.monotonic()
        came = self.computer.typed(command, user=user, internet=internet, locale=locale)
        lacking = [f"did not say {sentence!r}" for sentence in expected if sentence not in came.text]
        if (came.code != 0) is not fails:
            lacking.append(f"ended with {came.code}")
        if "Traceback" in came.text:
            lacking.append("showed its insides")
        said = expected[0] if expected else f"ended with {came.code}"
        typed = command.strip().splitlines()[0]
        row = Row(self.release, circumstances, typed, "; ".join(lacking) or said, not lacking, time.monotonic() - began)
        self.rows.append(row)
        print(f"  {row.circumstances}: {row.typed}: {row.came} ({row.seconds:.0f} s)", flush=True)
        if lacking:
            print(came.text, flush=True)
        return came

    def types_what_was_listed(self, came: Came) -> None:
        """Become root and type the line that was given."""
        lines = LISTED.findall(came.text)
        if len(lines) != 1:
            raise NewcomerTestError(f"{self.release}: there is not one line to type, but {len(lines)}:\n{came.text}")
        self.types("root", lines[0], user="root")

    def opens_the_page(self, circumstances: str, *, internet: bool = True, locale: str = "C.UTF-8") -> None:
        """Type `make run`, open the page, and end it."""
        command = f"python3 - <<'END'\n{PAGE}\nEND"
        self.types(circumstances, command, "page 200 True", internet=internet, locale=locale)
        self.rows.append(replace(self.rows.pop(), typed="make run, and the page is opened"))


def without_sudo(release: str) -> list[Row]:
    """An ordinary user who has to ask root for packages."""
    ann = Newcomer(release)
    listed = ann.types("user without sudo", "make run", "python3 python3-venv", fails=True, internet=False)
    with ann.computer.with_foreign_source():
        ann.types_what_was_listed(listed)
    ann.types("no internet", "make run", "There seems to be no internet", fails=True, internet=False)
    ann.opens_the_page("with internet")
    ann.opens_the_page("no internet, no default route", internet=False)
    ann.opens_the_page("locale C", internet=False, locale="C")
    ann.opens_the_page(f"locale {EIGHT_BIT}", internet=False, locale=EIGHT_BIT)
    taken = f"""python3 - <<'END'
import socket, subprocess, sys
with socket.create_server(("", {PORT})):
    sys.exit(subprocess.run(["make", "--silent", "run", "ARGS=--port {PORT}"]).returncode)
END"""
    ann.types("port taken", taken, f"{PORT}", "--port", fails=True, internet=False)
    ann.rows.append(replace(ann.rows.pop(), typed=f'make run ARGS="--port {PORT}"'))
    listed = ann.types("user without sudo", f"make test {TRIED}", "chromium", fails=True, internet=False)
    ann.types_what_was_listed(listed)
    ann.types("then", f"make test {TRIED}", " passed")
    ann.types(f"locale {EIGHT_BIT}", f"make test {TRIED}", " passed", internet=False, locale=EIGHT_BIT)
    ann.types("", "make doctor", "ready", internet=False)
    ann.computer.remove()
    return ann.rows


def with_sudo(release: str) -> list[Row]:
    """A user who may be root without a password."""
    ann = Newcomer(release)
    ann.computer.allow_sudo()
    with ann.computer.with_foreign_source():
        ann.types("user with sudo, foreign source", f"make test {TRIED}", " passed")
    ann.computer.remove()
    return ann.rows


def main() -> int:
    """Play all of it, and print the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", choices=RELEASES, action="append", help="only this Debian (default: all)")
    args = parser.parse_args()
    if os.geteuid() != 0:
        print("Only root may make and enter a bare Debian: sudo make newcomer-test", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for release in args.release or RELEASES:
        print(release, flush=True)
        rows += without_sudo(release) + with_sudo(release)
    print("| Debian | circumstances | typed | came | seconds |\n|---|---|---|---|---|")
    for row in rows:
        print(f"| {row.release} | {row.circumstances} | `{row.typed}` | {row.came} | {row.seconds:.0f} |")
    return 0 if all(row.well for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
