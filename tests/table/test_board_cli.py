"""``thera board``, and ``thera play`` with a board file, a recording or a trace."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from hardware.board import Frame, Identity
from hardware.board_file import BoardFile, describe
from hardware.trace import Head, TraceReader, write_trace
from table.cli import main
from table.entries import entry_text
from table.journal import Journal
from tests.table.quiet_board import blank_frame
from tests.table.test_cli import BOUND, claim, running, state_of
from tests.table.test_retrace import HELD

NOTES = tuple(entry_text(entry) for entry in HELD)


def test_the_default_board_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "describe"]) == 0
    assert capsys.readouterr().out == describe(BoardFile())


def test_a_board_file_is_described_or_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[squares]\nsize = 4\n", "utf-8")
    assert main(["board", "describe", str(path)]) == 0
    assert "size = 4" in capsys.readouterr().out
    path.write_text("[squares]\nsize = 7\n", "utf-8")
    assert main(["board", "describe", str(path)]) == 2
    assert capsys.readouterr().err == f"thera: {path}: [squares] size is a whole number, 4 or 5, not 7\n"


def test_a_board_is_recorded_for_some_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.trace.gz"
    assert main(["board", "record", str(path), "--seconds", "0.5"]) == 0
    with TraceReader(path) as trace:
        items = [line.item for line in trace]
    assert any(isinstance(item, Frame) for item in items)
    assert any(isinstance(item, Identity) for item in items)
    assert main(["board", "record", str(path)]) == 2
    assert main(["board", "replay", str(path)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert "is there already" in told[0]
    assert "with no game in it" in told[1]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_what_is_no_time_is_told(tmp_path: Path, seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["board", "record", str(tmp_path / "a"), "--seconds", seconds])
    assert "--seconds" in capsys.readouterr().err


def test_a_game_is_recorded_and_gone_through_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.trace"
    with running(tmp_path / "data", "--record", str(path)) as (process, address, _):
        cookie = claim(address, "blue")
        assert state_of(address, cookie)["seats_held"] == ["blue"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(BOUND) == 0
    assert main(["board", "replay", str(path)]) == 0
    printed = capsys.readouterr().out
    assert '"entry":"seat_taken","seat":"blue","name":"blue"' in printed
    assert printed.splitlines()[-1].startswith("the same as then (")
    path.write_text(path.read_text("utf-8") + '{"note":"board","content":{"entry":"turn_confirmed"}}\n', "utf-8")
    assert main(["board", "replay", str(path)]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("different: at ")
    assert 'then the board brought about {"entry":"turn_confirmed"} at ' in last


def test_a_trace_is_a_board_to_play_on(tmp_path: Path) -> None:
    trace = tmp_path / "a.trace"
    board = describe(BoardFile())
    write_trace(trace, Head(board), [blank_frame(number) for number in range(5)])
    with running(tmp_path / "data", "--board", f"replay:{trace}") as (_, address, printed):
        assert "simulated" not in printed
        assert state_of(address)["phase"] == "lobby"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--board-file", "none.toml"), "none.toml: cannot be read"),
        (("--board", "replay:none.trace"), "none.trace: cannot be read"),
        (("--record", "none/a.trace"), "none/a.trace: cannot record there"),
    ],
)
def test_what_cannot_be_is_told(
    tmp_path: Path, arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), *arguments]) == 2
    assert told in capsys.readouterr().err
    with Journal(tmp_path) as journal:
        assert journal.entries == ()


def test_a_trace_with_a_board_file_that_is_wrong_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, Head("[squares]\nsize = 9\n", NOTES), ())
    assert main(["board", "replay", str(path)]) == 2
    assert f"{path}: its board file: [squares] size" in capsys.readouterr().err


def test_a_cut_recording_is_gone_through_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, Head(describe(BoardFile()), NOTES), [blank_frame(number) for number in range(5)])
    path.write_text(path.read_text("utf-8") + json.dumps([100, 5])[:-1], "utf-8")
    assert main(["board", "replay", str(path)]) == 0
    told = capsys.readouterr()
    assert "the recording was cut off here" in told.err
    assert "5 frames" in told.out
