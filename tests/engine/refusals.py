"""Acts that the rules forbid, over all sets and kinds of games, and what players are told."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from engine import Reason
from engine.actions import Action
from engine.casting.paragraphs import paragraphs
from engine.game import Game
from engine.notation import parse_action
from table.view.snapshot_builder import event_message
from tests.engine.cases import game_at, line
from tests.engine.rulings_pages import FOLDER
from web_ui.languages import names, offered
from web_ui.sentences import sentence

REFUSALS_PAGE = FOLDER / "refusals.md"
DENIED_PAGE = FOLDER / "denied_wins.md"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The last of these steps is refused; why that is right, and what the reason has to tell."""

    position: str
    steps: str
    verdict: str

    @property
    def game(self) -> Game:
        """The game in which the last step is refused."""
        return game_at(self.position, " ".join(self.steps.split()[:-1]))

    @property
    def refused(self) -> Action:
        """The last step."""
        return parse_action(self.steps.split()[-1])

    @property
    def reason(self) -> Reason:
        """What the rules say."""
        reason = self.game.why_not(self.refused)
        assert reason is not None, f"{self.steps} is legal in {self.position}"
        return reason


REFUSALS = (
    Refusal(
        "0000000000002000000000000/1/mortal:b2,e5/mortal:d5,a5", "b2-c3", "the square is two levels above the worker"
    ),
    Refusal(
        "000000000000A000000000000/1/mortal:b2,e5/mortal:d5,a5",
        "b2-c3",
        "the dome stands on the ground; any dome closes a square",
    ),
    Refusal("0000000000000000000000000/1/mortal:b2,e5/mortal:c3,a5", "b2-c3", "names whose worker it is"),
    Refusal("0000000000000000000000000/1/mortal:b2,e5/mortal:d5,a5", "d5-d4", "names whose worker it is"),
    Refusal(
        "0000010000030000000000000/1/mortal:b2,e5/gaea[workers=2]:d5,a5",
        "b2-c2 c2^b3 @c2",
        "Gaea's worker needs a free square; names whose worker is there",
    ),
    Refusal(
        "0000000000000000000000000/1/mortal:b2,e5/mortal:d5,a5",
        "b2-b3 e5+e4",
        "the other worker has no step in this turn",
    ),
    Refusal("0000003000000000000000000/1/mortal:b2,e5/mortal:d5,a5", "b2-b3 b3+b4", "the tower has three blocks"),
    Refusal(
        "0000000000440000400004000/1/apollo:a1,e5/mortal:a2,e1",
        "a1-a2",
        "after the exchange every square around is domed or occupied",
    ),
    Refusal(
        "0000000000001000000000000/1/apollo:b2,e5/clio[squares=c3|left=2]:c3,a5",
        "b2-c3",
        "the coin and not the worker bars it, and its owner is named",
    ),
    Refusal(
        "0000000000000000000000000/1/artemis:b2,e5/mortal:d5,a5",
        "b2-c2 c2-b2",
        "the second move only; being forced back would be allowed",
    ),
    Refusal("0000000000001000000000000/1/mortal:b2,e5/athena[^]:d5,a5", "b2-c3", "the climb was in her last turn"),
    Refusal(
        "0000000000000000000000000/1/atlas:b2,e5/limus:d4,a5",
        "b2-c2 c2^c3",
        "a low dome completes no tower, so Limus wins over Atlas",
    ),
    Refusal("0000000000000000000000000/1/demeter:b2,e5/mortal:d5,a5", "b2-c2 c2+c3 c2+c3", "any other square would do"),
    Refusal(
        "0000000000000000000000000/1/hephaestus:b2,e5/mortal:d5,a5",
        "b2-c2 c2+c3 c2+d3",
        "the second block goes on the first",
    ),
    Refusal("0000001000000000000000000/1/hermes:b2,d4/mortal:a5,e1", "b2-b3 b3-b4", "walking is for level moves"),
    Refusal(
        "0000000000001000000000000/1/hermes:b2,d4/persephone:a5,e1",
        ".",
        "a worker of his can go up, so the turn without a move is out",
    ),
    Refusal(
        "0000000040000000000000000/1/minotaur:b2,e5/mortal:c3,a5", "b2-c3", "names the square behind and what is there"
    ),
    Refusal(
        "0000000000000000000000000/1/minotaur:d4,a1/mortal:e5,a5", "d4-e5", "the square behind would be off the board"
    ),
    Refusal(
        "0000000000000000200000000/1/pan:b2,e5/hades:d5,a5",
        "b2-b3",
        "his win needs a way down, and Hades bars all of them",
    ),
    Refusal(
        "0000000000001000000000000/1/prometheus:b2,e5/mortal:d5,a5",
        "b2+b3 b2-c3",
        "judged with the first build in place",
    ),
    Refusal(
        "0000000000000000100000000/1/prometheus:b2,e5/hypnus:d5,a5",
        "b2+b3",
        "the build itself is free; Hypnus is named since the move after it is not",
    ),
    Refusal(
        "0000000000000000000000000/1/mortal:b2,e5/aphrodite:c3,a5", "b2-a1", "it was her neighbor when the turn began"
    ),
    Refusal("00012000A0000430000000000/1/ares:b2,e4/mortal:d5,a5", "b2-b3 b3+b4 -d5", "blocks under a worker stay"),
    Refusal(
        "0000000000000000000000000/1/charon:b2,b1/mortal:b3,a5", "b3>b1", "names the square across and who stands there"
    ),
    Refusal(
        "0000001000000000000000000/2/circe:b2,e5/clio[squares=b4|left=1|holder=blue]:c3,a5",
        "c3-b4",
        "the holder now is Circe, and the owner of the card is barred",
    ),
    Refusal(
        "0000003000000000000000000/1/dionysus:b2,e5/europa[square=d3]:d2,a1",
        "b2-b3 b3^b4 d2-d3",
        "Talus bars a led worker, too",
    ),
    Refusal("0000000000000000000000000/1/hestia:b2,e5/mortal:d5,a1", "b2-b3 b3+b4 b3+a3", "the second build only"),
    Refusal(
        "0000000000000000000000000/1/mortal:b2,e5/mortal:d5,a1/*hestia:c2",
        "b2-b3 b3+b4 b3+c2",
        "names the Ram; it is no dome to build on",
    ),
    Refusal(
        "0000000000000000100000000/1/mortal:b2,e5/hypnus:d1,a5", "b2-b3", "it stood alone on top when the turn began"
    ),
    Refusal("0000000000000000000000000/1/mortal:b2,e5/limus:c4,a5", "b2-b3 b3+c3", "names the player of Limus"),
    Refusal(
        "0000000000000000000000000/1/atlas:b2,e5/limus:c4,a5/?revised=limus",
        "b2-b3 b3+c3",
        "the revised wording allows domes of any height",
    ),
    Refusal(
        "0000000000000000000000000/1/mortal:b2,e5/limus:c1,a3",
        "b2-a1",
        "the move is free; Limus closes all squares around",
    ),
    Refusal(
        "0000000000001000000000000/1/medusa:b2,e1/adonis[used=yes|target=b2]:d4,a4",
        "b2-c3",
        "the oath is judged when the turn ends",
    ),
    Refusal("0000000000001000000000000/1/mortal:b2,e5/persephone:d5,a5", "b2-b3", "another worker or way leads up"),
    Refusal(
        "0000000000000000000000000/1/mortal:b1,e5/limus:b3,c1", "b1-a1", "the only builds left would be beside Limus"
    ),
    Refusal(
        "0000000000000000000000000/1/mortal:b3,e5/aeolus[direction=n]:d4,d1",
        "b3-b2",
        "the direction of this move is the one that is barred",
    ),
    Refusal(
        "0000000000000000000000000/1/charybdis[squares=-]:b2,e1/mortal:d5,a5",
        "b2-b3 b3+b4 *d5",
        "says that a token needs a free square",
    ),
    Refusal(
        "0000000000000000000000000/1/charybdis[squares=e5]:b2,e1/mortal:d5,a5",
        "b2-b3 b3+b4 *e5",
        "two tokens never share a square",
    ),
    Refusal(
        "0000000000000000000000020/1/mortal:b2,e5/charybdis[squares=c3+d1]:d5,a5/?hop_climbs_any_height=no",
        "b2-c3",
        "OPEN-35 is set to one level; the reason names the landing",
    ),
    Refusal(
        "0000000000000000000000010/1/prometheus:b2,e5/charybdis[squares=c3+d1]:d5,a5",
        "b2+b1 b2-c3",
        "the hop counts as a move in the printed wording",
    ),
    Refusal(
        "0000000000010000000000000/1/mortal:b2,e5/clio[squares=b3|left=1]:d4,d1",
        "b2-b3",
        'not "a dome": the coin is named',
    ),
    Refusal(
        "0000000010000000000000000/1/minotaur:b2,e5/clio[squares=d4|left=1]:c3,e1",
        "b2-c3",
        "the square behind and the coin on it are named",
    ),
    Refusal(
        "0000000000000000000000000/1/europa[square=-]:b2,e1/mortal:d5,a5",
        "b2-b3 b3+b4 *b1",
        "the other worker does not count",
    ),
    Refusal(
        "0000000000000000000000000/1/mortal:b2,e5/europa[square=b3]:d4,d1", "b2-b3", 'not "a dome": Talus is named'
    ),
    Refusal(
        "0000010000030000000000000/1/mortal:b2,e5/gaea[workers=2]:d5,a5",
        "b2-c2 c2^b3 @e1",
        "the new worker begins beside the dome",
    ),
    Refusal("0000010000030000000000000/1/mortal:b2,e5/gaea[workers=2]:d5,a5", "b2-c2 c2^b3 @a4", "height 0 only"),
    Refusal(
        "0000000000000000000000000/1/graeae:b2,e1,e5/mortal:d3,a5/?revised=graeae",
        "b2-b3 b3+b4",
        "the revised wording asks for an unmoved one",
    ),
    Refusal("0000000000000000100000000/1/mortal:b2,e5/hades:d4,d1", "b2-b3", "level moves and climbs are free"),
    Refusal(
        "0000000000000000000000000/1/siren[direction=e]:a1,e5/mortal:b3,c3",
        "b3>c3",
        "names the square ahead and who stands there",
    ),
    Refusal(
        "0000000000000000000000000/1/terpsichore:b2,e1/mortal:d5,a5", "b2-b3 b3-b4", "the other worker has to move now"
    ),
    Refusal(
        "0000000000000000000000000/1/achilles[used=yes]:b2,e5/mortal:d5,a5",
        "b2+b3",
        "says that the power is used up, not that a worker has to move",
    ),
    Refusal(
        "0000000000000000000000000/1/mortal:b2,e1/adonis[used=yes|target=b2]:b4,e5",
        "b2-b1",
        "it could stand beside him, so it has to",
    ),
    Refusal(
        "0000000000020000000000000/1/bellerophon[used=yes]:b2,e5/mortal:d5,a5",
        "b2-b3",
        'not "more than one level up": the power is used up',
    ),
    Refusal("0000000000000000000000000/1/jason:b2,e5/mortal:d4,a5", "@c3", "the edge of the board only"),
    Refusal(
        "0000000000000000004400040/1/jason:b2,e5/mortal:d4,a5", "@e1", "the new worker would have nothing to build on"
    ),
    Refusal(
        "0000000000000000000000000/1/odysseus:b2,d4/mortal:c3,e3",
        "c3>a1 e3>a1",
        "names the corner and who stands there",
    ),
    Refusal(
        "0000000000000000000000000/1/mortal:b2,e5/mortal:a1,a5/*charon:c3",
        "a1>c3",
        "the Ram is named, at a table of the Golden Fleece",
    ),
    Refusal(
        "0000000000000000000000000/2/limus:b2,e5/atlas:c4,a5/pan:/apollo:",
        "c4-d3 d3+d4",
        "four players: the shared worker counts for the holder",
    ),
    Refusal(
        "0000000000001000000000000/1/prometheus+artemis:b2,e5/mortal:d1,a5/?edition=original_2007&gods_per_player=2",
        "b2+b1 b2-b3 b3-c3",
        "two gods each: one god's limit binds the other's move",
    ),
    Refusal("0000000000000000100000000/1/charon:b2,e5/hypnus:b3,a5", "b3>b1", "fixed before Charon acts"),
    Refusal(
        "00012000A0000430000000000/1/ares:b2,e4/mortal:d5,a5",
        "b2-b3 b3+b4 -b4",
        "names the worker beside which a block may be taken",
    ),
    Refusal(
        "0000000000010000000000000/1/charon:b2,e5/clio[squares=b3|left=2]:b3,a5",
        "b3>b1",
        "names the worker, the coin under it and the player of Clio",
    ),
    Refusal(
        "0000000000000000000000000/1/charon:b2,e5/mortal:b3,a5", "b3>a1", "names the worker, and over whose it may go"
    ),
    Refusal("0000000000000000000000000/1/charon:b2,e5/mortal:b4,a5", "b4>b1", "names the worker that is too far away"),
    Refusal(
        "0000000000000000000000000/1/charon:b1,e5/mortal:b2,a5", "b2>b1", "the space across would be off the board"
    ),
    Refusal(
        "0000000000000000000000000/1/siren[direction=e]:a1,e5/mortal:b3,c3",
        "c3>c4",
        "names the arrow with its player and direction, and the worker",
    ),
    Refusal("0000000000000000000000000/1/siren[direction=e]:a1,e5/mortal:b3,c3", "c3>d3 d3>e3", "each worker once"),
    Refusal(
        "0000000000000000000000000/1/siren[direction=e]:a1,e5/mortal:b3,e3", "e3>d3", "the arrow leads off the board"
    ),
    Refusal(
        "0000000000001000000000000/1/siren[direction=n]:b2,e5/clio[squares=c3|left=1]:c3,e1",
        "c3>c4",
        "names the worker, the coin under it and the player of Clio",
    ),
)

