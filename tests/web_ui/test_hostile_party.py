"""Three play a whole game at the virtual board, and a stranger in the same network tries everything meanwhile: after
each step of theirs one thing that strangers do with seats, hands and tokens. Nobody loses a seat by it; the stranger
gets none, and no hands, no secret, no light and no page of anybody's game. What becomes of a stranger's other commands
says `tests.web_ui.http_fuzz`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from table.session.saved_state import token_mark
from table.view.led_patterns import lights_of
from tests.table.storage.many_kills import climbing
from tests.web_ui.http_players import Party, Person, Shown, party
from web_ui.callers import OPENER_COOKIE as OPENER
from web_ui.callers import SEAT_COOKIE as SEATS

PLAYERS = {"blue": "Ann", "orange": "Ben", "white": "Cleo"}
REFUSED = frozenset({400, 403, 409, 415, 422, 429})
STEPS = 600
"""No game of those who only go up takes so many."""


class Stranger:
    """Somebody with several addresses in the network, and with all the time there is."""

    def __init__(self, address: str) -> None:
        self.selves = [Person(address, f"Eve {number}", f"127.0.0.{66 + number}") for number in range(3)]
        self.eve = self.selves[0]
        self.tricks = cycle(self._tricks())
        self.old: list[str] = []
        """Tokens of seats that were asked for."""

    def _tricks(self) -> Iterator[Callable[[], None]]:
        yield self.floods
        yield self.takes_over
        yield self.presses
        yield self.answers_for_others
        yield self.forges
        yield self.floods
        yield self.opens_pages
        yield self.withdraws

    def floods(self) -> None:
        """Ask for all seats from all addresses, as new phones each time."""
        for one in self.selves:
            for seat in (*PLAYERS, "purple"):
                one.cookies.clear()
                one.commands("claim_seat", seat=seat, name=f"{one.name} {seat}")
                self._keep(one)

    def takes_over(self) -> None:
        """Say to be each of the players with another phone."""
        for seat, name in PLAYERS.items():
            self.eve.commands("claim_seat", seat=seat, name=name)
            self._keep(self.eve)

    def presses(self) -> None:
        """Prove it at the board, and play there."""
        gestures: list[dict[str, Any]] = [
            *({"do": "press", "button": button} for button in ("done", "undo", "done")),
            {"do": "lift", "piece": "blue-1"},
            {"do": "tap", "piece": "orange-1", "square": "a1"},
            {"do": "knock", "piece": "white-1"},
            {"do": "stack", "square": "c3", "dome": True},
            {"do": "lay_phone", "x": 1, "y": 1},
        ]
        for gesture in gestures:
            assert self.eve.asks("POST", "/board/hands", gesture)[0] == 403, gesture

    def answers_for_others(self) -> None:
        """Say yes to themselves, and to whoever else asks."""
        for one in self.selves:
            for claim in one.sees()["claims"]:
                for other in self.selves:
                    assert other.commands("answer_claim", code=claim["code"], accept=True) in REFUSED

    def forges(self) -> None:
        """Come with tokens that are old, foreign or made up, and with what the table keeps of them."""
        made_up = ["", "x", "a" * 22, token_mark("blue"), *self.old[-4:], *map(token_mark, self.old[-2:])]
        for token in (*made_up, ".".join(made_up)):
            forger = Person(self.eve.address, "Eve", self.eve.own, {SEATS: token, OPENER: "a" * 22})
            assert forger.sees()["seats_held"] == []
            assert forger.hands("press", button="done") == 403
            assert forger.commands("confirm_turn") in REFUSED

    def opens_pages(self) -> None:
        """Open the board's page, and look what that gives."""
        with self.eve.board_open():
            bench = self.eve.until(lambda _: True, "/board/stream")
            assert not bench["may_act"]
            self.presses()

    def withdraws(self) -> None:
        """Ask no more, to ask again with everything else."""
        for one in self.selves:
            for seat in (*PLAYERS, "purple"):
                one.commands("withdraw_claim", seat=seat)

    def _keep(self, one: Person) -> None:
        self.old += [token for token in one.cookies.get(SEATS, "").split(".") if token]


