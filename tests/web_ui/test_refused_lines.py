"""What a phone says of a line of notation that cannot be read: one sentence in its language, which names what is wrong,
where in the line, and what is allowed, as the message of the command line does."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

import pytest

from engine.asked_positions import read_asked
from engine.errors import LONGEST_PART, SantoriniError
from engine.reasons import Reason
from engine.seats import Seat
from tests.engine.cases import line
from web_ui.languages import PAGE, catalogue, offered, sentence

START = "0" * 25
SMALL = "0" * 16
GODS = "mortal, apollo, artemis, athena"
TWO = "gods_per_player=2"


class Wrong(NamedTuple):
    """A line, the key of its sentence, and what the sentence has: what is wrong, where (a text of the page and a
    number), and what is allowed."""

    line: str
    key: str
    given: str
    where: str
    allowed: str

    @property
    def place(self) -> str:
        """The key of the text that says where."""
        return self.where.partition(" ")[0]


REFUSED = tuple(
    Wrong(*each)
    for each in (
        ("", "line.parts", "", "1", f"{START}/1/mortal:b2,d4/mortal:b4,d2"),
        ("pan:b2,d4", "line.parts", "pan:b2,d4", "1", f"{START}/1/mortal:b2,d4/mortal:b4,d2"),
        ("000/1/mortal:b2/mortal:b4", "line.levels", "000", "3", "25, 16"),
        (f"{START[:-1]}7/1/mortal:b2/mortal:b4", "line.level", "7", "e1", "0, 1, 2, 3, 4, A, B, C"),
        (f"{START}/3/mortal:b2/mortal:b4", "line.to_move", "3", "at.to_move", "1, 2"),
        (f"{START}/x/pan:b2/ares:b4/atlas:a1", "line.to_move", "x", "at.to_move", "1, 2, 3"),
        (f"{START}/1+odin/pan:b2/ares:b4", "line.power", "odin", "at.to_move", GODS),
        (f"{START}/1+dionysus/pan:b2/mortal:d2", "line.extra", "dionysus", "at.to_move", "pan"),
        (f"{START}/1/mortal:b2/odin:b4", "line.power", "odin", "at.player 2", GODS),
        (f"{START}/1/mortal:b2/mortal:b4,b9", "line.square", "b9", "at.player 2", "a1...e5"),
        (f"{START}/1/mortal/mortal:b4", "line.player", "mortal", "at.player 1", "apollo:b2,d4"),
        (f"{START}/1/mortal:b2/", "line.player", "", "at.player 2", "apollo:b2,d4"),
        (f"{START}/1/green=mortal:b2/mortal:b4", "line.seat", "green", "at.player 1", "blue, orange, white, purple"),
        (f"{START}/1/orange=pan:b2/orange=mortal:b4", "line.seat_twice", "orange", "", "blue, orange, white, purple"),
        (f"{START}/1/{'mortal:/' * 5}mortal:a1", "line.players", "6", "", "2, 3, 4"),
        (f"{START}/1/mortal:b2/*pan:/?seed=1", "line.parts", "mortal", "3", f"{START}/1/mortal:b2,d4/mortal:b4,d2"),
        (f"{START}/1/athena[up]:b2/mortal:b4", "line.mark", "up", "at.brackets 1", "^, marked=e1, holder=blue"),
        (f"{START}/1/mortal:b4/athena[]:b2", "line.mark", "", "at.brackets 2", "^, marked=e1, holder=blue"),
        (f"{START}/1/athena[holder=red]:b2/mortal:b4", "line.seat", "red", "at.brackets 1", "blue, orange"),
        (f"{START}/1/athena[marked=z1]:b2/mortal:b4", "line.square", "z1", "at.brackets 1", "a1...e5"),
        (f"{START}/1/terpsichore[marked=b4]:b2,c1/mortal:b4", "line.no_marked", "marked=b4", "seat.blue", "c1, b2"),
        (f"{START}/1/apollo[workers=2]:b2/mortal:d2", "line.nothing_remembered", "workers", "at.brackets 1", ""),
        (f"{START}/1/gaea[workers=3]:b2/mortal:d2", "line.value", "workers=3", "at.brackets 1", "0, 1, 2"),
        (f"{START}/1/gaea[workers=x]:b2/mortal:d2", "line.value", "workers=x", "at.brackets 1", "0, 1, 2..."),
        (f"{START}/1/mortal:b2/gaea[left=1]:d2", "line.name", "left", "at.brackets 2", "workers"),
        (f"{START}/1/clio[left=1|left=2]:b2/mortal:d2", "line.twice", "left", "at.brackets 1", ""),
        (f"{START}/1/europa[square=f9]:b2/mortal:d2", "line.value", "square=f9", "at.brackets 1", "a1...e5, -"),
        (f"{START}/1/clio[squares=a1,b1]:b2/mortal:d2", "line.value", "squares=a1,b1", "at.brackets 1", "...+..."),
        (f"{START}/1/aeolus[direction=up]:b2/mortal:d2", "line.value", "direction=up", "at.brackets 1", "n, ne, e"),
        (f"{SMALL}/1/europa[square=e1]:b2/mortal:d2", "line.not_in_game", "e1", "at.brackets 1", "a1...d4"),
        (f"{START}/1/dionysus[owed=white]:b2/mortal:d2", "line.not_in_game", "white", "at.brackets 1", "blue, orange"),
        (f"{START}/1/chaos[face_up=pan]:b2/pan:d2", "line.not_in_game", "pan", "at.brackets 1", "apollo, artemis"),
        (f"{START}/1/apollo[^]:b2/mortal:d2", "line.climbed", "^", "seat.blue", ""),
        (f"{START}/1/mortal:b2/pan+ares+atlas:d2", "line.three_powers", "pan+ares+atlas", "at.player 2", "1, 2"),
        (f"{START}/1/pan+mortal:b2/mortal:d2", "line.second_mortal", "pan+mortal", "at.player 1", "pan"),
        (f"{START}/2/pan:b2/-pan:/ares:b4", "line.out_moves", "orange", "-", "blue, white"),
        (f"{START}/1/pan:b2/#-atlas:/ares:b4", "line.out_wins", "orange", "#", "blue, white"),
        (f"{START}/1/pan:b2/-atlas:a1/ares:b4", "line.out_stands", "a1", "seat.orange", ""),
        (f"{SMALL}/1/mortal:e1/mortal:b4", "line.off_board", "e1", "seat.blue", "a1...d4"),
        (f"{START}/1/mortal:b4/mortal:b4", "line.two_workers", "b4", "seat.orange", ""),
        (f"4{START[:-1]}/1/mortal:a5/mortal:b4", "line.on_dome", "a5", "seat.blue", ""),
        (f"{START}/1/#mortal:b2,d4/mortal:d2,b4", "line.over", "#", "seat.blue", ""),
        (f"{START}/1/apollo:b2/pan:d2/ares:a1,a2/atlas:", "line.team", "a1,a2", "seat.white", ""),
        (f"{START}/1/mortal:b2/mortal:b4/*pan", "line.beside", "pan", "at.fleece", "*pan:c3"),
        (f"{START}/1/mortal:b2/mortal:b4/*odin:c3", "line.power", "odin", "at.fleece", GODS),
        (f"{START}/1/mortal:b2/mortal:b4/*mortal:c3", "line.no_god", "mortal", "at.fleece", "apollo, artemis"),
        (f"{START}/1/mortal:b2/mortal:b4/*pan:f3", "line.square", "f3", "at.fleece", "a1...e5"),
        (f"{START}/1/mortal:b2/mortal:b4/*pan[^]:c3", "line.beside_mark", "pan[^]:c3", "at.fleece", "holder=blue"),
        (f"{START}/1/mortal:b2/mortal:b4/*pan[x]:c3", "line.mark", "x", "at.fleece_brackets", "holder=blue"),
        (f"{START}/1/mortal:b2/mortal:b4/*pan:b2", "line.ram", "b2", "", "a1...e5"),
        (f"{START}/1/mortal:b2/mortal:b4/?size=4", "line.name", "size", "at.rules", "seed, recycled, bans"),
        (f"{START}/1/mortal:b2/mortal:b4/?seed=x", "line.value", "seed=x", "at.rules", "0, 1, 2..."),
        (f"{START}/1/mortal:b2/mortal:b4/?edition=2007", "line.value", "edition=2007", "at.rules", "original_2007"),
        (f"{START}/1/mortal:b2/mortal:b4/?ram_blocks=1", "line.value", "ram_blocks=1", "at.rules", "yes, no"),
        (f"{START}/1/mortal:b2/mortal:b4/?bans=off&bans=off", "line.twice", "bans", "at.rules", ""),
        (f"{START}/1/mortal:b2/mortal:b4/?revised=odin", "line.no_god", "odin", "at.rules", "apollo, artemis"),
        (
            line("pan:b2", "ares:a1", rules="gods_per_player=7"),
            "line.value",
            "gods_per_player=7",
            "at.rules",
            "0, 1, 2",
        ),
        (f"{START}/1/mortal:b2/mortal:d4 b2*c3", "line.action", "b2*c3", "at.step 1", "b2-c3, c3+c4, c3^c4"),
        (f"{START}/1/mortal:b2/mortal:d4 b2-b9", "line.square", "b9", "at.step 1", "a1...e5"),
        (f"{START}/1/mortal:b2/mortal:d4 b2-b3 ~up", "line.direction", "up", "at.step 2", "n, ne, e"),
        (f"{START}/1/mortal:b2/mortal:d4 b2-b3!odin", "line.power", "odin", "at.step 1", GODS),
        (
            f"{START}/1/mortal:b2/mortal:d4 resign=blue!pan",
            "line.no_card",
            "resign=blue!pan",
            "at.step 1",
            "resign=blue",
        ),
        (f"{START}/1/mortal:b2/mortal:d4 resign=red", "line.seat", "red", "at.step 1", "blue, orange"),
        (f"{START}/1/mortal:b2/mortal:d4 correct=b2:5", "line.value", "b2:5", "at.step 1", "0, 1, 2, 3, 4"),
        (f"{START}/1/mortal:b2/mortal:d4 b2-b3 b3+e5", "line.step", "b3+e5", "at.step 2", ""),
        (" ".join([f"{START}/1/mortal:b2/mortal:d4", *["b2-b3"] * 12]), "line.steps", "12", "", "11"),
        (line("pan:b2,e5,a1", "mortal:"), "position.workers", "", "seat.blue", "2"),
        (line("pan:b2,e5", "gaea[workers=2]:a1,a2,a3"), "position.workers_waiting", "3", "seat.orange", "4"),
        (line("pan:b2", "ares:a1", "a5:A", rules="recycled=2"), "position.recycled", "2", "", "1"),
        (line("charybdis[squares=c3+c3]:b2", "pan:a1"), "position.token_twice", "", "c3", ""),
        (line("charybdis[squares=c3]:b2", "pan:a1", "c3:4"), "position.token_domed", "", "c3", ""),
        (line("clio[squares=c3|left=3]:b2", "pan:a1", "c3:1"), "position.token_count", "4", "", "3"),
        (line("europa[square=b2]:b2", "pan:a1"), "position.token_on_worker", "", "b2", ""),
        (line("clio[squares=c3|left=2]:b2", "pan:a1"), "position.token_on_ground", "", "c3", ""),
        (line("tartarus[square=a1]:b2", "pan:a1"), "position.in_abyss", "", "a1", ""),
        (line("moerae[corner=e1]:b2", "pan:a1"), "position.corner", "", "e1", "a1...d4"),
        (line("adonis[used=yes|target=b2]:b2", "pan:a1"), "position.named", "", "b2", ""),
        (
            line("adonis[used=yes|target=a1|ally=c3]:b2", "pan:a1", rules="revised=adonis"),
            "position.named_ally",
            "",
            "c3",
            "",
        ),
        (line("pan:b2", "ares:a1", rules="revised=pan"), "line.value", "revised=pan", "at.rules", "adonis, aeolus"),
        (line("pan:b2", "pan:a1"), "position.same_power", "", "seat.blue", ""),
        (line("mortal:b2", "pan:a1", more="apollo:e5"), "position.needs_power", "3", "seat.blue", ""),
        (line("mortal:b2", "ares:a1", more="atlas:/*pan:c3"), "position.fleece_players", "3", "", "2"),
        (line("mortal:b2", "ares:a1", more="*pan:c3"), "position.fleece_power", "", "seat.orange", ""),
        (line("mortal+pan:b2", "ares:a1", rules=TWO), "position.no_first", "", "seat.blue", ""),
        (line("pan+atlas:b2", "ares:a1"), "position.many_powers", "", "seat.blue", "1"),
        (line("pan+pan:b2", "ares:a1", rules=TWO), "position.power_twice", "", "seat.blue", ""),
        (
            line("mortal:b2", "mortal:a1", more="mortal:c1", rules="edition=original_2007"),
            "position.nobody_has_power",
            "3",
            "",
            "",
        ),
    )
)
EVERY = pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.key} {case.given}")
SAID_BY_THE_PAGE = {"line.long"}
"""What the page finds out before it asks; test_web_position.py plays it."""
SIGN_ALONE = {"line.over", "line.climbed"}
"""Of these the message says what a sign such as # means."""
SAID_IN_ENGLISH = {"line.value", "line.square", "line.players", "line.three_powers"}
"""Of these the message says what is allowed in words, such as "it is a number"."""
ALIKE = {
    "nl": {"god", "in", "is", "ram", "team", "token", "tokens"},
    "fr": {"direction", "on", "position"},
    "pl": {"to"},
}
"""Words that a language has in common with English."""


