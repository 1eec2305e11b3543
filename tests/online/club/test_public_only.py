"""A table tells a club what onlookers see: byte for byte the same, whatever the secret of a player is; and never more
than a message may have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec
import pytest

from common.message import Message
from engine.reasons import Reason
from engine.seats import Seat
from engine.state import Outcome
from online.club.table_report import LARGEST_REPORT, MOST_TURNS, public_turns, read_report, report_of
from opponent.puzzles import Grade
from table.session.snapshot import EventKind, LoggedEvent, LogLine, Phase, PuzzleOnBoardView, PuzzleStage, Snapshot
from table.settings.options import TableSettings
from table.typed_json import MalformedError
from tests.table.session.reduced_table import EVE, Runner
from tests.table.session.secret_games import marked_in_secret, with_hecate
from tests.web_ui.fake_table import CAST, lobby, playing


def watched() -> Snapshot:
    """A game in progress, as nobody's phone sees it."""
    return replace(playing(), seats_held=(), host=False)


def told(steps: Iterable[Runner]) -> list[bytes]:
    """What a club is told after each step."""
    return [report_of(table.seen(EVE)).payload for table in steps]


@pytest.mark.parametrize(
    ("placed", "turn"),
    [(("@a5", "@e1"), ("a5-b4", "b4+c5")), (("@e5", "@d5"), ("d5-c4", "c4+c5")), (("@c2", "@b5"), ("b5-b4", "b4+c5"))],
)
def test_no_byte_says_where_hecates_workers_are(placed: tuple[str, str], turn: tuple[str, str]) -> None:
    reports = told(with_hecate(placed, turn))
    assert reports == told(with_hecate(("@c3", "@e5"), ("c3-c4", "c4+c5")))
    assert read_report(reports[-1]).turns == ("@b2 @d4 ?? ??", "b2-b3 +a3", "?? +c5", "")


@pytest.mark.parametrize(
    ("power", "placed", "secrets"),
    [("moerae", ("@b2", "@c3", "@d4"), ("*a1", "*d4", "*b3")), ("tartarus", ("@b2", "@d4"), ("*a1", "*e5", "*c3"))],
)
def test_no_byte_says_where_fate_or_the_abyss_lies(
    power: str, placed: tuple[str, ...], secrets: tuple[str, ...]
) -> None:
    assert len({tuple(told(marked_in_secret(power, placed, secret))) for secret in secrets}) == 1


def test_nothing_is_made_of_what_a_player_is_shown() -> None:
    with pytest.raises(ValueError, match="without a seat"):
        report_of(playing())


def test_a_report_says_who_plays_whose_turn_it_is_and_what_stands_where() -> None:
    report = report_of(replace(watched(), settings=TableSettings(name="Table 1")))
    assert (report.name, report.phase, report.turn, report.count) == ("Table 1", Phase.PLAYING, Seat.BLUE, 1)
    assert [(each.seat, each.name, each.powers) for each in report.players] == [
        (Seat.BLUE, "Ann", ("artemis",)),
        (Seat.ORANGE, "Bo", ("atlas",)),
    ]
    assert report.position is not None
    levels = {"c3": 1, "c4": 2, "d3": 3, "d4": 3, "b3": 1, "e5": 1, "b1": 2}
    names = [f"{file}{rank}" for rank in "12345" for file in "abcde"]
    assert report.position.levels == "".join(str(levels.get(name, 0)) for name in names)
    assert report.position.domes == ("d4", "e5")
    assert {(each.seat, each.square) for each in report.position.workers} == {
        (Seat.BLUE, "b2"),
        (Seat.BLUE, "c4"),
        (Seat.ORANGE, "d2"),
        (Seat.ORANGE, "b1"),
    }
    assert read_report(report.payload) == report


def test_in_the_lobby_there_is_no_position_and_nobodys_turn() -> None:
    report = report_of(lobby(*CAST))
    assert (report.position, report.turn, report.turns, report.result) == (None, None, (), None)
    assert [each.name for each in report.players] == ["Ann", "Bo"]


def test_a_puzzle_on_the_board_hides_the_game_below_it() -> None:
    puzzle = PuzzleOnBoardView(7, 2, Grade.EASY, PuzzleStage.TURNS, 2)
    report = report_of(replace(watched(), puzzle=puzzle))
    assert (report.phase, report.position, report.turn) == (Phase.PUZZLE, None, None)


