"""What other threads read of the table, and how they wait for it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from perception.calibration.procedure import LiveReadings
from table.runtime.publisher import Publisher, marks_of
from table.session.saved_state import SavedState, token_mark
from table.session.table_state import TableState

PATIENCE = 10.0
NOBODY = frozenset[str]()


def first_state() -> TableState:
    return TableState.opening(SavedState())


def test_a_phone_is_known_by_the_marks_of_its_tokens() -> None:
    assert marks_of(frozenset({"a", "b"})) == {token_mark("a"), token_mark("b")}
    assert "a" not in marks_of(frozenset({"a"}))


def test_who_waits_gets_the_next_state() -> None:
    state = first_state()
    publisher = Publisher(state)
    assert publisher.wait(NOBODY, state.version, 0.0) is None
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(publisher.wait, NOBODY, state.version, PATIENCE)
        publisher.publish(state.newer)
        found = waiting.result(PATIENCE)
    assert found is not None
    assert found.version == state.newer.version


def test_an_older_version_gets_the_newest_state_without_a_wait() -> None:
    state = first_state()
    found = Publisher(state).wait(NOBODY, state.version - 1, 0.0)
    assert found is not None
    assert found.version == state.version


def test_who_waits_for_readings_gets_the_next_ones() -> None:
    publisher = Publisher(first_state())
    assert publisher.wait_readings(0, 0.0) is None
    publisher.publish_readings(LiveReadings(1))
    assert publisher.wait_readings(0, 0.0) == LiveReadings(1) == publisher.readings


def test_the_end_of_the_table_ends_all_waits() -> None:
    state = first_state()
    publisher = Publisher(state)
    waiting = threading.Thread(target=publisher.wait, args=(NOBODY, state.version, PATIENCE))
    waiting.start()
    publisher.close()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()
    assert publisher.closed
    assert publisher.wait_readings(1, PATIENCE) is None