class HostileGame:
    """The three and their table."""

    def __init__(self, at: Party) -> None:
        self.at = at
        self.people = {
            seat: Person(at.address, name, f"127.0.0.{2 + number}")
            for number, (seat, name) in enumerate(PLAYERS.items())
        }
        self.ann = self.people["blue"]
        self.stranger = Stranger(at.address)

    def sits_down(self, pages: ExitStack) -> None:
        """Ann has the board open before anybody else, and lets Ben in; Cleo does her sign, with Ann's hands."""
        ann, ben, cleo = self.people.values()
        with ann.board_open():
            self.annoyed()
            ann.does("claim_seat", seat="blue", name="Ann")
        for one in (ben, cleo):
            self.annoyed()
            seat = next(seat for seat, each in self.people.items() if each is one)
            one.does("claim_seat", seat=seat, name=one.name)
            self.annoyed(floods=3)
            mine = next(claim for claim in one.sees()["claims"] if claim["mine"])
            if one is ben:
                assert any(claim["code"] == mine["code"] and claim["answers"] for claim in ann.sees()["claims"][:2])
                ann.does("answer_claim", code=mine["code"], accept=True)
            else:
                assert ann.hands("lift", piece="blue-1") == 200
                for corner in mine["corners"]:
                    assert ann.hands("put", piece="blue-1", square=corner) == 200
                    ann.until(lambda bench: bench["pieces"][0]["square"] is not None, "/board/stream")
                    self.feels()
                    assert ann.hands("lift", piece="blue-1") == 200
                assert ann.hands("box", piece="blue-1") == 200
            one.until(lambda shown, seat=seat: seat in shown["seats_held"])  # type: ignore[misc]
            assert one.hands("press", button="done") == 200, "a player has the hands"
        for each in self.people.values():
            pages.enter_context(each.listening())
        assert ann.sees()["host"]

    def feels(self) -> None:
        """Let the board be scanned for a while, as it is."""
        until = self.at.board.now + 400
        while self.at.board.now < until:
            self.at.board.wait(-1, 0.0)

    def annoyed(self, floods: int = 0) -> None:
        """The stranger does the next thing that strangers do, and it changes nothing for the others."""
        before = self.at.table.runner.state
        lit = lights_of(before)
        for _ in range(floods):
            self.stranger.floods()
        next(self.stranger.tricks)()
        after = self.at.table.runner.state
        assert after.saved == before.saved
        if before.saved.game is not None:
            read = replace(after, board=before.board)  # the board goes on to be read: its wood is nobody's to move here
            assert lights_of(read) == lit
            assert len(after.connected) == len(self.people)
        for one in self.stranger.selves:
            seen = one.sees()
            assert (seen["seats_held"], seen["host"], seen["secret"], seen["wifi"]) == ([], False, None, None)
            assert all(claim["mine"] for claim in seen["claims"])

    def asked(self) -> tuple[str, Shown]:
        """Whose turn it is to do something, and what their phone shows."""
        game = self.at.table.runner.state.saved
        seat = game.confirming or game.to_act
        assert seat is not None
        return seat.value, self.people[seat.value].sees()

    def confirms(self, seat: str) -> None:
        """End the turn with the button on the rim, while strangers wait for that press."""
        self.stranger.takes_over()
        person = self.people[seat]
        assert person.hands("press", button="done") == 200
        person.until(lambda shown: shown["confirming"] != seat)

    def plays(self) -> None:
        """To the end: by phone, and by the button on the rim."""
        for count in range(STEPS):
            if self.at.table.runner.state.saved.phase.value == "over":
                return
            seat, shown = self.asked()
            self.annoyed()
            if shown["confirming"] == seat:
                self.confirms(seat)
            else:
                self.people[seat].does("act", action=climbing(shown["game"], count))
        raise AssertionError("the game does not end")


@pytest.mark.timeout(400)
def test_three_play_to_a_win_while_a_stranger_tries_everything(tmp_path: Path) -> None:
    with party(tmp_path) as at, ExitStack() as pages:
        game = HostileGame(at)
        game.sits_down(pages)
        host = game.ann
        host.does("choose_options", options={"powers": True})
        game.annoyed()
        host.does("begin_game")
        game.annoyed()
        host.does("offer_powers", powers=["artemis", "pan", "atlas"])
        for _ in range(2):
            game.annoyed()
            draft = host.sees()["draft"]
            free = next(card["power"] for card in draft["cards"] if card["refused"] is None)
            game.people[draft["to_act"]].does("choose_power", power=free)
        host.does("name_start_player", seat="blue")
        game.plays()
        for seat, person in game.people.items():
            assert person.sees()["seats_held"] == [seat]
        outcome = host.sees()["game"]["outcome"]
        assert outcome["winners"]
        for _ in range(12):
            game.annoyed()
        assert at.games.games == () or len(at.games.games) == 1
        journal = "".join(path.read_text("utf-8", "replace") for path in tmp_path.iterdir() if path.is_file())
        assert "127.0.0." not in journal, "addresses are in memory alone"
        assert json.dumps("Eve") not in journal


def test_who_asks_for_hecates_seat_and_presses_sees_nothing_of_her_map(tmp_path: Path) -> None:
    """Neither by their own press nor by one of the players, who end their turns with it."""
    with party(tmp_path) as at, ExitStack() as pages:
        ann, ben = (Person(at.address, name, own) for name, own in (("Ann", "127.0.0.2"), ("Ben", "127.0.0.3")))
        with ann.board_open():
            ann.does("claim_seat", seat="blue", name="Ann")
        ben.does("claim_seat", seat="orange", name="Ben")
        ann.does("answer_claim", code=ann.sees()["claims"][0]["code"], accept=True)
        for each in (ann, ben):
            pages.enter_context(each.listening())
        ann.does("choose_options", options={"powers": True})
        ann.does("begin_game")
        ann.does("offer_powers", powers=["pan", "hecate"])
        ben.does("choose_power", power="hecate")
        ann.does("name_start_player", seat="blue")
        for number in range(2):
            ann.does("act", action=ann.sees()["game"]["options"][number])
        stranger = Stranger(at.address)
        stranger.takes_over()
        stranger.presses()
        assert ann.hands("press", button="done") == 200
        ann.until(lambda shown: shown["confirming"] is None)
        while (shown := ben.sees())["confirming"] is None:
            ben.does("act", action=shown["game"]["options"][0])
        stranger.takes_over()
        stranger.presses()
        assert ben.hands("press", button="done") == 200
        ben.until(lambda shown: shown["confirming"] is None)
        assert ben.sees()["secret"]["workers"]
        for one in (*stranger.selves, ann):
            seen = one.sees()
            assert (seen["secret"], "orange" in seen["seats_held"]) == (None, False)
            assert not [worker for worker in seen["game"]["workers"] if worker["seat"] == "orange"]
