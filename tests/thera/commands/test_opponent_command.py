"""``thera opponent``: turns for positions, and matches, as a person or a program asks for them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from engine import Game, complete_turns
from engine.notation import parse_position, parse_turn, position_json, position_of, state_of, turn_text
from thera.cli import main
from thera.commands.rules_command import OPENING

WINNING = "0000000000000000200000003/1/mortal:b2,e5/mortal:a5,d5"


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_turns_are_legal_and_lead_to_their_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{OPENING}\n\n0000000000000000000000000/2/pan:b3,d3/hermes:c2,c4\n")
    assert main(["opponent", "turns", str(file), "--nodes", "60", "--json"]) == 0
    answers = lines(capsys)
    assert len(answers) == 2
    for answer, text in zip(answers, (OPENING, "0000000000000000000000000/2/pan:b3,d3/hermes:c2,c4"), strict=True):
        game = Game.at(state_of(parse_position(text)))
        for action in parse_turn(str(answer["turn"])):
            game = game.play(action)
        assert answer["position"] == position_json(position_of(game.state))
        assert answer["nodes"] in range(1, 61)
        assert {"value", "depth"} < set(answer)


def test_a_level_prints_its_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4\n")
    assert main(["opponent", "turns", str(file), "--level", "casual"]) == 0
    legal = {turn_text(turn.actions) for turn in complete_turns(state_of(parse_position(OPENING)))}
    assert capsys.readouterr().out.strip() in legal


def test_what_cannot_be_read_gets_an_error_and_the_rest_its_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.txt"
    stuck = "0000000000000004000004000/1/mortal:a1/mortal:d5,a5".replace("4000004000", "4400004000")
    file.write_text(f"nonsense\n{stuck}\n{OPENING}\n")
    assert main(["opponent", "turns", str(file), "--nodes", "5", "--json"]) == 1
    wrong, nobody, right = lines(capsys)
    assert "error" in wrong
    assert "error" in nobody
    assert "turn" in right


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["turns", "absent.txt"], "absent.txt"),
        (["turns", "-", "--level", "casul"], "casual"),
        (["turns", "-", "--seconds", "-1"], "seconds"),
        (["turns", "-", "--nodes", "0"], "whole number"),
        (["match", "strong", "nobody", "--games", "2"], "nobody"),
        (["match", "strong", "casual", "--games", "3"], "even"),
        (["match", "strong", "casual", "--powers", "pan,zeuss"], "zeuss"),
        (["match", "nodes:x", "casual", "--games", "2"], "nodes:x"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["opponent", *arguments])
    except SystemExit as ended:
        code = int(str(ended.code))
    assert code == 2
    assert told in capsys.readouterr().err


def test_a_match_counts_games_and_gives_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["opponent", "match", "nodes:40", "child", "--games", "2", "--json", "-q"]) == 0
    (result,) = lines(capsys)
    assert result["games"] == 2
    assert isinstance(result["interval"], list)
    low, high = result["interval"]
    assert 0 <= low <= float(str(result["share"])) <= high <= 1


def test_a_program_that_answers_nonsense_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "program.py"
    script.write_text('import sys\nfor line in sys.stdin:\n    print(\'{"turn": "a1-a1"}\', flush=True)\n')
    command = f"command:{sys.executable} {script}"
    assert main(["opponent", "match", "nodes:5", command, "--games", "2", "-q"]) == 2
    assert "program.py" in capsys.readouterr().err


def test_a_program_plays_by_what_stands_on_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The program asks this one for its turn, and shows the board after it."""
    script = tmp_path / "program.py"
    script.write_text(
        "import json, sys\n"
        "from engine import complete_turns\n"
        "from engine.notation import position_json, position_of, read_position, state_of\n"
        "for line in sys.stdin:\n"
        "    turn = complete_turns(state_of(read_position(line)))[0]\n"
        "    after = position_json(position_of(turn.after))\n"
        "    workers = {each['seat']: each['workers'] for each in after['players']}\n"
        "    shown = {'workers': workers, 'levels': after['levels'], 'domes': after.get('domes', [])}\n"
        "    print(json.dumps({**shown, 'winner': after.get('winner')}), flush=True)\n"
    )
    command = f"command:env PYTHONPATH={Path.cwd()} {sys.executable} {script}"
    assert main(["opponent", "match", "nodes:30", command, "--games", "2", "--json", "-q"]) == 0
    (result,) = lines(capsys)
    assert result["games"] == 2


def test_puzzles_are_printed_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["opponent", "puzzles", "--count", "2", "--seed", "4"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] in ("1", "2", "3") for line in printed] == [True, True]


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("nodes:many", "nodes:many: many is not a whole number from 1 to 999999999"),
        ("plies:0", "plies:0: 0 is not a whole number from 1 to 999999999"),
        ("seconds:nan", "seconds:nan: nan is not a number of seconds above 0, up to 3600"),
        ("command:no-such-program", "command:no-such-program: it cannot be started: No such file or directory"),
        ("command:true", "command:true ended without an answer"),
        ("command:cat", "command:cat answers without a turn, and without workers by seat, levels and domes"),
        ("grandmaster", "'grandmaster' is not a player; a player is a level"),
    ],
)
def test_a_player_that_cannot_be_is_refused_in_a_sentence(
    player: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["opponent", "match", "nodes:5", player, "--games", "2", "-q"]) == 2
    assert told in capsys.readouterr().err
