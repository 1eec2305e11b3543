"""The ten simple gods, sentence by sentence of their cards, and the edges that rulings name."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check_ask, check_leads, check_wins, line, name

WALL = "a3:4 b1:4 b2:4 b3:4"

APOLLO = line("apollo:b2,e5", "mortal:c3,a5")
ARTEMIS = line("artemis:b2,e5", "mortal:d5,a5")
ATLAS = line("atlas:b2,e5", "mortal:d5,a5")
DEMETER = line("demeter:b2,e5", "mortal:d5,a5")
HEPHAESTUS = line("hephaestus:b2,e5", "mortal:d5,a5")
HERMES = line("hermes:b2,d4", "mortal:a5,e1")
MINOTAUR = line("minotaur:b2,e5", "mortal:c3,a5")
PROMETHEUS = line("prometheus:b2,e5", "mortal:d5,a5")

ASKS = [
    Ask("a mortal may go up one level", line("mortal:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3"),
    Ask("a mortal may not go up two", line("mortal:b2,e5", "mortal:d5,a5", "c3:2"), "b2-c3", "move.too_high"),
    Ask("a mortal may go down any number", line("mortal:b2,e5", "mortal:d5,a5", "b2:3"), "b2-c3"),
    Ask("a mortal may not enter a dome", line("mortal:b2,e5", "mortal:d5,a5", "c3:A"), "b2-c3", "move.domed"),
    Ask("a mortal may not enter a worker's space", line("mortal:b2,e5", "mortal:c3,a5"), "b2-c3", "move.occupied"),
    Ask("a mortal builds with the moved worker", line("mortal:b2,e5", "mortal:d5,a5"), "b2-b3 e5+e4",
        "worker.not_this"),
    Ask("a mortal may build where the worker left", line("mortal:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b2"),
    Ask("a mortal may not build under the worker", line("mortal:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b3",
        "build.not_neighboring"),
    Ask("a fourth piece is a dome", line("mortal:b2,e5", "mortal:d5,a5", "b4:3"), "b2-b3 b3^b4"),
    Ask("a fourth block is refused", line("mortal:b2,e5", "mortal:d5,a5", "b4:3"), "b2-b3 b3+b4", "build.piece"),
    Ask("a dome on two blocks is refused", line("mortal:b2,e5", "mortal:d5,a5", "b4:2"), "b2-b3 b3^b4", "build.piece"),
    Ask("nothing is built on a dome", line("mortal:b2,e5", "mortal:d5,a5", "b4:4"), "b2-b3 b3^b4", "build.domed"),
    Ask("nobody builds on a worker", line("mortal:b2,e5", "mortal:b4,a5"), "b2-b3 b3+b4", "build.occupied"),
    Ask("Apollo may enter an opponent's space", APOLLO, "b2-c3"),
    Ask("Apollo may not enter his own worker's", line("apollo:b2,b3", "mortal:c3,a5"), "b2-b3", "move.occupied"),
    Ask("Apollo keeps the height limit", line("apollo:b2,e5", "mortal:c3,a5", "c3:2"), "b2-c3", "move.too_high"),
    Ask("Apollo cannot build on the one he swapped with", APOLLO, "b2-c3 c3+b2", "build.occupied"),
    Ask("Apollo may not swap where no build is left", line("apollo:a1,e5", "mortal:a2,e1", WALL), "a1-a2",
        "no_legal_finish"),
    Ask("Artemis may move again", ARTEMIS, "b2-c2 c2-d2"),
    Ask("Artemis may not go back", ARTEMIS, "b2-c2 c2-b2", "artemis.not_back"),
    Ask("Artemis moves the same worker again", ARTEMIS, "b2-c2 e5-e4", "worker.not_this"),
    Ask("Artemis may decline", ARTEMIS, "b2-c2 ."),
    Ask("Artemis builds on the space she left", ARTEMIS, "b2-c2 . c2+b2"),
    Ask("Artemis climbs one level each time", line("artemis:b2,e5", "mortal:d5,a5", "c2:1 d2:2"), "b2-c2 c2-d2"),
    Ask("Artemis' second move keeps the limit", line("artemis:b2,e5", "mortal:d5,a5", "d2:2"), "b2-c2 c2-d2",
        "move.too_high"),
    Ask("after Athena climbed nobody goes up", line("mortal:b2,e5", "athena[^]:d5,a5", "c3:1"), "b2-c3",
        "athena.no_climb"),
    Ask("after Athena climbed nobody wins by going up", line("mortal:b2,e5", "athena[^]:d5,a5", "b2:2 c3:3"), "b2-c3",
        "athena.no_climb"),
    Ask("after Athena climbed others may go down", line("mortal:b2,e5", "athena[^]:d5,a5", "b2:1"), "b2-c3"),
    Ask("while Athena did not climb others may", line("mortal:b2,e5", "athena:d5,a5", "c3:1"), "b2-c3"),
    Ask("Athena herself may climb again", line("athena[^]:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3"),
    Ask("Athena binds both moves of Artemis", line("artemis:b2,e5", "athena[^]:d5,a5", "d2:1"), "b2-c2 c2-d2",
        "athena.no_climb"),
    Ask("Athena binds Apollo's swap", line("apollo:b2,e5", "athena[^]:c3,a5", "c3:1"), "b2-c3", "athena.no_climb"),
    Ask("Atlas domes the ground", ATLAS, "b2-c2 c2^c3"),
    Ask("Atlas domes one block", line("atlas:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c2 c2^c3"),
    Ask("Atlas domes two blocks", line("atlas:b2,e5", "mortal:d5,a5", "c3:2"), "b2-c2 c2^c3"),
    Ask("Atlas may build a block as everybody", ATLAS, "b2-c2 c2+c3"),
    Ask("Atlas builds no fourth block", line("atlas:b2,e5", "mortal:d5,a5", "c3:3"), "b2-c2 c2+c3", "build.piece"),
    Ask("Atlas domes no worker", line("atlas:b2,e5", "mortal:c3,a5"), "b2-c2 c2^c3", "build.occupied"),
    Ask("Demeter may build again elsewhere", DEMETER, "b2-c2 c2+c3 c2+d3"),
    Ask("Demeter may not build there again", DEMETER, "b2-c2 c2+c3 c2+c3", "demeter.other_space"),
    Ask("Demeter may decline", DEMETER, "b2-c2 c2+c3 ."),
    Ask("Demeter's second build may be a dome", line("demeter:b2,e5", "mortal:d5,a5", "d3:3"), "b2-c2 c2+c3 c2^d3"),
    Ask("Demeter builds twice with the same worker", DEMETER, "b2-c2 c2+c3 e5+e4", "worker.not_this"),
    Ask("Hephaestus may build on his block", HEPHAESTUS, "b2-c2 c2+c3 c2+c3"),
    Ask("Hephaestus builds again only there", HEPHAESTUS, "b2-c2 c2+c3 c2+d3", "hephaestus.same_space"),
    Ask("Hephaestus may decline", HEPHAESTUS, "b2-c2 c2+c3 ."),
    Ask("Hermes may not move at all", HERMES, "."),
    Ask("Hermes' either worker builds without a move", HERMES, ". d4+d5"),
    Ask("Hermes moves on", HERMES, "b2-b3 b3-c3"),
    Ask("Hermes moves his workers in turn", HERMES, "b2-b3 d4-d3 b3-b2"),
    Ask("Hermes' unmoved worker may build", HERMES, "b2-b3 . d4+d5"),
    Ask("Hermes stays level after the first step", line("hermes:b2,d4", "mortal:a5,e1", "b4:1"), "b2-b3 b3-b4",
        "hermes.level"),
    Ask("Hermes' other worker stays level too", line("hermes:b2,d4", "mortal:a5,e1", "d4:1"), "b2-b3 d4-d3",
        "hermes.level"),
    Ask("Hermes may go up once as everybody", line("hermes:b2,d4", "mortal:a5,e1", "c3:1"), "b2-c3"),
    Ask("after going up Hermes does not walk on", line("hermes:b2,d4", "mortal:a5,e1", "c3:1"), "b2-c3 c3-c2",
        "step.other"),
    Ask("after going up the mover builds", line("hermes:b2,d4", "mortal:a5,e1", "c3:1"), "b2-c3 d4+d5",
        "worker.not_this"),
    Ask("after going down the mover builds", line("hermes:b2,d4", "mortal:a5,e1", "b2:1"), "b2-b3 d4+d5",
        "worker.not_this"),
    Ask("Hermes on the third level walks without winning", line("hermes:b2,d4", "mortal:a5,e1", "b2:3 b3:3"),
        "b2-b3 b3-b2"),
    Ask("the Minotaur may push", MINOTAUR, "b2-c3"),
    Ask("the Minotaur needs room: a dome", line("minotaur:b2,e5", "mortal:c3,a5", "d4:4"), "b2-c3", "minotaur.no_room"),
    Ask("the Minotaur needs room: a worker", line("minotaur:b2,d4", "mortal:c3,a5"), "b2-c3", "minotaur.no_room"),
    Ask("the Minotaur pushes nobody off the board", line("minotaur:d4,a1", "mortal:e5,a5"), "d4-e5", "move.occupied"),
    Ask("the Minotaur pushes no worker of his own", line("minotaur:b2,c3", "mortal:e1,a5"), "b2-c3", "move.occupied"),
    Ask("the Minotaur keeps the height limit", line("minotaur:b2,e5", "mortal:c3,a5", "c3:2"), "b2-c3",
        "move.too_high"),
    Ask("Prometheus may build first", PROMETHEUS, "b2+b3"),
    Ask("Prometheus moves the same worker then", PROMETHEUS, "b2+b3 e5-e4", "worker.not_this"),
    Ask("Prometheus does not go up then", line("prometheus:b2,e5", "mortal:d5,a5", "c3:1"), "b2+b3 b2-c3",
        "prometheus.no_climb"),
    Ask("nor onto what he just built", PROMETHEUS, "b2+b3 b2-b3", "prometheus.no_climb"),
    Ask("a block just built may be level with him", line("prometheus:b2,e5", "mortal:d5,a5", "b2:1"), "b2+b3 b2-b3"),
    Ask("Prometheus builds again after the move", PROMETHEUS, "b2+b3 b2-c2 c2+b3"),
    Ask("Prometheus goes up when he did not build", line("prometheus:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3"),
    Ask("Prometheus must not wall himself in", line("prometheus:a1,e5", "mortal:d5,a5", "a2:1 b1:1"), "a1+b2",
        "no_legal_finish"),
    Ask("Prometheus may build first where a way is left", line("prometheus:a1,e5", "mortal:d5,a5", "a2:1 b1:1"),
        "a1+a2"),
]  # fmt: skip

LEADS = [
    Leads("Apollo's victim goes where he came from", APOLLO, "b2-c3 c3+d3",
          line("apollo:c3,e5", "mortal:b2,a5", "d3:1", 2)),
    Leads("Apollo's victim may rise to the third level and does not win",
          line("apollo:b2,e5", "mortal:c3,a5", "b2:3 c3:1"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "mortal:b2,a5", "b2:3 c3:1 d3:1", 2)),
    Leads("Athena's climb is remembered", line("athena:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3 c3+d3",
          line("athena[^]:c3,e5", "mortal:d5,a5", "c3:1 d3:1", 2)),
    Leads("and forgotten after a turn without one", line("athena[^]:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b4",
          line("athena:b3,e5", "mortal:d5,a5", "b4:1", 2)),
    Leads("Athena being swapped up is no climb", line("apollo:b2,e5", "athena:c3,a5", "b2:1"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "athena:b2,a5", "b2:1 d3:1", 2)),
    Leads("Athena's climb lasts while others play", line("mortal:b2,e5", "athena[^]:d5,a5"), "b2-b3 b3+b4",
          line("mortal:b3,e5", "athena[^]:d5,a5", "b4:1", 2)),
    Leads("Atlas' dome leaves the blocks below", line("atlas:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c2 c2^c3",
          line("atlas:c2,e5", "mortal:d5,a5", "c3:B", 2)),
    Leads("Hephaestus builds no dome second: his turn is over",
          line("hephaestus:b2,e5", "mortal:d5,a5", "c3:2"), "b2-c2 c2+c3",
          line("hephaestus:c2,e5", "mortal:d5,a5", "c3:3", 2)),
    Leads("Hephaestus builds nothing on a dome: his turn is over",
          line("hephaestus:b2,e5", "mortal:d5,a5", "c3:3"), "b2-c2 c2^c3",
          line("hephaestus:c2,e5", "mortal:d5,a5", "c3:4", 2)),
    Leads("Hermes builds without moving", HERMES, ". d4+d5", line("hermes:b2,d4", "mortal:a5,e1", "d5:1", 2)),
    Leads("the Minotaur's victim goes straight back", MINOTAUR, "b2-c3 c3+d3",
          line("minotaur:c3,e5", "mortal:d4,a5", "d3:1", 2)),
    Leads("the Minotaur's victim may land on any level and does not win",
          line("minotaur:b2,e5", "mortal:c3,a5", "d4:3"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "mortal:d4,a5", "d4:3 d3:1", 2)),
    Leads("Pan pushed down does not win", line("minotaur:b2,e5", "pan:c3,a5", "b2:1 c3:2"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "pan:d4,a5", "b2:1 c3:2 d3:1", 2)),
    Leads("Pan going down one level does not win", line("pan:b2,e5", "mortal:d5,a5", "b2:1"), "b2-b3 b3+b4",
          line("pan:b3,e5", "mortal:d5,a5", "b2:1 b4:1", 2)),
    Leads("Prometheus may build twice on the same space", PROMETHEUS, "b2+b3 b2-c2 c2+b3",
          line("prometheus:c2,e5", "mortal:d5,a5", "b3:2", 2)),
    Leads("from the third level to the third is no win", line("mortal:b2,e5", "mortal:d5,a5", "b2:3 b3:3"),
          "b2-b3 b3+b4", line("mortal:b3,e5", "mortal:d5,a5", "b2:3 b3:3 b4:1", 2)),
]  # fmt: skip

WINS = [
    Wins("up to the third level wins", line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("Apollo wins by a swap onto the third level", line("apollo:b2,e5", "mortal:c3,a5", "b2:2 c3:3"), "b2-c3"),
    Wins("Artemis wins with the first move", line("artemis:b2,e5", "mortal:d5,a5", "b2:2 c2:3"), "b2-c2"),
    Wins("Artemis wins with the second move", line("artemis:b2,e5", "mortal:d5,a5", "b2:1 c2:2 d2:3"), "b2-c2 c2-d2"),
    Wins("Hermes wins by going up", line("hermes:b2,d4", "mortal:a5,e1", "b2:2 c3:3"), "b2-c3"),
    Wins("the Minotaur wins by a push", line("minotaur:b2,e5", "mortal:c3,a5", "b2:2 c3:3"), "b2-c3"),
    Wins("Pan wins going down from 2 to 0", line("pan:b2,e5", "mortal:d5,a5", "b2:2"), "b2-b3"),
    Wins("Pan wins going down from 3 to 1", line("pan:b2,e5", "mortal:d5,a5", "b2:3 b3:1"), "b2-b3"),
    Wins("Pan wins going up as everybody", line("pan:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("Athena does not keep Pan from winning downwards", line("pan:b2,e5", "athena[^]:d5,a5", "b2:2"), "b2-b3"),
    Wins("who cannot move loses", line("mortal:a1,e5", "mortal:d3,c3", "a2:2 b1:2 b2:2 d5:2 e4:2 d4:2"), "",
         "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", ASKS, ids=name)
def test_the_rules_allow_or_say_why_not(case: Ask) -> None:
    check_ask(case)


@pytest.mark.parametrize("case", LEADS, ids=name)
def test_a_turn_leads_to(case: Leads) -> None:
    check_leads(case)


@pytest.mark.parametrize("case", WINS, ids=name)
def test_steps_that_win(case: Wins) -> None:
    check_wins(case)
