"""``thera board``, and ``thera play`` with a board file, a recording or a trace."""

from __future__ import annotations

import gzip
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.board import Frame, Identity, LinkChanged, LinkState
from hardware.board_file import ASSUMABLE, BoardFile, describe, parse_board_file, read_board_file
from hardware.trace import TraceHead, TraceItem, TraceNote, TraceReader
from table.session.journal_entries import StepUndone, TurnConfirmed
from table.storage.entry_format import entry_text
from table.storage.journal import Journal
from table.traces import NullJournal
from tests.golden.record import TRACES
from tests.hardware.whole_traces import write_trace
from tests.table.runtime.quiet_board import blank_frame
from tests.table.trace.test_trace_replay import HELD, acted
from tests.thera.test_cli import BOUND, claim, running, state_of
from thera.boards.open_board import open_board
from thera.cli import main
from thera.table_assembly import make_table

NOTES = tuple(entry_text(entry) for entry in HELD)


def test_the_default_board_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "describe"]) == 0
    told = capsys.readouterr()
    file, _, said = told.out.partition("\n\n# field of a worker")
    assert f"{file}\n" == describe(BoardFile(), for_maker=True)
    assert parse_board_file(told.out).assumed == ASSUMABLE, "nobody has measured it, though it was printed"
    assert told.err == "", "the magnets of the guide hold"
    assert [line for line in said.splitlines() if line.startswith("# assumed: ")] == [
        "# assumed: gap_mm = 8.0",
        "# assumed: stack_mm = [18.0, 36.0, 54.0]",
        "# assumed: width_mm = 30.0",
        "# assumed: weight_g = 10.0",
        "# assumed: foot_mm = 16.0",
        "# assumed: friction = 0.6",
    ]
    assert said.splitlines()[-1].startswith("# Order nothing yet: measure stack_mm, width_mm, weight_g, foot_mm first")
    assert "# with wires and a Pico: 111 to 201 EUR in all (estimated), 13 h of work" in said
    assert "# printed parts: 22 h of a printer" in said


SIX = "[blocks]\nstack_mm = [17, 33.5, 50]\nwidth_mm = 30\n[workers]\nweight_g = 11\nfoot_mm = 16\n"


