"""Commands that follow a game or end it."""

from __future__ import annotations

import pytest

from engine.actions import Resign
from table.session.commands import AbandonGame, Rematch
from table.session.evolve import evolve
from table.session.handlers.rematch_commands import handle_rematch_command
from table.session.journal_entries import Acted, GameAbandoned, RematchAgreed
from table.session.refusals import CommandRefused
from table.session.rematch import RematchKind
from table.session.snapshot import Phase
from tests.table.session.handlers.saved_states import GUEST, HOST, NOBODY, ORANGE, draft, game, lobby, refused

OVER = game(Acted((Resign(ORANGE),)))


@pytest.mark.parametrize(
    ("kind", "phase"),
    [
        (RematchKind.LOBBY, Phase.LOBBY),
        (RematchKind.SAME, Phase.PLACING),
        (RematchKind.SWAPPED, Phase.PLACING),
    ],
)
def test_any_player_asks_for_a_rematch(kind: RematchKind, phase: Phase) -> None:
    (entry,) = handle_rematch_command(OVER, GUEST, Rematch(kind), "seed")
    assert entry == RematchAgreed(kind, 0)
    assert evolve(OVER, entry).phase is phase


def test_a_rematch_is_for_players_and_after_the_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(OVER, NOBODY, Rematch(RematchKind.LOBBY), "")
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(game(), HOST, Rematch(RematchKind.LOBBY), "")
    assert refused(caught) == ("table.not_now", False)


def test_the_host_abandons_a_draft_or_a_game() -> None:
    for saved in (draft(), game(), OVER):
        assert handle_rematch_command(saved, HOST, AbandonGame(), "") == (GameAbandoned(),)
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(game(), GUEST, AbandonGame(), "")
    assert refused(caught) == ("table.host_only", True)
    with pytest.raises(CommandRefused) as caught:
        handle_rematch_command(lobby(), HOST, AbandonGame(), "")
    assert refused(caught) == ("table.not_now", False)
