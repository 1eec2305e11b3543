"""Asks the network for the address of a name, or for a service that a name offers, by multicast DNS (RFC 6762), and
says whether that was answered: ``python3 ask_network.py NAME [SERVICE]``. It runs on a card and needs only Python.
"""

import socket
import struct
import sys

GROUP = ("224.0.0.251", 5353)
TRIES, SECONDS = 10, 6.0
ADDRESS, POINTER = 1, 12
INTERNET = 1


def labels(name: str) -> bytes:
    """A name as it is written in a question."""
    return b"".join(bytes([len(part)]) + part.encode() for part in name.split(".")) + b"\0"


def main(name: str, service: str | None = None) -> int:
    """Ask until there is an answer that has the name in it; the exit code."""
    asked, kind = (f"{name}.local", ADDRESS) if service is None else (f"{service}.local", POINTER)
    question = struct.pack(">6H", 1, 0, 1, 0, 0, 0) + labels(asked) + struct.pack(">2H", kind, INTERNET)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(SECONDS)
        for _ in range(TRIES):
            asking.sendto(question, GROUP)
            try:
                answer = asking.recv(9000)
            except TimeoutError:
                continue
            count = struct.unpack(">6H", answer[:12])[3]
            if count and name.encode() in answer:
                print("answered")
                return 0
    print("not answered")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