def reason_of(text: str) -> tuple[Reason, str]:
    """The reason of a refusal, and its message."""
    with pytest.raises(SantoriniError) as refused:
        read_asked(text)
    assert refused.value.reason is not None, str(refused.value)
    return refused.value.reason, str(refused.value)


def said_of(language: str, reason: Reason) -> str:
    return sentence(language, reason.key, dict(reason.args))


def words(language: str, reason: Reason) -> set[str]:
    """The words of the sentence without what is put in, and without what is written in the same way everywhere."""
    text = catalogue(language, "book")[reason.key]
    at = dict(reason.args).get("at")
    text += " " + (catalogue(language, "book")[f"at.{at}"] if at else "")
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}|marked=", " ", text.lower())))


@EVERY
@pytest.mark.parametrize("language", offered())
def test_a_wrong_line_is_one_sentence_with_what_where_and_what_is_allowed(language: str, case: Wrong) -> None:
    reason, _ = reason_of(case.line)
    assert reason.key == case.key
    said = said_of(language, reason)
    assert case.given in said
    assert case.allowed in said
    texts = {**catalogue(language), **catalogue(language, "book")}
    place = texts.get(case.place, case.place)
    assert place.replace("{number}", case.where.partition(" ")[2]) in said
    assert not re.search(r"[{}]|\bat\.|\bline\.", said), "something is not filled in"
    if language != "en":
        assert words(language, reason) & words("en", reason) <= ALIKE[language]


