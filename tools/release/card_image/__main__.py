"""Makes a bootable image for a Raspberry Pi with Thera in it: ``python -m tools.release.card_image``, as root, after
``make wheel``; ``--base`` names the image of another system to take, such as Raspberry Pi OS Lite (64-bit)."""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from thera.install.target_system import InstallError
from tools.release.card_image import base_image, card_partitions
from tools.release.card_image.base_image import BaseImageError, BaseSystem
from tools.release.card_image.card_installation import CardInstallation
from tools.release.card_image.card_partitions import DEVICES, WITHOUT_A_PI_5, ImageFacts, manifest
from tools.release.card_image.debian_root import DebianRoot

ROOT = Path(__file__).resolve().parents[3]
DIST = ROOT / "dist"
KEPT = ROOT / "build" / "card-image"
"""The folder for results that take long to make."""
ICON = ROOT / "web_ui/static/icons/home-192.png"
_FILES = Path(__file__).parent / "files"


def the_base(image: Path | None, log: Path) -> BaseSystem:
    """Return the system of an image, or the Debian that is made here if none is named.

    :raises BaseImageError: if the image cannot be the base of a card.
    """
    if image is not None:
        return base_image.unpack(image, KEPT)
    debian = DebianRoot(KEPT)
    debian.make(log)
    base = BaseSystem(debian.root, debian.root / "boot/firmware", debian.recipe())
    base.check()
    return base


def make_image(base: BaseSystem, wheel: Path, image: Path) -> None:
    """Make the image of a card."""
    installed = CardInstallation(base, wheel, KEPT)
    installed.make()
    print("Making the image ...", flush=True)
    boot, system, data = (KEPT / f"{name}.part" for name in ("boot", "system", "data"))
    options = card_partitions.kernel_options((base.boot / "cmdline.txt").read_text("utf-8"))
    # Windows of some years ago shows a text without carriage returns as one line.
    settings = (_FILES / "thera.txt").read_text("utf-8").replace("\n", "\r\n")
    card_partitions.make_boot(base.boot, boot, {"cmdline.txt": f"{options}\n", "thera.txt": settings})
    card_partitions.make_system(installed.root, system)
    card_partitions.make_data(data)
    card_partitions.assemble(boot, system, data, image)
    for part in (boot, system, data):
        part.unlink()


def pack(image: Path, tags: tuple[str, ...]) -> Path:
    """Pack the image, and write the manifest for Imager beside it. Return the path of the packed one."""
    print("Packing it ...", flush=True)
    packed = image.with_name(f"{image.name}.xz")
    with packed.open("wb") as file:
        subprocess.run(["xz", "--threads=0", "-2", "--stdout", image], check=True, stdout=file)
    with image.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    day = datetime.now(UTC).date().isoformat()
    sizes = (packed.stat().st_size, image.stat().st_size)
    facts = ImageFacts(packed.as_uri(), *sizes, sha256, day, tags, ICON.as_uri())
    told = image.with_name(f"{image.stem}.rpi-imager-manifest")
    told.write_text(manifest(facts, image.name.split("-")[1]), "utf-8")
    return packed


def main() -> int:
    """Make it. Return the exit code."""
    parser = argparse.ArgumentParser(prog="make card-image", description="Make an image of a card for a Raspberry Pi.")
    parser.add_argument("--base", type=Path, metavar="IMAGE", help="the system to take (default: Debian 13, made here)")
    asked = parser.parse_args()
    if asked.base is not None:
        try:
            base_image.see_file(asked.base)
        except BaseImageError as error:
            print(f"No image is made: {error}", file=sys.stderr)
            return 2
    if os.geteuid() != 0:
        print("files of a system belong to root, so only root makes the image: sudo make card-image", file=sys.stderr)
        return 2
    wheels = sorted(DIST.glob("thera-*.whl"))
    if len(wheels) != 1:
        print(f"there has to be one wheel in dist/, and there are {len(wheels)}: make wheel", file=sys.stderr)
        return 1
    began = time.monotonic()
    os.umask(0o022)
    KEPT.mkdir(parents=True, exist_ok=True)
    log = KEPT / "log.txt"
    image = DIST / f"thera-{wheels[0].name.split('-')[1]}-card.img"
    try:
        make_image(the_base(asked.base, log), wheels[0], image)
    except BaseImageError as error:
        print(f"No image is made: {error}", file=sys.stderr)
        return 1
    except (InstallError, subprocess.CalledProcessError) as error:
        print(f"No image is made: {error}\nWhat was said last is in {log}", file=sys.stderr)
        return 1
    tags = WITHOUT_A_PI_5 if asked.base is None else tuple(sorted(set(DEVICES.values())))
    packed = pack(image, tags)
    sizes = f"{image.stat().st_size / 1e9:.2f} GB, packed {packed.stat().st_size / 1e6:.0f} MB"
    print(f"{packed.relative_to(ROOT)} is made: {sizes}, in {time.monotonic() - began:.0f} s")
    shutil.chown(packed, *(int(os.environ.get(name, "0")) for name in ("SUDO_UID", "SUDO_GID")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