DENIED = (
    Refusal(line("mortal:b2,e5", "mortal:d1,a5", "b2:3 b3:3"), "b2-b3", "no climb: it stood on level 3 already"),
    Refusal(line("mortal:b2,e5", "hera:d1,a5", "b2:2 a2:3"), "b2-a2", "the edge, against Hera"),
    Refusal(line("pan:b2,e5", "hera:d1,a5", "b2:2"), "b2-a2", "Pan's way down ends at the edge, against Hera"),
    Refusal(
        line("dionysus:b2,e5", "mortal:d2,a5", "b4:3 d2:2 d3:3"),
        "b2-b3 b3^b4 d2-d3",
        "an additional turn of Dionysus: nobody wins in it",
    ),
    Refusal(line("apollo:b2,e5", "mortal:c3,a5", "b2:3 c3:3"), "b2-c3", "Apollo moved level, and the other was forced"),
    Refusal(line("minotaur:b2,e5", "mortal:c3,a5", "d4:3"), "b2-c3", "the Minotaur's push is no move"),
    Refusal(line("charon:b2,e5", "mortal:b3,a5", "b1:3"), "b3>b1", "Charon's ferry is no move"),
    Refusal(line("siren[direction=n]:b2,e5", "mortal:c3,a5", "c4:3"), "c3>c4", "the Siren's song is no move"),
    Refusal(line("odysseus:b2,e5", "mortal:b3,c5", "a1:3"), "b3>a1", "Odysseus' trick is no move"),
    Refusal(line("zeus:b2,e5", "mortal:d1,a5", "a3:2 b2:1"), "b2-a3 a3+a3", "Zeus is lifted and does not climb"),
)
"""Steps after which a worker is where a winner would be."""


