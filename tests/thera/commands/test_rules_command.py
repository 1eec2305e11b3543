"""``thera rules``: positions in, JSON lines out, as docs/notation.md says."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import State
from engine.notation import Position, position_of
from engine.turns import turn_enumeration
from thera.command_parser import CommandParser
from thera.commands import rules_command as rules_cli

EMPTY = "0" * 25
OPENING = f"{EMPTY}/1/mortal:b3,d3/mortal:c2,c4"
WON_NEXT = "0000000000003200000000000/1/mortal:d3,a1/mortal:a5,e5"
STUCK = "0400044000000000000000000/1/mortal:a5/mortal:e1,e3"


def ask(*arguments: str) -> int:
    parser = CommandParser(prog="thera rules")
    rules_cli.add_arguments(parser)
    return rules_cli.run(parser.parse_command(arguments))


def said(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def turns_of(answer: dict[str, object]) -> list[dict[str, object]]:
    turns = answer["turns"]
    assert isinstance(turns, list)
    return turns


def test_a_position_of_too_many_turns_has_an_error_and_an_exit_code_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_enumeration, "MOST_STATES", 200)  # counted, so that few show what many do
    domes = "444444444" + "0" * 16 + "/1/heracles:b3,c2/mortal:e1,d1"
    file = tmp_path / "positions"
    file.write_text(f"{domes}\n{STUCK}\n", "utf-8")
    assert ask("turns", str(file)) == 3
    many, stuck = said(capsys)
    assert "states" in str(many["error"])
    assert stuck["stuck"] is True
    file.write_text(f"{domes}\nnonsense\n", "utf-8")
    assert ask("turns", str(file)) == 1
    assert ask("perft", domes, "1") == 3
    assert "states" in capsys.readouterr().err


def test_turns_lists_each_complete_turn_with_its_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions"
    file.write_text(f"{OPENING}\n", "utf-8")
    assert ask("turns", str(file)) == 0
    (answer,) = said(capsys)
    turns = turns_of(answer)
    assert answer["stuck"] is False
    assert len(turns) == 68
    (one,) = [turn for turn in turns if turn["turn"] == "b3-a3 a3+a2"]
    assert one == {
        "turn": "b3-a3 a3+a2",
        "steps": ["b3-a3", "a3+a2"],
        "position": {
            "size": 5,
            "levels": [[0] * 5, [1, 0, 0, 0, 0], [0] * 5, [0] * 5, [0] * 5],
            "domes": [],
            "players": [
                {"seat": "blue", "power": "mortal", "workers": ["a3", "d3"], "memory": {}},
                {"seat": "orange", "power": "mortal", "workers": ["c2", "c4"], "memory": {}},
            ],
            "to_move": "orange",
        },
        "winner": None,
    }


def test_results_can_be_asked_about_in_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "positions"
    file.write_text(OPENING, "utf-8")
    assert ask("turns", str(file)) == 0
    results = [json.dumps(turn["position"]) for turn in turns_of(said(capsys)[0])][:3]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(results).encode())))
    assert ask("turns", "-") == 0
    assert len(said(capsys)) == 3


def test_turns_that_lead_to_the_same_position_are_all_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions"
    file.write_text(f"{EMPTY}/1/demeter:b3,d3/mortal:c2,c4", "utf-8")
    assert ask("turns", str(file)) == 0
    turns = {turn["turn"]: turn["position"] for turn in turns_of(said(capsys)[0])}
    assert turns["b3-a3 a3+a2 a3+a4"] == turns["b3-a3 a3+a4 a3+a2"]
    assert "b3-a3 a3+a2 ." in turns


def test_where_workers_may_walk_in_circles_each_position_is_listed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions"
    file.write_text("0444444444444444440044400/1/hermes:e1,e2/mortal:a5,d1", "utf-8")
    assert ask("turns", str(file)) == 0
    positions = [json.dumps(turn["position"]) for turn in turns_of(said(capsys)[0])]
    assert len(positions) == len(set(positions)) > 0


def test_a_winning_turn_names_the_winner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions"
    file.write_text(WON_NEXT, "utf-8")
    assert ask("turns", str(file)) == 0
    won = [turn for turn in turns_of(said(capsys)[0]) if turn["winner"] is not None]
    assert [(turn["turn"], turn["winner"]) for turn in won] == [("d3-c3", "blue")]


def test_a_stuck_player_is_said_to_be_stuck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions"
    file.write_text(STUCK, "utf-8")
    assert ask("turns", str(file)) == 0
    assert said(capsys) == [{"turns": [], "stuck": True}]


def test_who_reads_line_by_line_has_an_answer_before_the_next_question() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "thera", "rules", "turns", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert running.stdin is not None
    assert running.stdout is not None
    with running:
        for count in (68, 0):
            running.stdin.write(f"{OPENING if count else STUCK}\n")
            running.stdin.flush()
            assert len(json.loads(running.stdout.readline())["turns"]) == count
        running.stdin.close()
    assert running.returncode == 0


def test_turns_are_written_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads only the first of many turns need not wait for the others."""

    class Closing(io.StringIO):
        def write(self, text: str) -> int:
            if self.getvalue().count('"turn"') == 3:
                raise BrokenPipeError
            return super().write(text)

    made = 0

    def counted(state: State) -> Position:
        nonlocal made
        made += 1
        return position_of(state)

    file = tmp_path / "positions"
    file.write_text(OPENING, "utf-8")
    monkeypatch.setattr(rules_cli, "position_of", counted)
    monkeypatch.setattr("sys.stdout", Closing())
    with pytest.raises(BrokenPipeError):
        ask("turns", str(file))
    assert 3 <= made <= 4