@EVERY
def test_the_message_of_the_command_line_has_the_same_facts(case: Wrong) -> None:
    reason, message = reason_of(case.line)
    facts = dict(reason.args)
    told = re.sub(r"['\"\\]", "", message)
    for name in ("power", "seat", "other"):
        assert facts.get(name, "") in told
    if case.key == "line.step":  # the engine names the action in its own words
        assert facts["refusal"] in told
        return
    assert facts.get("given", "").removesuffix("...") in told or case.key in SIGN_ALONE
    for allowed in re.split(r", |\.\.\.", facts.get("allowed", "")):
        assert allowed in told or case.key in SAID_IN_ENGLISH
    if case.place in {"at.player", "at.brackets"}:
        number = int(facts["number"])
        assert f"player {number}" in told or list(Seat)[number - 1] in told


def test_every_sentence_about_a_line_is_played() -> None:
    keys = {key for key in catalogue("en", "book") if key.startswith("line.")}
    assert keys == {case.key for case in REFUSED if case.key.startswith("line.")} | SAID_BY_THE_PAGE
    places = {key for key in catalogue("en", "book") if key.startswith("at.")}
    assert places == {case.place for case in REFUSED if case.place.startswith("at.")}


def test_a_long_part_is_cut_short() -> None:
    reason, _ = reason_of(f"{START}/1/{'x' * 500}:b2/mortal:b4")
    assert dict(reason.args)["given"] == "x" * LONGEST_PART + "..."


