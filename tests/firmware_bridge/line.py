"""Both ends of the wire without a wire or a clock: time passes when the test says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_bridge import messages
from firmware_bridge.agent import BoardService
from firmware_bridge.codec import Decoder, WireFrame, encode
from firmware_bridge.conversation import Conversation
from firmware_bridge.link_health import Timings
from firmware_bridge.messages import Capability, ConfigureReply, Hello, LedShown, Message, OtherVersion, Report, Scan
from hardware.board import BoardEvent, Frame, LinkState
from hardware.calibration import Calibration
from hardware.device import StoragePolicy, keep_as_stored
from hardware.scale import Scale
from hardware.sensor_layout import Channel
from hardware.wiring import Wiring
from tests.hardware.fake_device import ZERO, FakeDevice

STEP = 0.005

HELLO = Hello(
    7, 25, 25, 12, "board", "id-1", "0.1.0", capabilities=Capability.STORES_CALIBRATION | Capability.STORES_WIRING
)
CALIBRATION = messages.CalibrationMessage(Calibration.unpacked(Calibration.nominal().packed), stored=False)
WIRING = messages.WiringMessage(Wiring.straight(), stored=False)


def unharmed(frame: bytes) -> bytes:
    return frame


class Host:
    """A conversation whose far end is the test itself."""

    def __init__(
        self, policy: StoragePolicy = keep_as_stored, further: Sequence[Channel] = (), scale: Scale | None = None
    ) -> None:
        self.now = 100.0
        self.further = len(further)
        self.conversation = Conversation(
            Timings(), budget_ma=800, scan_hz=50, policy=policy, further=further, scale=scale
        )
        self.events: list[BoardEvent] = []
        self._decoder = Decoder()
        self.conversation.begin(self.now)

    def sent(self) -> list[tuple[Message | OtherVersion, int]]:
        """The messages, with their numbers, that go out at this moment."""
        self.conversation.tick(self.now)
        self.events += self.conversation.take_events()
        frames = self._decoder.feed(self.conversation.take_output())
        return [(messages.from_frame(frame), frame.seq) for frame in frames]

    def sends(self) -> tuple[Message | OtherVersion, int]:
        """The one message that goes out at this moment."""
        (only,) = self.sent()
        return only

    def hears(self, message: Report, seq: int = 0) -> None:
        """The board says this."""
        self.hears_frame(messages.to_frame(message, seq))

    def hears_frame(self, frame: WireFrame) -> None:
        self.conversation.receive(encode(frame), self.now)
        self.events += self.conversation.take_events()

    def answers(self, message: Report) -> Message | OtherVersion:
        """The board answers the one message that goes out at this moment; which it was."""
        asked, seq = self.sends()
        self.hears(message, seq)
        return asked

    def lives(self, seconds: float, answer: Callable[[Message | OtherVersion, int], None]) -> None:
        """Let time pass, with the far end answering each message as it comes."""
        ends = self.now + seconds
        while self.now < ends:
            for message, seq in self.sent():
                answer(message, seq)
            self.now += 0.001

    def state(self) -> LinkState:
        """Where the conversation stands now."""
        return self.conversation.state


def greeted(
    hello: Hello = HELLO,
    policy: StoragePolicy = keep_as_stored,
    further: Sequence[Channel] = (),
    scale: Scale | None = None,
) -> Host:
    """A host that knows whom it speaks with."""
    host = Host(policy, further, scale)
    host.answers(hello)
    return host


def in_step(
    hello: Hello = HELLO,
    further: Sequence[Channel] = (),
    scale: Scale | None = None,
    policy: StoragePolicy = keep_as_stored,
) -> Host:
    """A host that has a ready board and nothing to say."""
    host = greeted(hello, policy, further=further, scale=scale)
    assert host.state() is LinkState.SYNC
    host.answers(CALIBRATION)
    host.answers(WIRING)
    comes_into_step(host)
    return host


def comes_into_step(host: Host) -> None:
    """The rest of the way to ready, when all that the board keeps is known."""
    host.answers(LedShown(25))
    host.answers(ConfigureReply(50))
    host.hears(Scan(10, 1, ZERO, further=(0,) * host.further))
    assert host.state() is LinkState.READY


class Line:
    """A conversation and a service, with each frame passing through ``harm`` on its way."""

    def __init__(
        self, device: FakeDevice, harm: Callable[[bytes], bytes] = unharmed, scale: Scale | None = None
    ) -> None:
        self.now = 100.0
        self.device = device
        self.harm = harm
        self.host = Conversation(Timings(), budget_ma=800, scan_hz=50, scale=scale)
        self.events: list[BoardEvent] = []
        self.plug_in(device)
        self.host.begin(self.now)

    def plug_in(self, device: FakeDevice) -> None:
        """The board starts (again)."""
        self.device = device
        self.board = BoardService(device, self.now, budget_ma=800, fastest_hz=50, silence=3.0)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        ends = self.now + seconds
        while self.now < ends:
            self.host.tick(self.now)
            for piece in self.host.take_output().split(b"\0"):
                self.board.receive(self.harm(piece + b"\0"), self.now)
            self.board.tick(self.now)
            while (frame := self.board.next_output()) is not None:
                self.host.receive(self.harm(frame), self.now)
            self.events += self.host.take_events()
            self.now += STEP

    def frames(self) -> list[Frame]:
        return [event for event in self.events if isinstance(event, Frame)]