def test_counting_without_end_is_given_up(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_cli, "MOST_COUNTED", 1000)
    assert ask("perft", OPENING, "99") == 3
    assert "more than 1000" in capsys.readouterr().err


def test_a_bad_line_is_answered_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions"
    file.write_bytes(b"nonsense\n\n" + STUCK.encode() + b"\n\xff\n{}\n" + EMPTY.encode() + b"/1/circe:a1/hecate:b1\n")
    assert ask("turns", str(file)) == 1
    answers = said(capsys)
    assert [sorted(answer) for answer in answers] == [["error"], ["stuck", "turns"], ["error"], ["error"], ["error"]]
    assert "levels/to-move/player/player" in str(answers[0]["error"])


def test_json_over_several_lines_is_read_as_programs_print_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions"
    file.write_text(OPENING, "utf-8")
    assert ask("turns", str(file)) == 0
    results = [turn["position"] for turn in turns_of(said(capsys)[0])][:3]
    for indent in (None, 2, "\t"):
        file.write_text("\n".join(json.dumps(each, indent=indent) for each in results) + f"\n{STUCK}\n", "utf-8")
        assert ask("turns", str(file)) == 0
        answers = said(capsys)
        assert [len(turns_of(answer)) > 0 for answer in answers] == [True, True, True, False]


def test_a_broken_json_position_does_not_take_the_next_one_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions"
    file.write_text(OPENING, "utf-8")
    assert ask("turns", str(file)) == 0
    whole = json.dumps(turns_of(said(capsys)[0])[0]["position"], indent=2)
    file.write_text(f'{{\n  "levels": [\n{whole}\n{{"name": "}}{{"}}\n{whole}', "utf-8")
    assert ask("turns", str(file)) == 1
    assert ["error" in answer for answer in said(capsys)] == [True, False, True, False]


def test_a_missing_file_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("turns", str(tmp_path / "absent")) == 2
    assert capsys.readouterr().err.endswith("absent: No such file or directory\n")


