"""The messages about what a board keeps: its calibration and its wiring, each with a checksum of its own, so that both
ends know without a doubt that they mean the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from common.checksum import crc16
from firmware_bridge.fields import (
    ChecksumError,
    EmptyPayload,
    Numbers,
    PayloadError,
    pack_numbers,
    unpack_integers,
)
from firmware_bridge.kinds import Kind
from hardware import calibration as calibrated
from hardware import wiring as wired

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class CalibrationRequest(EmptyPayload):
    """The host asks for the board's calibration."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION_REQUEST


@dataclass(frozen=True, slots=True)
class CalibrationMessage:
    """What the board believes of its sensors, in single precision. ``stored``: by a calibration; else its default."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION
    values: calibrated.Calibration
    stored: bool

    def pack(self) -> bytes:
        """The payload."""
        return self.values.packed + pack_numbers("<HB", self.values.checksum, self.stored)

    @classmethod
    def unpack(cls, payload: bytes) -> CalibrationMessage:
        """The message of a payload; raises PayloadError. A board of version 1.0 says no checksum, and stores none."""
        size = calibrated.CALIBRATION_BYTES
        if len(payload) == size:
            return cls(_kept(payload, calibrated.Calibration.unpacked), stored=False)
        values = _checked(payload, size, calibrated.Calibration.unpacked)
        (stored,) = unpack_integers("<B", payload[size + 2 :])
        return cls(values, bool(stored))


@dataclass(frozen=True, slots=True)
class StoreCalibration:
    """The host gives the board a calibration to keep."""

    KIND: ClassVar[Kind] = Kind.STORE_CALIBRATION
    values: calibrated.Calibration

    def pack(self) -> bytes:
        """The payload; raises ValueError for a number that its field cannot hold."""
        return self.values.packed + pack_numbers("<H", self.values.checksum)

    @classmethod
    def unpack(cls, payload: bytes) -> StoreCalibration:
        """The message of a payload; raises PayloadError."""
        return cls(_checked(payload, calibrated.CALIBRATION_BYTES, calibrated.Calibration.unpacked))


@dataclass(frozen=True, slots=True)
class CalibrationStored(Numbers):
    """The board keeps the calibration with this checksum now."""

    FORM: ClassVar[str] = "<H"
    KIND: ClassVar[Kind] = Kind.CALIBRATION_STORED
    checksum: int


@dataclass(frozen=True, slots=True)
class WiringRequest(EmptyPayload):
    """The host asks how the board is wired."""

    KIND: ClassVar[Kind] = Kind.WIRING_REQUEST


@dataclass(frozen=True, slots=True)
class WiringMessage:
    """By which wiring the board scans and lights. ``stored``: the host gave it; else its default."""

    KIND: ClassVar[Kind] = Kind.WIRING
    values: wired.Wiring
    stored: bool

    def pack(self) -> bytes:
        """The payload."""
        return self.values.packed + pack_numbers("<HB", self.values.checksum, self.stored)

    @classmethod
    def unpack(cls, payload: bytes) -> WiringMessage:
        """The message of a payload; raises PayloadError."""
        values = _checked(payload, wired.WIRING_BYTES, wired.Wiring.unpacked)
        (stored,) = unpack_integers("<B", payload[wired.WIRING_BYTES + 2 :])
        return cls(values, bool(stored))


@dataclass(frozen=True, slots=True)
class StoreWiring:
    """The host gives the board a wiring to keep; the counts that follow the reply are by it."""

    KIND: ClassVar[Kind] = Kind.STORE_WIRING
    values: wired.Wiring

    def pack(self) -> bytes:
        """The payload."""
        return self.values.packed + pack_numbers("<H", self.values.checksum)

    @classmethod
    def unpack(cls, payload: bytes) -> StoreWiring:
        """The message of a payload; raises PayloadError."""
        return cls(_checked(payload, wired.WIRING_BYTES, wired.Wiring.unpacked))


@dataclass(frozen=True, slots=True)
class WiringStored(Numbers):
    """The board keeps the wiring with this checksum now."""

    FORM: ClassVar[str] = "<H"
    KIND: ClassVar[Kind] = Kind.WIRING_STORED
    checksum: int


def _kept(data: bytes, unpacked: Callable[[bytes], _Kept]) -> _Kept:
    try:
        return unpacked(data)
    except ValueError as error:
        raise PayloadError(str(error)) from error


def _checked(payload: bytes, size: int, unpacked: Callable[[bytes], _Kept]) -> _Kept:
    """What the first ``size`` bytes mean, if the checksum after them is theirs."""
    (checksum,) = unpack_integers("<H", payload[size:])
    if checksum != crc16(payload[:size]):
        raise ChecksumError(f"the checksum is 0x{checksum:04x}, that of the content 0x{crc16(payload[:size]):04x}")
    return _kept(payload[:size], unpacked)
