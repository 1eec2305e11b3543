"""A judge as `thera judge` runs it, in a process of its own: what it prints, and how it is killed and started again."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from tests.house import ROOT
from tests.system.player import PATIENCE

CODE = re.compile(r"For (.+) \(.*\n\s*((?:[a-z]{5}-){8}[a-z]{5})")


class JudgeProcess:
    """A judge with its data folder, whose broker is at this port."""

    def __init__(self, folder: Path, broker: int) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self._configuration = folder / "configured.toml"
        self._configuration.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {broker}\n', encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None
        self._listener: threading.Thread | None = None
        self._said = ""
        self._news = threading.Condition()

    def command(self, *options: str) -> list[str]:
        """The line with which it is started."""
        where = ["--config", str(self._configuration), "--data", str(self.folder / "data")]
        return [sys.executable, "-m", "thera.cli", "judge", *where, *options]

    def start(self, *options: str) -> None:
        """Start it with these options; what it said before is forgotten."""
        self._said = ""
        self._process = subprocess.Popen(
            self.command(*options), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._listener = threading.Thread(target=self._listen, args=(self._process,), daemon=True)
        self._listener.start()

    def until(self, what: str, holds: Callable[[str], object]) -> str:
        """What it has said as soon as this holds."""
        with self._news:
            assert self._news.wait_for(lambda: holds(self._said), PATIENCE), f"{what} did not come: {self._said}"
            return self._said

    def says(self, text: str) -> str:
        """What it has said once this is part of it."""
        return self.until(text, lambda said: text in said)

    def codes(self, count: int) -> dict[str, str]:
        """The words for each table, once there are so many."""
        said = self.until(f"{count} codes", lambda said: len(CODE.findall(said)) == count)
        return dict(CODE.findall(said))

    def kill(self) -> None:
        """Kill it, as `kill -9` does."""
        if self._process is not None:
            self._process.kill()
            self._ended()

    def ends(self) -> int:
        """Its exit code, once it has ended by itself."""
        return self._ended()

    def stops(self) -> int:
        """Stop it, as Ctrl-C does; its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self.ends()

    def _ended(self) -> int:
        assert self._process is not None
        assert self._listener is not None
        code = self._process.wait(PATIENCE)
        self._listener.join()
        self._process = self._listener = None
        return code

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                with self._news:
                    self._said += line
                    self._news.notify_all()