@pytest.mark.parametrize(("depth", "count"), [("1", 68), ("2", 5156)])
def test_perft_counts(depth: str, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("perft", OPENING, depth) == 0
    assert said(capsys) == [{"depth": int(depth), "turns": count}]


@pytest.mark.parametrize("depth", ["0", "-1", "two", "²"])
def test_a_depth_is_a_whole_number_from_one(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        ask("perft", OPENING, depth)
    assert ended.value.code == 2
    assert capsys.readouterr().err


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        (OPENING, "b3-b4", None),
        (OPENING, "b3-c4", "move.occupied"),
        (OPENING, "b3-b5", "move.not_neighboring"),
        (OPENING, "c2-c3", "worker.not_yours"),
        (OPENING, "b3-b4 b4+b5", None),
        (OPENING, "b3-b4 b4+c4", "build.occupied"),
        (OPENING, "b3-b4 b4^b5", "build.piece"),
        ("0000010000000000000000000/2/athena[^]:d1,e1/mortal:b4,e5", "b4-a4", "athena.no_climb"),
        (f"{EMPTY}/1/mortal:b3,d3/mortal:c2,c4/*apollo:a2", "b3-a2", "ram.obstructs"),
        (OPENING, "resign=orange", None),
        (OPENING, "resign=blue b3-b4", "game_over"),
        (OPENING, "b3-b4 resign=white", "game_over"),
    ],
)
def test_why_gives_the_reason(
    position: str, action: str, reason: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask("why", position, action) == 0
    (answer,) = said(capsys)
    assert (answer["legal"], answer["reason"]) == (reason is None, reason)


def test_why_says_what_a_worker_can_do_and_why_not_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("why", OPENING, "b3-b4 b4") == 0
    (answer,) = said(capsys)
    assert answer["options"] == [f"b4+{on}" for on in ("a3", "b3", "c3", "a4", "a5", "b5", "c5")]
    assert answer["dark"] == {
        "c4": {
            "reason": "build.occupied",
            "args": {"seat": "orange", "square": "c4"},
            "sentence": "a worker of Orange stands there.",
        }
    }
    assert answer["rulings"] == ["G1"]


def test_why_names_the_rulings_of_a_square_and_of_anothers_worker(capsys: pytest.CaptureFixture[str]) -> None:
    position = "0000010000000000000000000/2/athena[^]:d1,e1/mortal:b4,e5"
    assert ask("why", position, "a4") == 0
    assert ask("why", position, "d1") == 0
    climb, other = said(capsys)
    assert (climb["reason"], climb["rulings"]) == ("athena.no_climb", ["3"])
    assert (other["reason"], other["legal"]) == ("worker.not_yours", False)


def test_why_reads_the_line_that_a_phone_shares_with_the_steps_of_the_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("why", f"{OPENING} b3-b4", "b4+c4") == 0
    (answer,) = said(capsys)
    assert (answer["legal"], answer["reason"]) == (False, "build.occupied")


def test_why_tells_what_the_turn_before_did_and_why_a_win_was_none(capsys: pytest.CaptureFixture[str]) -> None:
    position = "0000000000000000000000003/1/nemesis:b2,e1/mortal:b5,e5"
    assert ask("why", position, "b2-b1 b1+a1 b1=b5 e1=e5 b1") == 0
    (answer,) = said(capsys)
    done = answer["done"]
    assert isinstance(done, list)
    assert {"sentence": "Blue built a block on a1."} in done
    assert {
        "sentence": "No win for Orange on e1: Nemesis forced the worker there; that was no move of its own.",
        "rulings": ["G16", "41"],
    } in done


@pytest.mark.parametrize(
    ("position", "steps", "refused", "reason"),
    [
        (OPENING, "b3-b5 b5+b4", "b3-b5", "move.not_neighboring"),
        (OPENING, "b3-b4 b4+c4 c2", "b4+c4", "build.occupied"),
        (OPENING, "b3-b4 resign=white c2", "resign=white", "game_over"),
        (
            f"{EMPTY}/1/achilles+prometheus:b2,e5/mortal:c5,e1/?edition=original_2007&gods_per_player=2",
            "b2+b3 b2-b3",
            "b2+b3",
            "card.which",
        ),
    ],
)
def test_why_answers_about_the_first_step_that_cannot_be_done(
    position: str, steps: str, refused: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, rest = steps.split(" ", 1)
    for asked in ((position, steps), (f"{position} {first}", rest)):
        assert ask("why", *asked) == 1
        (answer,) = said(capsys)
        assert (answer["action"], answer["legal"], answer["reason"]) == (refused, False, reason)
        assert str(answer["sentence"])[-1] == "."
    named = steps.replace("b2+b3 b2-b3", "b2+b3!achilles b2-b3")
    if named != steps:
        assert ask("why", position, named) == 0


@pytest.mark.parametrize("action", ["", "b9", "b3-b9 b5+b4"])
def test_why_refuses_what_is_no_action(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("why", OPENING, action) == 1
    assert capsys.readouterr().err.startswith("thera rules: ")


def record(tmp_path: Path, *turns: str, **changes: object) -> str:
    players = [{"seat": "blue", "power": "pan"}, {"seat": "orange", "power": "mortal"}]
    whole = {"version": 1, "setup": {"players": players}, "turns": turns, "result": None, **changes}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(whole), "utf-8")
    return str(file)


def test_a_record_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("replay", record(tmp_path, "@b3 @d3 @c2 @c4", "b3-a3 a3+a2")) == 0
    (answer,) = said(capsys)
    position = answer["position"]
    assert isinstance(position, dict)
    assert position["to_move"] == "orange"
    assert {key: answer[key] for key in ("turns", "actions", "result")} == {"turns": 2, "actions": 6, "result": None}


def test_a_record_that_stops_within_a_turn_has_no_last_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask("replay", record(tmp_path, "@b3 @d3 @c2 @c4", "b3-a3")) == 0
    assert said(capsys) == [{"turns": 1, "actions": 5, "result": None}]


def test_the_end_of_a_record_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = {"winners": ["orange"], "reason": "lose.resigned", "args": {"loser": "blue"}}
    assert ask("replay", record(tmp_path, "@b3 @d3 resign=blue", result=result)) == 0
    (answer,) = said(capsys)
    assert answer["result"] == result


def test_a_game_that_the_page_saved_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(Path(record(tmp_path, "@b3 @d3 @c2 @c4", "b3-a3 a3+a2")).read_text("utf-8"))
    saved = tmp_path / "saved.json"
    saved.write_text(json.dumps({"version": 1, "names": {"blue": "Ann"}, "record": whole}), "utf-8")
    assert ask("replay", str(saved)) == 0
    assert said(capsys)[0]["actions"] == 6


@pytest.mark.parametrize("turn", ["b3-b5 b5+b4", "b3-a3 a3+a2 .", "nonsense"])
def test_a_record_against_the_rules_is_refused(turn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("replay", record(tmp_path, "@b3 @d3 @c2 @c4", turn)) == 1
    assert capsys.readouterr().err.startswith("thera rules: record: turn 1: ")


def test_a_record_that_cannot_be_read_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\xff")
    assert ask("replay", str(broken)) == 1
    assert ask("replay", str(tmp_path / "absent")) == 2
    assert capsys.readouterr().err.count("\n") == 2
