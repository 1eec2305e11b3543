"""A match that was closed: all tables come to know it, and then nobody has anything of it any more."""

from __future__ import annotations

from pathlib import Path

from online.match.match_limits import LINGER_MS, LONGEST_WAIT_MS
from table.session.match_play import LeaveMatch
from tests.online.match.families import ListedBroker, begin, paired, play, settle


def test_who_has_left_a_closed_match_answers_the_table_that_closed_it_for_another_day(tmp_path: Path) -> None:
    broker = ListedBroker()
    tables = here, there = paired(broker, tmp_path)
    begin(broker, tables)
    play(broker, tables, turns=4)
    here.does(LeaveMatch())
    here.passes(0.0)
    broker.deliver()
    there.passes(0.0)
    broker._waiting.clear()  # what acknowledges it is lost
    there.does(LeaveMatch())
    settle(broker, there)
    files = {table.name: tmp_path / table.name / "matches" for table in tables}
    assert [*files["Oslo"].iterdir()]
    here.passes(LONGEST_WAIT_MS / 1000)
    settle(broker, here, there)
    assert not [*files["Oslo"].iterdir()]
    assert [*files["Bergen"].iterdir()]
    there.passes(LINGER_MS / 1000)
    assert not [*files["Bergen"].iterdir()]
