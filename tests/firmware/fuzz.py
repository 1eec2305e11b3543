"""Runs under MicroPython: feeds the firmware's service frames that are good, bitten, cut, joined or rubbish, and asks
it something plain in between. Says how many frames it was given; fails on any exception, wrong answer or lost frame.

    micropython fuzz.py FIRMWARE FRAMES SEED
"""

import gc
import random
import sys

sys.path.insert(0, sys.argv[1])

import messages
import protocol
from codec import Decoder, crc16, encode
from service import Service

FRAMES, SEED = int(sys.argv[2]), int(sys.argv[3])
STORED = {protocol.STORE_CALIBRATION: messages.CALIBRATION_SIZE, protocol.STORE_WIRING: messages.WIRING_SIZE}
SIZES = (0, 1, 2, 4, 50, 52, 77, 206, 240)


class Kept:
    def __init__(self, size):
        self.payload = bytes(size)
        self.stored = False


class Board:
    """Has no pins; checks what it is told."""

    budget_ma, fastest, silence_ms, boots = 500, 200, 3000, 1

    def __init__(self):
        self.further = [-32768, 0, 32767]
        self.calibration, self.wiring = Kept(messages.CALIBRATION_SIZE), Kept(messages.WIRING_SIZE)

    def hello(self):
        return (1, 3, 1, 0, 25, 25, 12, 15, "name", "unique id", "0.1.0", 0, 0, len(self.further), 4)

    def scan(self):
        return [random.getrandbits(12) for _ in range(25)]

    def weigh(self):
        return [-(1 << 23), 0, 1, (1 << 23) - 1]

    def silent_cells(self):
        return []

    def notes(self):
        return []

    def recall(self):
        pass

    def show(self, colours):
        if len(colours) != 75 or 25 + sum(colours) / 16 > self.budget_ma:
            raise ValueError("more light than there is current for")

    def presses(self, now):
        return []

    def store_calibration(self, payload):
        if not messages.calibrates(payload):
            raise ValueError("no calibration")

    def store_wiring(self, payload):
        if not messages.wires(payload):
            raise ValueError("no wiring")


def rubbish(size):
    return bytes(random.getrandbits(8) for _ in range(size))


def harmed(frame):
    """The frame after one of the accidents of a wire."""
    way = random.getrandbits(3)
    at = random.randrange(len(frame))
    if way == 0:
        return frame[:at] + bytes((frame[at] ^ 1 << random.getrandbits(3),)) + frame[at + 1 :]
    if way == 1:
        return frame[:at]
    if way == 2:
        return frame[:at] + rubbish(random.getrandbits(4)) + frame[at:]
    if way == 3:
        return frame + frame
    if way == 4:
        return rubbish(random.getrandbits(6))
    if way == 5 and random.getrandbits(6) == 0:
        return rubbish(600).replace(b"\0", b"\1")
    return bytes(frame)


def kind():
    return random.choice(protocol.COMMANDS) if random.getrandbits(2) else random.getrandbits(8)


def payload(chosen):
    """Of any size; for what is to be stored, often with the right checksum."""
    size = STORED.get(chosen)
    if size is None or not random.getrandbits(2):
        return rubbish(random.choice(SIZES))
    content = bytes(sorted(rubbish(size))) if random.getrandbits(1) else bytes(range(size))
    return content + crc16(content).to_bytes(2, "little")


def answers(service, host):
    """All that it says, which has to be whole frames."""
    said = []
    while (frame := service.next_output()) is not None:
        said += host.feed(frame)
    if host.errors:
        raise ValueError("it said something broken")
    return said


random.seed(SEED)
service, host, now = Service(Board(), 0), Decoder(), 0
answers(service, host)
fed = 0
while fed < FRAMES:
    for _ in range(100):
        chosen = kind()
        if chosen == protocol.LEAVE:
            chosen = protocol.PING  # one that leaves is not there any more
        frame = encode(chosen, random.getrandbits(8), payload(chosen))
        data = harmed(frame)
        half = random.randrange(len(data) + 1)
        service.receive(data[:half], now)
        service.receive(data[half:], now)
        now += random.getrandbits(4)
        service.tick(now)
        answers(service, host)
        fed += 1
    service.receive(b"\0", now)
    answers(service, host)
    echo = rubbish(4)
    service.receive(encode(protocol.PING, 7, echo), now)
    said = [frame for frame in answers(service, host) if frame[1] == protocol.PING | protocol.REPLY]
    if len(said) != 1 or said[0][2] != 7 or said[0][3][:4] != echo:
        raise ValueError("a good ping was not answered")
gc.collect()
print("%d frames, %d bytes free" % (fed, gc.mem_free()))
