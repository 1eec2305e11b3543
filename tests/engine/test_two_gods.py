"""Two cards in one hand, as in the edition of 2007: what one gives costs nothing of the other (rulings G7, G10)."""

from __future__ import annotations

import pytest

from engine import complete_turns
from engine.notation import parse_position, state_of
from tests.engine.cases import Ask, Leads, check, line, name

TWO = "edition=original_2007&gods_per_player=2"

FREE_BEFORE_HERO = [
    Leads("Artemis' second move leaves Atalanta's power unused", line("artemis+atalanta:b2,e5", "mortal:d5,a5",
          rules=TWO), "b2-b3 b3-c3 . c3+c4", line("artemis+atalanta:c3,e5", "mortal:d5,a5", "c4:1", 2, rules=TWO)),
    Leads("whichever card was taken first", line("atalanta+artemis:b2,e5", "mortal:d5,a5", rules=TWO),
          "b2-b3 b3-c3 . c3+c4", line("atalanta+artemis:c3,e5", "mortal:d5,a5", "c4:1", 2, rules=TWO)),
    Leads("a third move uses it", line("artemis+atalanta:b2,e5", "mortal:d5,a5", rules=TWO),
          "b2-b3 b3-c3 c3-d3 . d3+d4",
          line("artemis+atalanta[used=yes]:d3,e5", "mortal:d5,a5", "d4:1", 2, rules=TWO)),
    Leads("and one back to where the first began, which Artemis does not give",
          line("artemis+atalanta:b2,e5", "mortal:d5,a5", rules=TWO), "b2-b3 . b3-b2 . b2+b3",
          line("artemis+atalanta[used=yes]:b2,e5", "mortal:d5,a5", "b3:1", 2, rules=TWO)),
    Leads("Triton's moves along the edge leave it unused", line("triton+atalanta:b2,e5", "mortal:d5,a5", rules=TWO),
          "b2-a2 a2-a3 a3-b3 . b3+b4", line("triton+atalanta:b3,e5", "mortal:d5,a5", "b4:1", 2, rules=TWO)),
    Leads("in either order of the cards, and she declines once", line("atalanta+triton:b2,e5", "mortal:d5,a5",
          rules=TWO), "b2-a2 a2-a3 a3-b3 . b3+b4",
          line("atalanta+triton:b3,e5", "mortal:d5,a5", "b4:1", 2, rules=TWO)),
    Leads("from the middle it is hers", line("triton+atalanta:b2,e5", "mortal:d5,a5", rules=TWO),
          "b2-a2 a2-b3 b3-b4 . b4+b3",
          line("triton+atalanta[used=yes]:b4,e5", "mortal:d5,a5", "b3:1", 2, rules=TWO)),
    Leads("Hermes' level moves leave it unused", line("hermes+atalanta:b2,e5", "mortal:d5,a5", rules=TWO),
          "b2-b3 b3-c3 . . c3+c4", line("hermes+atalanta:c3,e5", "mortal:d5,a5", "c4:1", 2, rules=TWO)),
    Ask("only the worker that moved last runs on", line("hermes+atalanta:b2,e5", "mortal:d2,a5", rules=TWO),
        "b2-b3 e5-e4 . e4-e3 . b3-c3", "worker.not_this"),
    Leads("Demeter's second build leaves the domes of Heracles' later wording unused",
          line("demeter+heracles:b2,e5", "mortal:d5,a5", "b4:3 c3:3", rules=f"revised=heracles&{TWO}"),
          "b2-b3 b3^b4 b3^c3 .",
          line("demeter+heracles:b3,e5", "mortal:d5,a5", "b4:4 c3:4", 2, rules=f"revised=heracles&{TWO}")),
]  # fmt: skip


@pytest.mark.parametrize("case", FREE_BEFORE_HERO, ids=name)
def test_what_a_god_gives_costs_a_hero_nothing(case: Ask | Leads) -> None:
    check(case)


def test_walks_along_the_edge_and_on_lead_to_so_many_positions_and_no_more() -> None:
    state = state_of(parse_position(line("atalanta+triton:b2,e5", "mortal:d5,a5", rules=TWO)))
    swapped = state_of(parse_position(line("triton+atalanta:b2,e5", "mortal:d5,a5", rules=TWO)))
    assert len(complete_turns(state)) == len(complete_turns(swapped)) == 465
