"""A Debian with nothing on it but what the README says to install first, in which somebody types commands."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.house import ROOT

STATE = ROOT / "build" / "newcomer-test"
PACKAGES = ("ca-certificates", "git", "locales", "make")
"""What is there: the two programs of the README's first line, and locales to choose from."""
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PASSED_ON = ("http_proxy", "https_proxy", "no_proxy", "PIP_INDEX_URL", "NPM_CONFIG_REGISTRY")
"""How this machine reaches the internet, if it says so."""
USER = "ann"
PROJECT = f"/home/{USER}/Übungen/thera"  # letters that an eight-bit locale reads as others
EIGHT_BIT = "nl_NL.ISO-8859-1"
NOISE = "/run/systemd/nspawn/"
"""What the container says of itself."""
PATIENCE = 1800.0
"""Seconds for what downloads and installs on a busy machine."""


class NewcomerTestError(Exception):
    """Something is not as it should be; the message says what."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a typed command: its exit code, and all that it printed."""

    code: int
    text: str


def make_root(release: str) -> Path:
    """The files of such a Debian, made once for each release; computers are copies."""
    root, recipe = STATE / f"{release}.root", STATE / f"{release}.recipe"
    command = ["mmdebstrap", "--quiet", "--mode=root", "--format=directory", "--variant=minbase"]
    command += [f"--include={','.join(PACKAGES)}", release]
    if recipe.exists() and recipe.read_text() == shlex.join(command):
        return root
    print(f"Making a bare Debian ({release}), which takes a minute or two ...", flush=True)
    STATE.mkdir(parents=True, exist_ok=True)
    recipe.unlink(missing_ok=True)
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run([*command, root], check=True, stdin=subprocess.DEVNULL)
    recipe.write_text(shlex.join(command))
    return root


class BareDebian:
    """A computer of somebody who has just cloned the project."""

    def __init__(self, release: str) -> None:
        self.root = STATE / f"{release}.machine"
        shutil.rmtree(self.root, ignore_errors=True)
        subprocess.run(["cp", "--archive", "--reflink=auto", make_root(release), self.root], check=True)
        if CERTIFICATES.exists():
            shutil.copyfile(CERTIFICATES, self.root / CERTIFICATES.relative_to("/"))
        self._set_up()

    def _set_up(self) -> None:
        checkout = self.root / PROJECT.lstrip("/")
        self._enter("root", f"useradd --create-home --shell /bin/bash {USER}", internet=False)
        language, _, charset = EIGHT_BIT.partition(".")
        self._enter("root", f"localedef --inputfile={language} --charmap={charset} {EIGHT_BIT}", internet=False)
        subprocess.run(["git", "clone", "--quiet", f"file://{ROOT}", checkout], check=True)
        self._enter("root", f"chown --recursive {USER}: {PROJECT}", internet=False)

    def remove(self) -> None:
        """Throw it away."""
        shutil.rmtree(self.root)

    def typed(self, command: str, *, user: str = USER, internet: bool = True, locale: str = "C.UTF-8") -> Came:
        """What comes of a command that somebody types in the project's folder."""
        ran = subprocess.run(
            self._entered(user, command, internet=internet, locale=locale),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
        )
        lines = ran.stdout.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
        seen = (line.rpartition("\r")[2] for line in lines if NOISE not in line)  # what a terminal shows in the end
        return Came(ran.returncode, "\n".join(seen))

    def _enter(self, user: str, command: str, *, internet: bool) -> None:
        came = self.typed(command, user=user, internet=internet)
        if came.code != 0:
            raise NewcomerTestError(f"{command} ended with {came.code}: {came.text}")

    def _entered(self, user: str, command: str, *, internet: bool, locale: str) -> list[str]:
        settings = {"LC_ALL": locale, "TERM": "dumb", "SSL_CERT_FILE": str(CERTIFICATES)}
        settings |= {"PIP_CERT": str(CERTIFICATES), "NODE_EXTRA_CA_CERTS": str(CERTIFICATES)}
        settings |= {name: value for name in PASSED_ON if (value := os.environ.get(name))}
        where = PROJECT if (self.root / PROJECT.lstrip("/")).exists() else "/"
        return [
            "systemd-nspawn",
            "--quiet",
            "--register=no",
            "--keep-unit",
            "--as-pid2",
            f"--directory={self.root}",
            f"--user={user}",
            f"--chdir={where}",
            *(f"--setenv={name}={value}" for name, value in settings.items()),
            *(["--resolv-conf=copy-host"] if internet else ["--private-network", "--resolv-conf=off"]),
            "/bin/bash",
            "-c",
            command,
        ]

    @contextmanager
    def with_foreign_source(self) -> Iterator[None]:
        """With a source of packages that cannot be reached, as people leave them behind."""
        foreign = self.root / "etc/apt/sources.list.d/foreign.list"
        foreign.write_text("deb [trusted=yes] http://packages.invalid/debian stable main\n")
        try:
            yield
        finally:
            foreign.unlink()

    def allow_sudo(self) -> None:
        """Let the user be root without a password."""
        self._enter("root", "apt-get -qq update && apt-get -qq install --no-install-recommends sudo", internet=True)
        (self.root / "etc/sudoers.d/everything").write_text(f"{USER} ALL=(ALL) NOPASSWD: ALL\n")
