"""Entries of journals that were written before are read, and are written again to the byte."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from table.session.journal_entries import AnyEntry, OptionsChosen
from table.settings.options import GameOptions
from table.storage.entry_format import entry_text, parse_entry

TRACES = Path(__file__).parents[2] / "golden" / "traces"

WRITTEN = (
    '{"entry":"opened"}',
    '{"entry":"table_cleared"}',
    '{"entry":"seat_taken","seat":"blue","name":"Änn “the” {bold}","mark":"ab12"}',
    '{"entry":"seat_left","seat":"blue"}',
    (
        '{"entry":"options_chosen","options":{"powers":true,"mode":"full","sets":["simple","advanced","g'
        'olden_fleece","hero"],"open_information":false,"first_games":false,"fleece":false,"confirm":"as'
        'k","clock":null,"rules":{}}}'
    ),
    '{"entry":"game_began","size":5}',
    '{"entry":"journal_mended","kept":17,"aside":"journal.sqlite3.damaged-20260301T191205Z"}',
    '{"entry":"journal_shortened","starts":12}',
    '{"entry":"mending_read"}',
    '{"entry":"names_remembered","names":["Änn","Bo"]}',
    '{"entry":"game_began","size":4}',
    '{"entry":"powers_voted","seat":"blue","powers":["apollo","pan"],"done":false}',
    '{"entry":"powers_voted","seat":"orange","powers":[],"done":true}',
    '{"entry":"powers_offered","offered":["apollo","pan"]}',
    '{"entry":"power_chosen","power":"pan"}',
    '{"entry":"start_player_named","seat":"orange"}',
    '{"entry":"start_player_named","seat":"orange","seed":7}',
    '{"entry":"acted","actions":["b2-c3","c3^c4","."]}',
    '{"entry":"table_plays","seat":"orange","level":"beginner"}',
    '{"entry":"table_plays","seat":"orange","level":null}',
    '{"entry":"turn_announced","actions":["b2-c3","c3^c4","."]}',
    '{"entry":"step_undone"}',
    (
        '{"entry":"seated_apart","seats":{"match":"00112233445566778899aabbccddeeff","here":1,"own":["orange"],"far":['
        '{"seat":"blue","table":0,"title":"Oslo","name":"Ann"},{"seat":"white","table":null,"title":"","name":""}]}}'
    ),
    '{"entry":"seated_apart","seats":null}',
    (
        '{"entry":"game_began_apart","number":4,"setup":{"players":[{"seat":"blue","team":0,"powers":["mortal"]},'
        '{"seat":"orange","team":1,"powers":["pan","atlas"]}]}}'
    ),
    '{"entry":"turn_offered"}',
    '{"entry":"offer_answered","agreed":false}',
    '{"entry":"went_back_apart","plies":12}',
    '{"entry":"tokens_shown","tokens":["*b3"]}',
    '{"entry":"tokens_shown","tokens":[],"seed":7}',
    '{"entry":"cards_told","cards":["pan"]}',
    (
        '{"entry":"result_told","seat":"blue","events":["[\\"ActedInSecret\\",{\\"seat\\":\\"blue\\"}]"],'
        '"position":"0000000000001000000000000/2/hecate:/pan:c3,e5"}'
    ),
    '{"entry":"position_corrected","position":"correct=b2:blue,d4:orange,c3:2,e5:4"}',
    '{"entry":"board_turned","quarters":2}',
    '{"entry":"board_changed","kind":"real"}',
    '{"entry":"turn_confirmed"}',
    '{"entry":"time_used","seat":"blue","ms":61250}',
    '{"entry":"clock_paused","paused":true}',
    '{"entry":"clock_paused","paused":false}',
    '{"entry":"turn_taken_back","plies":3}',
    (
        '{"entry":"options_chosen","options":{"powers":true,"mode":"full","sets":["simple","advanced","g'
        'olden_fleece","hero"],"open_information":false,"first_games":false,"fleece":false,"confirm":"at'
        '_once","clock":{"minutes":20,"increment":5},"hints":true,"rules":{}}}'
    ),
    '{"entry":"rematch_agreed","kind":"lobby"}',
    '{"entry":"rematch_agreed","kind":"swapped","seed":9}',
    '{"entry":"game_abandoned"}',
    (
        '{"entry":"seat_taken","seat":"white","name":"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b'
        "\\t\\n\\u000b\\f\\r\\u000e\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u0"
        "01b\\u001c\\u001d\\u001e\\u001f !\\\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\\\]^_`a"
        'bcdefghijklmnopqrstuvwxyz{|}~\x7fé\u2028\u2029😀/</script>","mark":"m"}'
    ),
    '{"entry":"seat_handed_over","seat":"purple","mark":"cd"}',
    '{"entry":"host_named","seat":"blue"}',
    '{"entry":"settings_chosen","name":"Oia","language":"fr","brightness":20,"greeted":true}',
    '{"entry":"settings_chosen","name":"","language":null,"brightness":100,"greeted":false}',
    (
        '{"entry":"options_chosen","options":{"powers":true,"mode":"quick","sets":["simple","hero"],"ope'
        'n_information":true,"first_games":true,"fleece":true,"confirm":"at_once","clock":{"minutes":15,'
        '"increment":10},"rules":{"bans":"enforce","edition":"original_2007","revised":["bia","siren"],"'
        'supply":"physical","gods_per_player":2,"hop_is_move":true,"repetitions_reported":5,"ram_blocks"'
        ":false}}}"
    ),
    '{"entry":"game_named","name":"20260301T191205Z-1"}',
    '{"entry":"game_kept","name":"20260301T191205Z-1"}',
    '{"entry":"power_chosen","power":"pan","seat":"blue"}',
    (
        '{"entry":"drafted_apart","draft":{"seats":["blue","orange"],"challenger":"blue","offered":["atlas","'
        'pan"],"chosen":[{"seat":"orange","power":"pan"},{"seat":"blue","power":"atlas"}],"starter":"orange"}}'
    ),
    '{"entry":"drafted_apart","draft":null}',
    '{"entry":"position_corrected","position":"correct="}',
)
"""One line at least of each kind, as the first version wrote it."""


@pytest.mark.parametrize("line", WRITTEN, ids=lambda line: line[:40])
def test_an_entry_is_written_again_to_the_byte(line: str) -> None:
    assert entry_text(parse_entry(line)) == line


def test_every_kind_of_entry_is_among_them() -> None:
    assert {type(parse_entry(line)) for line in WRITTEN} == set(get_args(AnyEntry))


def entries_of(trace: Path) -> Iterator[dict[str, object]]:
    """The entries in a trace."""
    with gzip.open(trace, "rt", encoding="utf-8") as lines:
        for item in map(json.loads, lines):
            if isinstance(item, dict):
                notes = [*item.get("notes", ()), item.get("content")]
                yield from (note for note in notes if isinstance(note, dict) and "entry" in note)


def test_the_entries_of_recorded_games_are_written_again_to_the_byte() -> None:
    found = [entry for trace in sorted(TRACES.glob("*.trace.gz")) for entry in entries_of(trace)]
    assert len(found) > 1000
    for entry in found:
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        if entry["entry"] == "options_chosen" and "options" not in entry:
            assert parse_entry(line) == OptionsChosen(GameOptions(powers=entry["powers"] is True))
        else:
            assert entry_text(parse_entry(line)) == line
