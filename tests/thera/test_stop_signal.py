"""What is to stop hears of it, whichever moment and whichever thread the signal meets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.house import ROOT
from thera.stop_signal import STOPS, StopSignal

ELSEWHERE = """
import signal, sys, threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
from thera.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The command in a process whose signals all meet another thread: the wait of the main thread is never interrupted, as
when a signal comes just as that begins."""


@pytest.mark.parametrize("number", STOPS)
def test_a_signal_before_the_wait_ends_it(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with StopSignal() as ending:
        assert not ending.wait(0)
        os.kill(os.getpid(), number)
        assert ending.wait()
    assert signal.getsignal(number) is before


def test_what_ends_by_itself_ends_the_wait() -> None:
    with StopSignal() as ending:
        worker = threading.Thread(target=ending.set)
        worker.start()
        assert ending.wait()
        worker.join()


@pytest.mark.parametrize("number", STOPS)
def test_a_table_stops_though_no_wait_of_its_main_thread_is_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    play = ["play", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE, *play], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            while not process.stdout.readline().startswith("Stop with Ctrl-C"):
                assert process.poll() is None
            process.send_signal(number)
            _, told = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, told) == (0, "")