def test_what_a_line_has_stands_in_the_sentence_as_it_was_written() -> None:
    """Words of the notation are no names of the page: whoever plays blue is not meant, nor the god of another name."""
    reason, _ = reason_of(f"{START}/1/blue=mortal:b2/blue=mortal:b4")
    assert "„blue”" in said_of("pl", reason)
    reason, _ = reason_of(f"{START}/1/mortal[x]:b2/mortal+odin:b4")
    assert "mortal" not in said_of("pl", reason)
    reason, _ = reason_of(f"{START}/1/mortal:b2/odin:b4")
    assert "dozwolone: mortal, apollo" in said_of("pl", reason)


GOOD = (
    line("mortal:b2,e5", "limus:c4,a5", "c3:1") + " b2-b3 b3+b4",
    line("clio[squares=b3+d3|left=1]:a1,b1", "athena[^]:c1,d1", "e5:A a2:4"),
    line("terpsichore[marked=b2]:b2,c2", "gaea[workers=1]:d1,e1", rules="seed=7&bans=off&revised=limus"),
    line("mortal:b2", "mortal:d4", more="*pan[holder=blue]:c3"),
    line("pan:b2", "-atlas:", more="ares:c1,c2"),
    line("purple=dionysus[owed=-]:b2", "blue=aeolus[direction=n]:e1", to_move="1+dionysus"),
)
SIGNS = [*"0123456789ABCabcdefxyz/:,+-=[]|^*?&#~!.@ é²", "pan", "mortal", "blue", "b2", "holder=", "//", "\u202e"]


def error_of(text: str) -> SantoriniError | None:
    try:
        read_asked(text)
    except SantoriniError as error:
        return error
    return None


@pytest.mark.parametrize("good", GOOD)
def test_whatever_is_damaged_in_a_line_is_said_in_words(good: str) -> None:
    chance = Random(good)  # noqa: S311 - repeatable chance, no secret
    known = {*catalogue("en"), *catalogue("en", "book")}
    refused = 0
    for _ in range(400):
        text = good
        for _ in range(chance.randrange(1, 4)):
            at, until = sorted(chance.choices(range(len(text) + 1), k=2))
            until = min(until, at + 3)
            text = text[:at] + chance.choice(["", *SIGNS]) + text[until if chance.random() < 0.7 else at :]
        error = error_of(text)
        if error is None:
            continue
        refused += 1
        assert error.reason is not None, (text, str(error))
        assert error.reason.key in known, (text, error.reason.key)
        args = dict(error.reason.args)
        assert "{" not in sentence("nl", error.reason.key, {**args, "given": "", "allowed": ""}), text
    assert refused > 100


def test_the_first_view_has_none_of_these_texts() -> None:
    assert not [key for key in catalogue("en", PAGE) if key.startswith(("line.", "at."))]
