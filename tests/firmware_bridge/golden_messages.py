"""One example of each message. Its bytes on the wire stand in docs/protocol.md under the same name."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.messages import (
    ButtonMessage,
    CalibrationMessage,
    CalibrationRequest,
    CalibrationStored,
    Capability,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    Leave,
    Leaving,
    LedFrame,
    LedShown,
    LogMessage,
    Message,
    Nak,
    NakCode,
    Ping,
    Pong,
    ResetCause,
    Scan,
    StoreCalibration,
    StoreWiring,
    WeightsMessage,
    WiringMessage,
    WiringRequest,
    WiringStored,
)
from hardware import calibration, wiring
from hardware.board import DARK, Button, Colour, Lights
from hardware.device import DeviceFault


@dataclass(frozen=True, slots=True)
class Golden:
    """A message, the number of its frame, and the name it has in the document."""

    name: str
    seq: int
    message: Message


CALIBRATED = calibration.Calibration((2048.0,) * 25, (37.25,) * 24 + (-37.25,), 4095, 8)
WIRED = wiring.Wiring((*range(16, 32), *range(9)), tuple(range(24, -1, -1)))

EXAMPLES = (
    Golden("hello-request", 1, HelloRequest(1, 3)),
    Golden(
        "hello",
        1,
        Hello(
            7,
            25,
            25,
            12,
            "Thera",
            "e660",
            "0.1.0",
            ResetCause.WATCHDOG,
            Capability.BUTTONS | Capability.STORES_CALIBRATION | Capability.STORES_WIRING | Capability.LEAVES,
            3,
            DeviceFault.CALIBRATION,
            1,
            3,
            24,
            4,
        ),
    ),
    Golden("configure", 2, Configure(50, weights=True)),
    Golden("configured", 2, ConfigureReply(50)),
    Golden("led-frame", 3, LedFrame(Lights((Colour(255, 128, 0), *(DARK,) * 23, Colour(0, 0, 64))), 800)),
    Golden("led-shown", 3, LedShown(53, limited=True)),
    Golden("calibration-request", 4, CalibrationRequest()),
    Golden("calibration", 4, CalibrationMessage(CALIBRATED, stored=True)),
    Golden("ping", 5, Ping(0x01020304)),
    Golden("pong", 5, Pong(0x01020304, 7, 65536, 2, 0)),
    Golden("store-calibration", 7, StoreCalibration(CALIBRATED)),
    Golden("calibration-stored", 7, CalibrationStored(CALIBRATED.checksum)),
    Golden("wiring-request", 8, WiringRequest()),
    Golden("wiring", 8, WiringMessage(WIRED, stored=True)),
    Golden("store-wiring", 9, StoreWiring(WIRED)),
    Golden("wiring-stored", 9, WiringStored(WIRED.checksum)),
    Golden("leave", 10, Leave()),
    Golden("leaving", 10, Leaving()),
    Golden("scan", 255, Scan(1000, 50, (2048,) * 24 + (-1,), 0, (1200, -7, 32767))),
    Golden("button", 0, ButtonMessage(1020, Button.UNDO)),
    Golden("weights", 1, WeightsMessage(1012, 80, (351234, 349876, 8388607, -7))),
    Golden("log", 9, LogMessage(30, "mux B silent")),
    Golden("nak", 6, Nak(NakCode.UNKNOWN_KIND, 0x04)),
)
