"""Applies the settings of the boot partition to the running system: ``python3 -m
tools.release.card_image.on_card.card_setup``, as root, at each start and before the network is up.

The card's service runs it. It does nothing if the files are unchanged since the last start. It writes the faults and
the settings in use to `REPORT` beside them.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.release.card_image.on_card import card_report, imager_files, settings_text
from tools.release.card_image.on_card.card_settings import CardSettings, CardUser, HomeWifi, SettingsRead

USUAL_HOST = "thera"
USUAL_ZONE = "Etc/UTC"
BOOT = Path("/boot/firmware")
REPORT = "thera-report.txt"
DONE = Path("var/lib/thera-card/settings.sha256")
FORGETFUL = Path("run/thera-card/forgetful")
"""Exists if the data partition could not be used."""
HOME_PROFILE = Path("etc/NetworkManager/system-connections/thera-card-home.nmconnection")
OWN_SETTINGS = Path("etc/thera/network.toml")
OWN_NETWORK = ("/opt/thera/current/bin/python", "-I", "-m", "thera.install.network_profile")
HOST_KEY = Path("/etc/ssh/ssh_host_ed25519_key")
HOST_NAME = Path("/proc/sys/kernel/hostname")
_HOME_UUID = uuid.uuid5(uuid.NAMESPACE_URL, "thera-card-home")
_READ = (settings_text.FILE, *imager_files.TOML_FILES, imager_files.SCRIPT, *imager_files.UNREAD)


def contents(boot: Path) -> dict[str, bytes]:
    """The files with settings on a boot partition."""
    return {name: (boot / name).read_bytes() for name in _READ if (boot / name).is_file()}


def read_all(files: dict[str, bytes]) -> SettingsRead:
    """Return the combined settings of the files: ``thera.txt`` first, then those of Imager, the newest format first."""
    read = [settings_text.read_text(files[settings_text.FILE])] if settings_text.FILE in files else []
    read += [imager_files.read_toml(name, files[name]) for name in imager_files.TOML_FILES if name in files]
    if imager_files.SCRIPT in files:
        read.append(imager_files.read_script(files[imager_files.SCRIPT]))
    settings = CardSettings()
    for each in read:
        settings = settings.over(each.settings)
    unread = [
        f"{name} is for systems with cloud-init, and this card has none: use Raspberry Pi Imager 2.0.11 or later with"
        f" the manifest of the image, or write {settings_text.FILE}."
        for name in imager_files.UNREAD
        if name in files
    ]
    return SettingsRead(settings, (*(problem for each in read for problem in each.problems), *unread))


def home_profile(wifi: HomeWifi) -> str:
    """Return the Wi-Fi at home as a profile in the key file format of NetworkManager."""
    lines = ["[connection]", "id=thera-card-home", f"uuid={_HOME_UUID}", "type=wifi", "", "[wifi]"]
    # As bytes, so that no sign in the name has a meaning of its own.
    lines.append(f"ssid={''.join(f'{byte};' for byte in wifi.name.encode())}")
    if wifi.hidden:
        lines.append("hidden=true")
    if wifi.password is not None:
        escaped = wifi.password.replace("\\", "\\\\")
        if escaped.startswith(" "):
            escaped = f"\\s{escaped[1:]}"
        lines += ["", "[wifi-security]", "key-mgmt=wpa-psk", f"psk={escaped}"]
    return "\n".join([*lines, "", "[ipv4]", "method=auto", "", "[ipv6]", "method=auto", ""])


def hosts(name: str) -> str:
    """Return the computer's names for itself."""
    return f"127.0.0.1 localhost\n127.0.1.1 {name}\n::1 localhost ip6-localhost ip6-loopback\n"


def own_network_text(settings: CardSettings, now: str) -> str:
    """Return the file with the name and password of the table's own Wi-Fi after these settings, from its present
    text."""
    kept = tomllib.loads(now)
    name, password = settings.own_name or kept["name"], settings.own_password or kept["password"]
    return f'name = "{name}"\npassword = "{password}"\n'


