"""What each power does, as two small pictures of a few squares.

``ACT``: before and after an act of whoever holds the power; what changes by more than a move is lit. ``WINS``: before
and after what wins by it; who has won so stands on a lit square. ``LIMITS``: what an opponent may do without the power
and with it; the lit squares are those where the opponent may move or build (Hypnus: whose workers may move; Hera: where
a move up wins). The holder is blue, the opponent orange. ``tests/web_ui/test_power_diagrams.py`` plays each picture.

A picture is written as what stands or happens on it, one square each: ``b2=2`` two blocks, ``b2=1^`` a block with a
dome, ``blue:b2`` a worker, ``clio:b2`` a token of a power, ``b2>c3`` an arrow, ``*b2`` a lit square.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from msgspec import UNSET, UnsetType, field

from engine.seats import Seat
from engine.setup import PowerName
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import AnswerForm, KnownPower


class DiagramKind(StrEnum):
    """How the two pictures of a diagram are related."""

    ACT = "act"
    LIMITS = "limits"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class PowerDiagram:
    """Two pictures of the squares from a1 on, ``size`` on each side. ``cards`` are the powers that are in force on
    them, where that is what the pictures are about."""

    kind: DiagramKind
    before: str
    after: str
    size: int = 3
    cards: tuple[PowerName, PowerName] | None = None


def _act(before: str, after: str, size: int = 3, cards: tuple[str, str] | None = None) -> PowerDiagram:
    named = (PowerName(cards[0]), PowerName(cards[1])) if cards else None
    return PowerDiagram(DiagramKind.ACT, before, after, size, named)


def _limits(before: str, after: str, size: int = 3) -> PowerDiagram:
    return PowerDiagram(DiagramKind.LIMITS, before, after, size)


def _wins(before: str, after: str, size: int = 3) -> PowerDiagram:
    return PowerDiagram(DiagramKind.WINS, before, after, size)


DIAGRAMS: Mapping[str, PowerDiagram] = {
    "apollo": _act("blue:a2 orange:b1 a2>b1 b1>a2", "blue:b1 orange:a2", size=2),
    "artemis": _act("blue:a3 a3>b2 b2>c1", "blue:c1"),
    "athena": _limits(
        "a2=1 b2=1 c3=1 blue:c3 orange:b1 *a1 *a2 *b2 *c1 *c2",
        "a2=1 b2=1 c3=1 blue:c3 c2>c3 orange:b1 *a1 *c1 *c2",
    ),
    "atlas": _act("b1=1 blue:a2 *b1", "b1=1^ blue:a2", size=2),
    "demeter": _act("blue:b2 *a2 *b1", "a2=1 b1=1 blue:b2", size=2),
    "hephaestus": _act("blue:a2 *b1", "b1=2 blue:a2", size=2),
    "hermes": _act("blue:a1 blue:c1 a1>a2 a2>a3 c1>c2 c2>c3", "blue:a3 blue:c3"),
    "minotaur": _act("blue:a3 orange:b2 a3>b2 b2>c1", "blue:b2 orange:c1"),
    "pan": _wins("a2=2 blue:a2 a2>b1", "a2=2 blue:b1 *b1", size=2),
    "prometheus": _act("blue:a3 *b3 a3>b2 *c1", "b3=1 c1=1 blue:b2"),
    "aphrodite": _limits("blue:a1 orange:b2 *a2 *a3 *b1 *b3 *c1 *c2 *c3", "blue:a1 orange:b2 *a2 *b1"),
    "ares": _act("b1=2 blue:a2 *b1", "b1=1 blue:a2", size=2),
    "bia": _act("blue:a3 orange:c1 a3>b2 *c1", "blue:b2"),
    "chaos": _act("b2=3 blue:a1 *b2", "b2=3^ blue:a1", cards=("apollo", "pan")),
    "charon": _act("blue:b2 orange:a3 a3>c1", "blue:b2 orange:c1"),
    "chronus": _wins("a1=3^ c1=3^ a3=3^ b3=3 c3=3^ blue:b2", "a1=3^ c1=3^ a3=3^ b3=3^ c3=3^ blue:b2"),
    "circe": _act("blue:b2 orange:c1 orange:a3 b2>c1 c1>b2", "blue:c1 orange:b2 orange:a3", cards=("apollo", "apollo")),
    "dionysus": _act("a2=3 blue:a1 orange:c1 *a2 c1>c2 *c3", "a2=3^ c3=1 blue:a1 orange:c2"),
    "eros": _wins("a3=1 b2=1 blue:a3 blue:c1 c1>b2", "a3=1 b2=1 blue:a3 blue:b2 *a3 *b2"),
    "hera": _limits("a4=3 b4=2 c4=3 orange:b4 *a4 *c4", "a4=3 b4=2 c4=3 orange:b4 *c4", size=5),
    "hestia": _act("blue:b1 *a1 *c2", "a1=1 c2=1 blue:b1", size=5),
    "hypnus": _limits("a1=1 orange:a1 orange:c3 *a1 *c3", "a1=1 orange:a1 orange:c3 *c3"),
    "limus": _limits("blue:a1 orange:b3 *a2 *a3 *b2 *c2 *c3", "blue:a1 orange:b3 *a3 *c2 *c3"),
    "medusa": _act("a2=1 blue:a2 orange:b1 *b1", "a2=1 b1=1 blue:a2", size=2),
    "morpheus": _act("blue:b1 *a2 *b2 *c2", "a2=1 b2=1 c2=1 blue:b1"),
    "persephone": _limits("b2=1 orange:b1 *a1 *a2 *b2 *c1 *c2", "b2=1 orange:b1 *b2"),
    "poseidon": _act("blue:a1 blue:c3 c3>c2 *c3 *a2 *b1 *b2", "b1=1 a2=1 b2=1 c3=1 blue:a1 blue:c2"),
    "selene": _act("c2=1 blue:a1 blue:c1 a1>a2 *c2", "c2=1^ blue:c1 blue:a2"),
    "triton": _act("blue:b2 b2>a2 a2>a1 a1>b1", "blue:b1"),
    "zeus": _act("blue:a2 *a2", "a2=1 blue:a2", size=2),
    "aeolus": _limits("orange:b2 *a1 *a2 *a3 *b1 *b3 *c1 *c2 *c3", "orange:b2 b1>b3 *a1 *a2 *a3 *b3 *c1 *c2 *c3"),
    "charybdis": _act("blue:a1 charybdis:b1 charybdis:c3 a1>b1 b1>c3", "blue:c3 charybdis:b1 charybdis:c3"),
    "clio": _limits(
        "a2=1 b2=1 blue:a1 orange:b3 *a2 *a3 *b2 *c2 *c3",
        "a2=1 b2=1 blue:a1 orange:b3 clio:a2 clio:b2 *a3 *c2 *c3",
    ),
    "europa": _act("blue:a2 *b1", "blue:a2 europa:b1", size=2),
    "gaea": _act("b2=3 orange:a1 *b2 *c2", "b2=3^ blue:c2 orange:a1"),
    "graeae": _act("blue:a1 blue:c1 blue:c3 a1>a2 *c2", "c2=1 blue:c1 blue:a2 blue:c3"),
    "hades": _limits(
        "c1=1 a2=1 b2=1 b3=2 orange:b2 *a1 *a2 *a3 *b1 *b3 *c1 *c2 *c3", "c1=1 a2=1 b2=1 b3=2 orange:b2 *a2 *b3 *c1"
    ),
    "harpies": _act("orange:a5 a5>b4 b4>c3 c3>d2 d2>e1", "orange:e1", size=5),
    "hecate": _act("orange:a2 hecate:b1 a2>b1", "orange:a2 hecate:b1", size=2),
    "moerae": _wins(
        "b2=3 c1=2 orange:c1 moerae:b2 moerae:c2 moerae:b3 moerae:c3 c1>b2",
        "b2=3 c1=2 orange:b2 moerae:b2 moerae:c2 moerae:b3 moerae:c3 *b2",
    ),
    "nemesis": _act(
        "blue:a1 blue:c1 orange:a3 orange:c3 a1>a3 a3>a1 c1>c3 c3>c1", "blue:a3 blue:c3 orange:a1 orange:c1"
    ),
    "siren": _act("orange:a1 orange:a3 a1>b1 a3>b3", "orange:b1 orange:b3"),
    "tartarus": _wins("orange:a2 tartarus:b1 a2>b1", "orange:b1 tartarus:b1 *b1", size=2),
    "terpsichore": _act("blue:a1 blue:c1 a1>a2 c1>c2 *a3 *c3", "a3=1 c3=1 blue:a2 blue:c2"),
    "urania": _act("blue:a3 a3>e3", "blue:e3", size=5),
    "achilles": _act("blue:a3 *b2 a3>b2 *c1", "b2=1 c1=1 blue:b2"),
    "adonis": _limits("blue:a1 orange:c2 *b1 *b2 *b3 *c1 *c3", "blue:a1 orange:c2 *b1 *b2"),
    "atalanta": _act("blue:a3 a3>b3 b3>b2 b2>c2 c2>c1", "blue:c1"),
    "bellerophon": _act("b1=2 blue:a2 a2>b1", "b1=2 blue:b1", size=2),
    "heracles": _act("b2=1 c2=2 blue:a1 blue:c3 *a2 *b2 *c2", "a2=0^ b2=1^ c2=2^ blue:a1 blue:c3"),
    "jason": _act("blue:b3 blue:c3 *b1 *b2", "b2=1 blue:b1 blue:b3 blue:c3"),
    "medea": _act("a2=2 c2=1 blue:b1 orange:a2 orange:c2 *a2 *c2", "a2=1 blue:b1 orange:a2 orange:c2"),
    "odysseus": _act("blue:c3 orange:d3 orange:b4 b4>a5 d3>e1", "blue:c3 orange:e1 orange:a5", size=5),
    "polyphemus": _act("b1=1 d2=1 blue:b2 *d2 *d4", "b1=1 d2=1^ d4=0^ blue:b2", size=5),
    "theseus": _act("b1=2 blue:a2 orange:b1 *b1", "b1=2 blue:a2", size=2),
}
"""The diagram of each power."""


class PictureWorker(AnswerForm, frozen=True):
    """A worker on a square of a picture."""

    square: SquareName
    seat: Seat


class PictureToken(AnswerForm, frozen=True):
    """What a power has laid on a square of a picture; for Hecate, the Moerae and Tartarus it is their secret."""

    square: SquareName
    power: KnownPower


class PictureArrow(AnswerForm, frozen=True):
    """Where something goes."""

    origin: SquareName = field(name="from")
    to: SquareName


class PictureForm(AnswerForm, frozen=True, omit_defaults=True):
    """A picture of a few squares; what is empty is left out. ``marks`` are lit squares, ``power`` is the power in
    force on it."""

    levels: dict[SquareName, Whole] = field(default_factory=dict)
    domes: tuple[SquareName, ...] = ()
    workers: tuple[PictureWorker, ...] = ()
    tokens: tuple[PictureToken, ...] = ()
    arrows: tuple[PictureArrow, ...] = ()
    marks: tuple[SquareName, ...] = ()
    power: KnownPower | UnsetType = UNSET


class DiagramForm(AnswerForm, frozen=True):
    """What a power does, as two pictures of the squares from a1 on, ``size`` on each side."""

    kind: DiagramKind
    size: Whole
    before: PictureForm
    after: PictureForm


@cache
def diagram_form(power: PowerName) -> DiagramForm | UnsetType:
    """The diagram of a power, if it has one."""
    found = DIAGRAMS.get(power)
    if found is None:
        return UNSET
    before, after = found.cards or (None, None)
    return DiagramForm(found.kind, found.size, picture_form(found.before, before), picture_form(found.after, after))


def picture_form(text: str, power: PowerName | None = None) -> PictureForm:
    """A picture from its text."""
    levels: dict[str, int] = {}
    domes: list[str] = []
    workers: list[PictureWorker] = []
    tokens: list[PictureToken] = []
    arrows: list[PictureArrow] = []
    marks: list[str] = []
    for word in text.split():
        if word.startswith("*"):
            marks.append(word[1:])
        elif "=" in word:
            square, _, tower = word.partition("=")
            levels |= {square: int(tower[0])} if tower[0] != "0" else {}
            domes += [square] if tower.endswith("^") else []
        elif ">" in word:
            arrows.append(PictureArrow(*word.split(">")))
        else:
            what, _, square = word.partition(":")
            if what in set(Seat):
                workers.append(PictureWorker(square, Seat(what)))
            else:
                tokens.append(PictureToken(square, what))
    pieces = (levels, tuple(domes), tuple(workers), tuple(tokens))
    return PictureForm(*pieces, tuple(arrows), tuple(marks), UNSET if power is None else power)
