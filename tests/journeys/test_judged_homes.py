"""Tartarus at one home, the Moerae at another one, judged by a third computer: what each phone shows of the secrets."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.common.mqtt.mosquitto import mosquitto, needs_mosquitto
from tests.journeys.players import PATIENCE, Phone
from tests.journeys.test_secret_squares import ABYSS, FATE, ann_digs_the_abyss, bo_spins_fate, places
from tests.journeys.test_two_homes import home
from tests.online.match.judge_process import JudgeProcess


def joins(who: Phone, judge: JudgeProcess, label: str) -> None:
    """The host types the words that the judge printed, and both compare two more."""
    code = judge.codes(2)[label]
    who.follow("Play with another table")
    who.app.get_by_label("Type the nine words").fill(code)
    who.press("Join")
    words = who.app.get_by_text("Compare by voice")
    expect(words).to_be_visible(timeout=PATIENCE)
    said = judge.says(f"{label} is the table")
    shown = words.inner_text().split()[-2:]
    assert " ".join(shown).strip(".:") in said, (shown, said)
    who.page.goto(who.page.url.partition("#")[0])


def moves(who: Phone, worker: str, to: str, built: str) -> None:
    who.tap(worker, "you can choose this worker")
    who.tap(to, "you can move here")
    who.tap(built, "you can build here")
    who.confirm()


@needs_mosquitto
@pytest.mark.timeout(300)
def test_the_abyss_of_another_home_is_met_by_a_turn_that_a_judge_has(chrome: Browser, tmp_path: Path) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        judge = JudgeProcess(tmp_path / "judge", broker.port)
        stack.callback(judge.kill)
        judge.start("--seats", "north: blue; south: orange", "--powers", "tartarus,moerae")
        _, ann = stack.enter_context(home(chrome, "Oslo", tmp_path / "oslo", broker.port))
        _, bo = stack.enter_context(home(chrome, "Bergen", tmp_path / "bergen", broker.port))
        joins(ann, judge, "north")
        joins(bo, judge, "south")
        judge.says("the game begins")

        bo_spins_fate(ann, bo)
        places(ann, "a1", "e1")
        places(bo, "b2", "b4", "e5")
        ann_digs_the_abyss(ann, bo)
        ann.sees("Move one of your workers.")
        moves(ann, "e1", "e2", "e3")
        bo.sees("Move one of your workers.")
        moves(bo, "b2", ABYSS, "c1")
        for who in (ann, bo):
            expect(who.page.get_by_role("heading", name="Host at Oslo wins")).to_be_visible(timeout=PATIENCE)
            who.sees(f"A worker of Host at Bergen fell into the Abyss on {ABYSS}.")
            who.sees_the_board()
            expect(who.square(ABYSS, "the Abyss")).to_be_visible()
            for square in FATE:
                expect(who.square(square, "a square of fate")).to_be_visible()
        judge.says("The game is over: blue won")
        bo.picture("judged_homes_end")