def write(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a file completely or not at all, with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    draft.touch(mode=mode)
    draft.chmod(mode)
    draft.write_text(text, "utf-8")
    draft.replace(path)


def point(link: Path, target: str) -> None:
    """Point a symbolic link at this."""
    draft = link.with_name(f".{link.name}.new")
    draft.unlink(missing_ok=True)
    draft.symlink_to(target)
    draft.replace(link)


def place_files(settings: CardSettings, root: Path) -> None:
    """Write the files of the system that follow from the settings."""
    name = settings.host or USUAL_HOST
    write(root / "etc/hostname", f"{name}\n")
    write(root / "etc/hosts", hosts(name))
    if settings.wifi is None:
        (root / HOME_PROFILE).unlink(missing_ok=True)
    else:
        write(root / HOME_PROFILE, home_profile(settings.wifi), 0o600)
    own = root / OWN_SETTINGS
    if own.exists():
        write(own, own_network_text(settings, own.read_text("utf-8")), 0o640)
    zone = settings.time_zone or USUAL_ZONE
    write(root / "etc/timezone", f"{zone}\n")
    point(root / "etc/localtime", f"/usr/share/zoneinfo/{zone}")
    if settings.country is not None:
        write(root / "etc/modprobe.d/thera-card.conf", f"options cfg80211 ieee80211_regdom={settings.country}\n")
    if settings.user is not None:
        by_password = "yes" if settings.user.by_password else "no"
        rules = f"PermitRootLogin no\nKbdInteractiveAuthentication no\nPasswordAuthentication {by_password}\n"
        write(root / "etc/ssh/sshd_config.d/thera-card.conf", rules)


def run(*command: str, given: str | None = None) -> str:
    """Run a command. Return its output. Raises CalledProcessError if it fails."""
    return subprocess.run(command, check=True, input=given, stdout=subprocess.PIPE, text=True).stdout


def admit(user: CardUser) -> None:
    """Let this user log in, and allow SSH only with a key or with a password that is valid for it."""
    if subprocess.run(["id", user.name], check=False, capture_output=True).returncode != 0:
        run("useradd", "--create-home", "--shell=/bin/bash", "--groups=sudo", user.name)
    if user.password_hash is not None:
        run("chpasswd", "--encrypted", given=f"{user.name}:{user.password_hash}\n")
    else:
        write(Path("/etc/sudoers.d/thera-card"), f"{user.name} ALL=(ALL) NOPASSWD: ALL\n", 0o440)
    if user.keys:
        folder = Path(f"/home/{user.name}/.ssh")
        write(folder / "authorized_keys", "".join(f"{key}\n" for key in user.keys), 0o600)
        run("chown", "--recursive", f"{user.name}:{user.name}", str(folder))
    if user.keys or user.by_password:
        if not HOST_KEY.exists():  # one kind is enough, and the others take a Pi seconds to make
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(HOST_KEY))
        # Without the ways of older systems and without systemd reading all units again, which takes a Pi seconds.
        run("env", "SYSTEMCTL_SKIP_SYSV=1", "systemctl", "enable", "--no-reload", "ssh.service")
        run("systemctl", "start", "--no-block", "ssh.service")


def apply(settings: CardSettings) -> list[str]:
    """Apply the settings to this system. Return a sentence for each that failed; the others are in use all the same."""
    steps: dict[str, Callable[[], object]] = {}
    if not (Path("/") / OWN_SETTINGS).exists():
        # Each card has a password of its own, which Thera chooses here at the first start.
        steps["The table's own Wi-Fi could not be made"] = lambda: run(*OWN_NETWORK)
    steps["The files of the settings could not be written"] = lambda: place_files(settings, Path("/"))
    steps["The name could not be set"] = lambda: HOST_NAME.write_text(settings.host or USUAL_HOST)
    if settings.own_name is not None or settings.own_password is not None:
        steps["The table's own Wi-Fi could not be set"] = lambda: run(*OWN_NETWORK)
    if settings.country is not None:
        country = settings.country
        steps["The country could not be set"] = lambda: set_country(country)
    if settings.user is not None:
        user = settings.user
        steps[f"{user.name} cannot log in"] = lambda: admit(user)
    problems = []
    for failure, step in steps.items():
        try:
            step()
        except (OSError, subprocess.CalledProcessError) as error:
            problems.append(f"{failure}: {error}.")
    return problems


def set_country(country: str) -> None:
    """Let the Wi-Fi use the channels of this country, and turn it on. Raises CalledProcessError if that fails."""
    run("modprobe", "cfg80211")
    run("iw", "reg", "set", country)
    if Path("/dev/rfkill").exists():
        run("rfkill", "unblock", "wifi")


@contextmanager
def writable(boot: Path) -> Iterator[None]:
    """Make the boot partition writable until the context closes."""
    run("mount", "-o", "remount,rw", str(boot))
    try:
        yield
    finally:
        run("mount", "-o", "remount,ro", str(boot))


def main() -> int:
    """Apply the settings and write the report. Return the exit code."""
    files = contents(BOOT)
    forgetful = (Path("/") / FORGETFUL).exists()
    told = hashlib.sha256(repr((sorted(files.items()), forgetful)).encode()).hexdigest()
    done = Path("/") / DONE
    if done.exists() and done.read_text() == told:
        return 0
    read = read_all(files)
    failures = apply(read.settings)
    read = SettingsRead(read.settings, (*read.problems, *failures))
    own = Path("/") / OWN_SETTINGS
    report = card_report.text(read, own.read_text("utf-8") if own.exists() else None, forgetful=forgetful)
    sys.stderr.write(report)
    with writable(BOOT):
        write(BOOT / REPORT, report.replace("\n", "\r\n"))
    if not failures:  # they are tried again at the next start
        write(done, told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
