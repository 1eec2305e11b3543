"""Sockets that systemd has opened are taken, and only by the process that they are meant for."""

from __future__ import annotations

import os
import socket

import pytest

from thera.service.listen_sockets import inherited

FIRST = 200
"""Where the tests put descriptors, far above what else is open."""


def test_inherited_sockets_come_in_their_order() -> None:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        os.dup2(one.fileno(), FIRST)
        os.dup2(two.fileno(), FIRST + 1)
        found = inherited({"LISTEN_PID": "17", "LISTEN_FDS": "2"}, process=17, first=FIRST)
        try:
            assert [each.getsockname() for each in found] == [one.getsockname(), two.getsockname()]
            assert not any(each.get_inheritable() for each in found)
        finally:
            for each in found:
                each.close()


@pytest.mark.parametrize(
    "environment", [{}, {"LISTEN_FDS": "1"}, {"LISTEN_PID": "18", "LISTEN_FDS": "1"}, {"LISTEN_PID": "17"}]
)
def test_what_is_meant_for_another_process_is_left_alone(environment: dict[str, str]) -> None:
    assert inherited(environment, process=17, first=FIRST) == ()


def test_a_descriptor_that_is_no_socket_is_an_error() -> None:
    reading, writing = os.pipe()
    try:
        with pytest.raises(OSError, match="socket"):
            inherited({"LISTEN_PID": "17", "LISTEN_FDS": "1"}, process=17, first=reading)
    finally:
        os.close(reading)
        os.close(writing)