def refusals_page() -> str:
    """The page of the refusals."""
    return "\n".join([_HEAD, *(_entry(number, each) for number, each in enumerate(REFUSALS, 1))])


def denied_page() -> str:
    """The page of the wins that do not count."""
    return "\n".join([_DENIED_HEAD, *(_denied(number, each) for number, each in enumerate(DENIED, 1))])


def denied_reasons(case: Refusal) -> Iterator[Reason]:
    """Why a worker has not won after the last step."""
    for event in game_at(case.position, case.steps).plies[-1].events:
        message = event_message(event)
        if message.key == "log.win_denied":
            yield Reason(message.key, message.args)


def _entry(number: int, case: Refusal) -> str:
    reason = case.reason
    return _section(number, case, [reason], ", ".join(paragraphs(reason)))


def _denied(number: int, case: Refusal) -> str:
    reasons = list(denied_reasons(case))
    inner = [paragraphs(Reason(dict(each.args)["reason"], each.args)) for each in reasons]
    return _section(number, case, reasons, ", ".join(dict.fromkeys(one for each in inner for one in each)))


def _section(number: int, case: Refusal, reasons: list[Reason], rulings: str) -> str:
    *before, last = case.steps.split()
    after = f", after `{' '.join(before)}`" if before else ""
    lines = [f"Position: `{case.position}`{after}"]
    for language in offered():
        said = " ".join(sentence(language, reason.key, dict(reason.args)) for reason in reasons)
        lines.append(f"{names()[language]}: {said}")
    lines.append(f"Rulings {rulings}. Verdict: right; {case.verdict}.")
    return f"## {number} `{last}`\n\n" + "\n".join(map(_filled, lines)) + "\n"


def _filled(text: str) -> str:
    return textwrap.fill(
        text, 120, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


_HEAD = """\
# Refusals

Acts that the rules forbid, with the sentence that phones show in each language, the rulings behind it, and what
was checked by hand: that the refusal is right, and that the sentence names what causes it. `make rulings` writes this
page from `tests/engine/refusals.py`; [notation](../notation.md) explains how positions and acts are written. Blue is
the first player of each position.
"""

_DENIED_HEAD = """\
# Denied wins

A worker comes to where it would win, and the game goes on. Phones and log say why;
[G16](general.md#g16-wins-that-do-not-count) has the rules. `make rulings` writes
this page from positions that the engine plays.
"""