def test_the_result_comes_with_the_name_of_the_game_once_it_is_stored() -> None:
    snapshot = watched()
    assert snapshot.game is not None
    outcome = Outcome((Seat.ORANGE,), Reason.of("win.moved_up", square="c3"))
    over = replace(snapshot, phase=Phase.OVER, game=replace(snapshot.game, outcome=outcome), prompt=None)
    first, later = report_of(over).result, report_of(replace(over, kept="20261126T170000Z")).result
    assert first is not None
    assert later is not None
    assert (first.winners, first.game, later.game) == ((Seat.ORANGE,), None, "20261126T170000Z")
    assert dict(first.reason.args) == {"square": "c3"}


def test_turns_are_written_as_the_notation_has_them() -> None:
    log = [
        ("worker_placed", {"seat": "blue", "square": "b2"}),
        ("turn_began", {"seat": "blue"}),
        ("worker_moved", {"seat": "blue", "origin": "b2", "to": "c3"}),
        ("worker_forced", {"seat": "orange", "origin": "c3", "to": "d4", "power": "minotaur"}),
        ("built", {"seat": "blue", "square": "c4", "piece": "block", "level": "0"}),
        ("turn_began", {"seat": "orange", "driven": "True"}),
        ("built", {"seat": "orange", "square": "c4", "piece": "dome", "level": "1"}),
        ("direction_set", {"seat": "orange", "power": "aeolus", "direction": "nw"}),
        ("acted_in_secret", {"seat": "orange"}),
        ("action_cancelled", {"seat": "orange", "square": "None"}),
        ("direction_set", {"seat": "orange", "power": "aeolus", "direction": "None"}),
    ]
    events = [LoggedEvent(EventKind(kind), Message(f"log.{kind}", tuple(args.items()))) for kind, args in log]
    assert public_turns(events) == ("@b2", "b2-c3 c3>d4 +c4", "^c4 ~nw ?? # ~")


def test_the_longest_game_with_the_longest_names_stays_within_its_bound() -> None:
    longest = "\U0001f3c6" * 24
    snapshot = watched()
    began = LoggedEvent(EventKind.TURN_BEGAN, Message("log.turn_began", (("seat", "blue"),)))
    args = (("origin", "b2"), ("power", "x" * 40), ("seat", "blue"), ("to", "b1"))
    forced = LoggedEvent(EventKind.WORKER_FORCED, Message("log.worker_forced", args))
    lines = tuple(LogLine(number, event) for number, event in enumerate([began, *[forced] * 40] * 500))
    seats = tuple(replace(each, name=longest) for each in snapshot.seats)
    report = report_of(replace(snapshot, seats=seats, log=lines, settings=TableSettings(name=longest)))
    assert len(report.payload) <= LARGEST_REPORT
    assert len(report.turns) == MOST_TURNS
    assert report.count == 500
    assert read_report(report.payload) == report


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("name", "x" * 25, "name"),
        ("phase", "asleep", "phase"),
        ("players", [{"seat": "green", "name": ""}], r"players\[0\]\.seat"),
        ("turns", ["x" * 101], "turns"),
        ("turns", ["@b2"] * 300, "turns"),
        ("count", -1, "count"),
        ("last", [{"key": "<script>"}], r"last\[0\]\.key"),
        ("position", {"size": 6, "levels": "0" * 25}, "position.size"),
        ("position", {"size": 5, "levels": "9" * 25}, "position.levels"),
        ("position", {"size": 5, "levels": "0" * 25, "domes": ["z9"]}, "position.domes"),
        ("result", {"winners": ["blue"], "reason": {"key": "win.moved_up"}, "game": "../../etc"}, "result.game"),
    ],
)
def test_what_is_no_report_is_named(field: str, value: object, complaint: str) -> None:
    broken = {**msgspec.to_builtins(report_of(watched())), field: value}
    with pytest.raises(MalformedError, match=complaint):
        read_report(msgspec.json.encode(broken))


@pytest.mark.parametrize("payload", [b"[]", b"{", b"\xff\xfe", b"[" * 5000, b" " * (LARGEST_REPORT + 1), b"null"])
def test_what_is_no_json_is_no_report(payload: bytes) -> None:
    with pytest.raises(MalformedError):
        read_report(payload)
