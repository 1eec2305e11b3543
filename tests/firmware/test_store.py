"""What a board keeps survives whatever becomes of its power."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import IO, Protocol

import pytest

from firmware_bridge.firmware_image import stored_record
from tests.firmware.board_code import firmware_module

SIZE = 20


class Store(Protocol):
    value: bytes | None
    broken: bool

    def write(self, value: bytes) -> None: ...


class Flash:
    """The stores of a board whose flash is a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def store(self) -> Store:
        """As after a restart."""
        found: Store = firmware_module("store").Store("calibration", SIZE)
        return found

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}


@pytest.fixture
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flash:
    monkeypatch.chdir(tmp_path)
    return Flash(tmp_path)


def value(number: int) -> bytes:
    return bytes((number,)) * SIZE


def test_nothing_is_there_at_first(flash: Flash) -> None:
    assert (flash.store().value, flash.store().broken) == (None, False)


def test_the_last_value_is_found_again(flash: Flash) -> None:
    for number in range(1, 6):
        flash.store().write(value(number))
        assert flash.store().value == value(number)
    assert len(flash.files()) == 2


@pytest.mark.parametrize("before", [1, 2, 3])
def test_a_power_cut_while_writing_loses_nothing(flash: Flash, before: int) -> None:
    """Cut after each byte of the file that is being written: the old value is there, or the new one."""
    for number in range(before):
        flash.store().write(value(number))
    old = flash.files()
    flash.store().write(value(99))
    new = flash.files()
    (changed,) = {name for name in new if new[name] != old.get(name)}
    for length in range(len(new[changed]) + 1):
        (flash.folder / changed).write_bytes(new[changed][:length])
        store = flash.store()
        assert store.value in (value(before - 1), value(99))
        assert not store.broken
        store.write(value(50))
        assert flash.store().value == value(50)
        for name, content in new.items():
            (flash.folder / name).write_bytes(content)


def test_what_is_stored_already_is_not_written_again(flash: Flash) -> None:
    store = flash.store()
    store.write(value(1))
    files = flash.files()
    store.write(value(1))
    flash.store().write(value(1))
    assert flash.files() == files


def test_flipped_bits_are_noticed(flash: Flash) -> None:
    flash.store().write(value(1))
    (name,) = flash.files()
    content = flash.files()[name]
    for bit in range(8 * len(content)):
        bitten = bytearray(content)
        bitten[bit // 8] ^= 1 << bit % 8
        (flash.folder / name).write_bytes(bitten)
        store = flash.store()
        assert (store.value, store.broken) == (None, True), bit


def test_a_value_of_another_size_is_broken(flash: Flash) -> None:
    (flash.folder / "calibration.0").write_bytes(stored_record(b"short"))
    assert flash.store().broken


def test_the_host_can_write_what_the_board_reads(flash: Flash) -> None:
    (flash.folder / "calibration.1").write_bytes(stored_record(value(7)))
    assert flash.store().value == value(7)
    flash.store().write(value(8))
    assert flash.store().value == value(8)


def test_a_flash_that_does_not_hold_what_was_written_is_an_error(flash: Flash, monkeypatch: pytest.MonkeyPatch) -> None:
    store = flash.store()
    store.write(value(1))
    real = builtins.open

    def forgetful(name: str, mode: str) -> IO[bytes]:
        return real("/dev/null" if mode == "wb" else name, mode)

    monkeypatch.setattr(builtins, "open", forgetful)
    with pytest.raises(OSError, match="does not hold"):
        store.write(value(2))
    monkeypatch.undo()
    monkeypatch.chdir(flash.folder)
    assert flash.store().value == value(1)
