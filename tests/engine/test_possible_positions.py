"""A position that can never come about is refused with what is wrong; every position of a game can be asked about."""

from __future__ import annotations

import json

import pytest

from engine.asked_positions import read_asked, written_state
from engine.errors import InvalidSetup
from engine.notation import parse_position, position_json
from engine.power import Power
from engine.powers import POWERS
from tests.engine.cases import line
from tests.engine.perft_files import FOLDER, PAIRS_FOLDER, positions_in

MORTAL = "mortal:d2,b4"
EVERY_SQUARE = ",".join(f"{file}{rank}" for rank in range(1, 6) for file in "abcde")
COIN = "a1:1"
IMPOSSIBLE = (
    (line("mortal:b2,d4,a1", MORTAL), "position.workers"),
    (line(f"mortal:{EVERY_SQUARE}", "mortal:"), "position.workers"),
    (line("gaea[workers=2]:b2,d4,a1,a2", MORTAL), "position.workers_waiting"),
    (line("jason[workers=1]:b2,d4,a1", MORTAL), "position.workers_waiting"),
    (line("clio[left=2|squares=a1]:b2,d4", MORTAL), "position.token_on_ground"),
    (line("clio[left=2|squares=a5]:b2,d4", MORTAL, "a5:4"), "position.token_domed"),
    (line("clio[left=0|squares=a1+b1+c1+d1+e1]:b2,d4", MORTAL, "a1:1 b1:1 c1:1 d1:1 e1:1"), "position.token_count"),
    (line("clio[left=9]:b2,d4", MORTAL), "position.token_count"),
    (line("clio[left=1|squares=a1+a1]:b2,d4", MORTAL, COIN), "position.token_twice"),
    (line("charybdis[squares=a1+a2+a3]:b2,d4", MORTAL), "position.token_count"),
    (line("charybdis[squares=a1+a1]:b2,d4", MORTAL), "position.token_twice"),
    (line("charybdis[squares=a1]:b2,d4", MORTAL, "a1:A"), "position.token_domed"),
    (line("europa[square=b2]:b2,d4", MORTAL), "position.token_on_worker"),
    (line("europa[square=b4]:b2,d4", MORTAL), "position.token_on_worker"),
    (line("europa[square=a5]:b2,d4", MORTAL, "a5:4"), "position.token_domed"),
    (line("europa[square=a1]:b2,d4", "charybdis[squares=a1]:d2,b4"), "position.token_twice"),
    (line("europa[square=a1]:b2,d4", "clio[squares=a1|left=2]:d2,b4", COIN), "position.token_twice"),
    (line("tartarus[square=b2]:b2,d4", MORTAL), "position.in_abyss"),
    (line("tartarus[square=d2]:b2,d4", MORTAL), "position.in_abyss"),
    (line("moerae[corner=e5]:b2,d4,a1", MORTAL), "position.corner"),
    (line("moerae[corner=a5]:b2,d4,a1", MORTAL), "position.corner"),
    ("0000000000000000/1/moerae[corner=d1]:b2,c4,a1/mortal:c2,b4", "position.corner"),
    (line("adonis[used=yes|target=b2]:b2,d4", MORTAL, to_move=2), "position.named"),
    (line("adonis[used=yes|target=a1]:b2,d4", MORTAL, to_move=2), "position.named"),
    (line("adonis[used=yes|target=b4|ally=d2]:b2,d4", MORTAL, to_move=2), "position.named_ally"),
    (line("mortal:b2,d4", MORTAL, rules="recycled=99"), "position.recycled"),
    (line("mortal:b2,d4", MORTAL, "a1:A b1:B", rules="recycled=2"), "position.recycled"),
    (line("pan:b2,d4", MORTAL, rules="revised=pan"), "line.value"),
)
POSSIBLE = (
    line("gaea[workers=0]:b2,d4,a1,a2", MORTAL),
    line("jason[workers=0]:b2,d4,a1", MORTAL),
    line("clio[left=0|squares=a1]:a1,d4", MORTAL, COIN),
    line("charybdis[squares=b2+d4]:b2,d4", MORTAL),
    line("tartarus[square=d2]:b2,d4", MORTAL, rules="abyss_spares_extra_turns=yes"),
    line("tartarus[square=b4]:b2,d4", "hecate:d2,b4", rules="bans=off"),
    line("tartarus[square=a5]:b2,d4", MORTAL, "a5:4"),
    line("moerae[corner=d4]:b2,d4,a1", MORTAL),
    line("adonis[used=yes|target=b4|ally=d4]:b2,d4", MORTAL, to_move=2, rules="revised=adonis"),
    line("mortal:b2,d4", MORTAL, "a1:A", rules="recycled=1"),
)


@pytest.mark.parametrize(("text", "key"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(text: str, key: str) -> None:
    for read in (read_asked, written_state):
        with pytest.raises(InvalidSetup) as refused:
            read(text)
        assert refused.value.reason is not None
        assert refused.value.reason.key == key
        assert not {"{", "}"} & set(str(refused.value))


@pytest.mark.parametrize("text", POSSIBLE)
def test_a_position_at_the_limit_is_not(text: str) -> None:
    assert read_asked(text).line
    assert written_state(json.dumps(position_json(parse_position(text)))).turn is not None


def test_each_power_that_judges_its_memory_is_refused_something() -> None:
    judging = {str(power.name) for power in POWERS if type(power).memory_objection is not Power.memory_objection}
    assert judging <= {name for text, _ in IMPOSSIBLE for name in judging if name in text}


def test_positions_of_play_are_possible() -> None:
    files = [*FOLDER.glob("*.txt"), *PAIRS_FOLDER.glob("*.txt")]
    assert len(files) > 100
    for file in files:
        for position in positions_in(file):
            assert written_state(position).turn is not None