@pytest.mark.parametrize(
    ("text", "code", "last"),
    [
        (SIX, 0, "# Order the pilot (docs/build/pilot.md), which measures gap_mm and friction; the rest after it."),
        (f"{SIX}friction = 0.6\n[squares]\ngap_mm = 9\n", 0, "# Order it."),
        (
            f"{SIX}friction = 0.6\n[squares]\ngap_mm = 11\n",
            0,
            "# Order it if you can live with the warnings.",
        ),
        (f"{SIX}friction = 0.1\n", 1, "# Order nothing: change what is refused, and describe the board again."),
    ],
    ids=["the six measures", "all of it", "a warning", "refused"],
)
def test_what_to_order_next_follows_from_what_was_measured(
    text: str, code: int, last: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my-board.toml"
    path.write_text(text, "utf-8")
    assert main(["board", "describe", str(path)]) == code
    assert capsys.readouterr().out.splitlines()[-1] == last


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (
            "[magnet]\ndiameter_mm = 15\n",
            0,
            "warning: workers that are 3 mm off the middle of neighbouring squares do not stay: 11 g",
        ),
        ("[magnet]\ndiameter_mm = 20\n", 1, "refused: workers on neighbouring squares do not stay: 20 g"),
        (
            "[workers]\nfriction = 0.2\n",
            0,
            "warning: workers that are 3 mm off the middle of neighbouring squares do not stay",
        ),
        (
            "[squares]\npitch_mm = 35\n",
            0,
            "warning: workers that are 3 mm off the middle of neighbouring squares do not stay",
        ),
    ],
    ids=["larger", "much larger", "a smooth foot", "small squares"],
)
def test_a_pair_of_magnets_that_would_slide_is_warned_of(
    text: str, code: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my-board.toml"
    path.write_text(text, "utf-8")
    assert main(["board", "describe", str(path)]) == code
    said = capsys.readouterr()
    assert said.err.startswith(f"thera: {told}")
    assert "snap together" in said.err
    assert said.out.startswith(describe(read_board_file(path), for_maker=True))


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
    assert "already exists" in told[0]
    assert "with no game in it" in told[1]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_what_is_no_time_is_reported(tmp_path: Path, seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
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
    assert '"entry":"seat_taken","seat":"blue","name":""' in printed
    assert printed.splitlines()[-1].startswith("the same as then (")
    path.write_text(path.read_text("utf-8") + '{"note":"board","content":{"entry":"turn_confirmed"}}\n', "utf-8")
    assert main(["board", "replay", str(path)]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("different: at ")
    assert 'then the board brought about {"entry":"turn_confirmed"} at ' in last


def test_a_recorded_game_is_shown_and_the_stored_one_not_touched(tmp_path: Path) -> None:
    trace, data = tmp_path / "a.trace", tmp_path / "data"
    write_trace(trace, TraceHead(describe(BoardFile()), NOTES), [blank_frame(number) for number in range(5)])
    with running(data, "--board", f"replay:{trace}") as (_, address, printed):
        assert "It shows what was recorded" in printed
        assert state_of(address)["phase"] == "playing"
    assert not data.exists()


@pytest.mark.parametrize("command", ["calibrate", "selftest"])
def test_a_board_that_stores_nothing_cannot_be_adjusted(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "a.trace"
    write_trace(trace, TraceHead(describe(BoardFile()), NOTES), [blank_frame(0)])
    name = f"replay:{trace}"
    assert main(["board", command, "--board", name, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"thera: --board {name} stores no calibration and no wiring, so it cannot be calibrated")


def test_what_phones_did_happens_again_at_its_place(tmp_path: Path) -> None:
    trace = tmp_path / "a.trace"
    phones = [TraceNote("phone", entry_text(acted(text))) for text in ("b2-c3", "c3+c2")]
    undone = TraceNote("phone", entry_text(StepUndone()))
    by_board = TraceNote("board", entry_text(TurnConfirmed()))
    items: list[TraceItem] = [LinkChanged(LinkState.READY), blank_frame(1), *phones, blank_frame(2), undone, by_board]
    write_trace(trace, TraceHead(describe(BoardFile()), NOTES), items)
    with ExitStack() as stack:
        opened = open_board(f"replay:{trace}", None, seed=0, data=None, stack=stack)
        assert opened.recorded is not None
        table = make_table(opened, NullJournal(), opened.recorded.start)
        opened.recorded.join(table)
        table.start()
        stack.callback(table.close)
        snapshot = table.snapshot(frozenset())
        while snapshot.board.link != "lost":
            new = table.wait(frozenset(), snapshot.version, BOUND)
            assert new is not None
            snapshot = new
    done = [line.event.message.key for line in snapshot.log]
    assert "log.worker_moved" in done
    assert "log.built" not in done


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--board", "replay:a", "--new"), "--record and --new do not go with --board replay:a"),
        (("--board-file", "none.toml"), "none.toml: cannot be read"),
        (("--board", "replay:none.trace"), "none.trace: cannot be read"),
        (("--record", "none/a.trace"), "none/a.trace: cannot record there"),
    ],
)
def test_what_cannot_be_is_reported(
    tmp_path: Path, arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), *arguments]) == 2
    assert told in capsys.readouterr().err
    with Journal(tmp_path) as journal:
        assert journal.entries == ()


def test_a_trace_with_a_board_file_that_is_wrong_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, TraceHead("[squares]\nsize = 9\n", NOTES), ())
    assert main(["board", "replay", str(path)]) == 2
    assert f"{path}: its board file: [squares] size" in capsys.readouterr().err


def test_a_cut_recording_is_gone_through_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A step that the lost part would have told of is no difference."""
    whole = TRACES / "turns.trace.gz"
    path = tmp_path / "a.trace"
    text = gzip.decompress(whole.read_bytes()).decode()
    path.write_text(text[: text.index('{"note":"board"') + 9], "utf-8")
    assert main(["board", "replay", str(path)]) == 0
    told = capsys.readouterr()
    assert "the recording was cut off here" in told.err
    assert "board: b2-c3" in told.out
    assert told.out.splitlines()[-1].startswith("the same as then (")
