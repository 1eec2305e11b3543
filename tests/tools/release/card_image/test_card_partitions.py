"""The partitions of a card, made of small folders and read by other programs; and what is taken from a base."""

from __future__ import annotations

import json
import lzma
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.release.card_image import base_image, card_partitions
from tools.release.card_image.base_image import BaseImageError, BaseSystem
from tools.release.card_image.card_partitions import WITHOUT_A_PI_5, ImageFacts, manifest

TOOLS = ("debugfs", "mcopy", "mke2fs", "mkfs.vfat", "sfdisk")
LACKING = [name for name in TOOLS if shutil.which(name, path="/usr/bin:/usr/sbin:/bin:/sbin") is None]
needs_tools = pytest.mark.skipif(
    bool(LACKING), reason=f"this computer lacks {', '.join(LACKING)}: make card-image gets them"
)


@pytest.fixture(autouse=True)
def administrators(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs for disks are found by everybody."""
    monkeypatch.setenv("PATH", "/usr/sbin:/sbin", prepend=":")


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The image of a card with a very small system."""
    monkeypatch.setattr(card_partitions, "BOOT_MIB", 36)  # FAT32 has so many clusters at least
    monkeypatch.setattr(card_partitions, "DATA_MIB", 16)
    monkeypatch.setattr(card_partitions, "SPARE_MIB", 2)
    monkeypatch.setattr(card_partitions, "JOURNAL_MIB", 4)
    root, boot = tmp_path / "root", tmp_path / "boot"
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/program").write_text("a program")
    (root / "usr/bin/program").chmod(0o755)
    (root / "link").symlink_to("usr/bin")
    (boot / "overlays").mkdir(parents=True)
    (boot / "overlays/lights.dtbo").write_bytes(b"an overlay")
    (boot / "config.txt").write_text("arm_64bit=1\n")
    (boot / "cmdline.txt").write_text("console=tty1 root=/dev/mmcblk0p2\n")
    fat, system, data = (tmp_path / f"{name}.part" for name in ("boot", "system", "data"))
    card_partitions.make_boot(boot, fat, {"cmdline.txt": "replaced\n", "thera.txt": "# nothing\n"})
    card_partitions.make_system(root, system)
    card_partitions.make_data(data)
    card_partitions.assemble(fat, system, data, tmp_path / "card.img")
    return tmp_path / "card.img"


@needs_tools
def test_a_pi_finds_three_partitions_in_the_table(card: Path) -> None:
    ran = subprocess.run(["sfdisk", "--json", card], check=True, capture_output=True, text=True)
    table = json.loads(ran.stdout)["partitiontable"]
    assert (table["label"], table["id"]) == ("dos", f"0x{card_partitions.DISK_ID}")
    kinds = [(each["type"], each.get("bootable", False)) for each in table["partitions"]]
    assert kinds == [("c", True), ("83", False), ("83", False)]
    assert table["partitions"][-1]["start"] + table["partitions"][-1]["size"] == card.stat().st_size // 512


@needs_tools
def test_the_image_of_a_card_can_be_taken_apart_again(card: Path, tmp_path: Path) -> None:
    packed = card.with_name("other-system.img.xz")
    packed.write_bytes(lzma.compress(card.read_bytes(), preset=0))
    kept = tmp_path / "kept"
    with pytest.raises(BaseImageError, match="no 64-bit system for the Pi"):
        base_image.unpack(packed, kept)
    (root,) = (path for path in kept.glob("base-*") if not path.name.endswith("-boot"))
    boot = root.with_name(f"{root.name}-boot")
    assert (root / "usr/bin/program").read_text() == "a program"
    assert (root / "usr/bin/program").stat().st_mode & 0o777 == 0o755
    assert (root / "link").readlink() == Path("usr/bin")
    assert (boot / "overlays/lights.dtbo").read_bytes() == b"an overlay"
    assert (boot / "cmdline.txt").read_text() == "replaced\n"


@needs_tools
def test_what_is_no_image_of_a_system_is_said(tmp_path: Path) -> None:
    empty = tmp_path / "empty.img"
    empty.write_bytes(b"\0" * (1 << 20))
    with pytest.raises(BaseImageError, match=r"empty.img has no table of partitions"):
        base_image.unpack(empty, tmp_path)
    with pytest.raises(BaseImageError, match=r"there is no file .*nowhere.img"):
        base_image.unpack(tmp_path / "nowhere.img", tmp_path)


def test_a_base_without_what_a_card_needs_is_refused_by_name(tmp_path: Path) -> None:
    base = BaseSystem(tmp_path / "root", tmp_path / "boot", "a test")
    programs = ("lib/ld-linux-aarch64.so.1", *base_image.NEEDED)
    for name in programs:
        (base.root / name).parent.mkdir(parents=True, exist_ok=True)
        (base.root / name).touch()
    base.boot.mkdir()
    with pytest.raises(BaseImageError, match=r"no config.txt and cmdline.txt"):
        base.check()
    for name in ("config.txt", "cmdline.txt"):
        (base.boot / name).touch()
    base.check()
    (base.root / "usr/sbin/iw").unlink()
    (base.root / "usr/sbin/dnsmasq").unlink()
    with pytest.raises(BaseImageError, match=r"lacks packages that a card needs: dnsmasq-base iw$"):
        base.check()


def test_the_python_of_a_base_decides_on_the_packages(tmp_path: Path) -> None:
    base = BaseSystem(tmp_path, tmp_path, "a test")
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/python3.9").touch()
    with pytest.raises(BaseImageError, match=r"no Python 3.11 or newer"):
        _ = base.python
    for name in ("python3.11", "python3.13", "python3.13-config"):
        (tmp_path / "usr/bin" / name).touch()
    assert base.python == "3.13"


@pytest.mark.parametrize(
    "earlier",
    [
        "console=tty0 console=ttyS1,115200 root=/dev/mmcblk0p2 rw fsck.repair=yes net.ifnames=0 cma=64M rootwait",
        "console=serial0,115200 root=PARTUUID=1-02 rootfstype=ext4 fsck.repair=yes rootwait quiet splash"
        " init=/usr/lib/raspberrypi-sys-mods/firstboot systemd.run=/boot/firstrun.sh net.ifnames=0 cma=64M",
        "net.ifnames=0 resize cma=64M ds=nocloud;i=rpi-imager-1\n",
    ],
)
def test_the_kernel_is_told_to_start_the_card_and_keeps_its_other_options(earlier: str) -> None:
    options = card_partitions.kernel_options(earlier)
    assert "\n" not in options
    words = options.split()
    assert [each for each in words if each.startswith(("root", "init", "ro", "systemd", "ds", "resize"))] == [
        f"root=PARTUUID={card_partitions.DISK_ID}-02",
        "rootfstype=ext4",
        "ro",
        "rootwait",
        "init=/usr/lib/thera-card/start",
    ]
    assert {"net.ifnames=0", "cma=64M"} <= set(words)


def test_imager_is_told_how_to_check_and_to_customise_the_image() -> None:
    facts = ImageFacts("file:///card.img.xz", 5, 9, "ab" * 32, "2026-11-23", WITHOUT_A_PI_5, "file:///icon.png")
    (system,) = json.loads(manifest(facts, "1.2.3"))["os_list"]
    assert (system["url"], system["image_download_size"]) == ("file:///card.img.xz", 5)
    assert (system["extract_size"], system["extract_sha256"]) == (9, "ab" * 32)
    assert system["init_format"] == "rpi-preseed"
    devices = json.loads(manifest(facts, "1.2.3"))["imager"]["devices"]
    assert [each["name"] for each in devices] == ["Raspberry Pi 4", "Raspberry Pi 3", "Raspberry Pi Zero 2 W"]
    assert all(set(each["tags"]) <= set(system["devices"]) for each in devices)
