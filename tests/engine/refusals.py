"""Acts that the rules forbid, over all sets and kinds of games, and what players are told."""

from __future__ import annotations

from tests.engine.cases import Refusal, line

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
        line(
            "mortal:b2,c3",
            "mortal:d4,d3",
            "a1:1 b1:1 c1:1 d1:1 e1:1 a2:1 b2:1 c2:1 d2:1 e2:1 a3:1 b3:1 c3:1 d3:1 e3:1 a4:1 b4:1 c4:1 d4:1"
            " e4:1 a5:4 b5:4",
            rules="supply=physical",
        ),
        "c3-c4 c4+c5 %c1",
        "only a complete tower goes back into the box",
    ),
    Refusal(line("siren[direction=n]:b2,e5", "mortal:c3,a5"), "b2>b3", "her own worker is no opponent's"),
    Refusal(
        "0000000000000000000000000/1/siren[direction=e]:a1,e5/mortal:b3,e3", "e3>d3", "the arrow leads off the board"
    ),
    Refusal(
        "0000000000001000000000000/1/siren[direction=n]:b2,e5/clio[squares=c3|left=1]:c3,e1",
        "c3>c4",
        "names the worker, the coin under it and the player of Clio",
    ),
    Refusal(
        "00012000A0000430000000000/1/ares:b2,e4/mortal:d5,a5", "b2-b3 b3+b4 -d4", "the dome closes the square to him"
    ),
    Refusal("0000100000000000000000000/1/ares:b2,e4/mortal:c5,a5", "b2-b3 b3+b4 -d5", "the square is on the ground"),
    Refusal("0000004000000000000000000/1/mortal:b2,e5/mortal:d5,a5", "b2-b3 b3^b4", "the tower is complete already"),
    Refusal("0000000000000000000000000/1/mortal:b2,e5/mortal:d5,a5", "b2-b3 b3+b5", "b5 is two squares away"),
    Refusal("0000000000000000000000000/1/mortal:b2,e5/mortal:b4,a5", "b2-b3 b3+b4", "names whose worker it is"),
    Refusal("0000000000000000000000000/1/mortal:b2,e5/mortal:d5,a5", "b2-b4", "b4 is two squares away"),
    Refusal(
        "1100011111111111111111111/1/mortal:b2,c3/mortal:d4,d3/?supply=physical&supply_can_run_dry=yes",
        "c3-c4 c4+c5",
        "all 22 blocks of the first size are on the board, and no tower is complete",
    ),
    Refusal("0000000000000000/1/mortal:a1,d4/mortal:b4,d2", "d4-e4", "the board of this game ends at d4"),
    Refusal(
        "0000000000000000000000000/1/apollo+minotaur:b2,e5/mortal:c3,a5/?edition=original_2007&gods_per_player=2",
        "b2-b3!apollo",
        "the move is free, but it is no exchange",
    ),
    Refusal(
        "0000000000000000000000000/1/hephaestus+atlas:b2,e5/mortal:d5,a5/?edition=original_2007&gods_per_player=2",
        "b2-c2 c2+c3 c2^c3",
        "Atlas may put a dome there, but not as the second piece of Hephaestus",
    ),
    Refusal("0000000000000000000000001/1/jason:b2,e5/mortal:d4,a5", "@e1", "a block lies on the square"),
    Refusal("000000000000000000000000A/1/jason:b2,e5/mortal:d4,a5", "@e1", "a dome lies on the square"),
    Refusal(
        "0000000000004000000000000/1/europa[square=-]:b2,e1/mortal:d5,a5",
        "b2-b3 b3+b4 *c3",
        "Talus needs a free square, and a tower is complete there",
    ),
    Refusal("0000000000000000000000000/1/mortal:b2,e5/mortal:d5,a5", "c3-c4", "the square is empty"),
    Refusal(
        "0000000000000000000000000/1/siren[direction=e]:a1,e5/graeae:b1,b3,c3/?forced_together=yes",
        "c3>d3 b3>c3",
        "where all go together, the square counts as still occupied",
    ),
    Refusal(
        line("medea:b2,e4", "mortal:a2,d5", "a2:1 d5:1"),
        "b2-b3 b3+b4 -a2",
        "names the worker that did not move: only next to that one",
    ),
    Refusal(
        line("medea:b2,e4", "mortal:d4,d5", "d4:2 d5:1 e5:1"),
        "b2-b3 b3+b4 -e5",
        "the block is free, and that is for Ares",
    ),
    Refusal(
        line("medea:b2,e4", "mortal:d4,d5", "d4:2 d5:1"), "b2-b3 b3+b4 -d4 -d4", "one block from under each worker"
    ),
    Refusal(
        line("medea:b2,e4", "clio[squares=d4|left=2]:d4,d5", "d4:2 d5:1"),
        "b2-b3 b3+b4 -d4",
        "names the coin under the worker and the player of Clio",
    ),
    Refusal(
        line("zeus:b2,e5", "mortal:d4,d2", "b2:3 b3:3"),
        "b2-b3 b3+b3",
        "he stands on three blocks, and nothing more goes under him",
    ),
    Refusal(
        line("dionysus:b2,e5", "mortal:d2,a1", "b4:3"),
        "b2-b3 b3^b4 e5-e4",
        "an additional turn: names the opponent's workers that may move",
    ),
    Refusal(
        line("dionysus:b2,e5", "clio[squares=d2|left=2]:d2,a1", "b4:3 d2:1"),
        "b2-b3 b3^b4 d2-d3",
        "an additional turn, and the coin bars this worker of Clio",
    ),
    Refusal(
        line("terpsichore:b2,e1", "mortal:d5,a5"), "b2-b3 e1-e2 b3+b4 b3+c4", "names the worker that has not built yet"
    ),
    Refusal(line("heracles:b2,e1", "mortal:d5,a5"), "b2-b3 b3+b4 b3+c4", "only domes go up by his power"),
    Refusal(
        line("theseus:b2,e4", "mortal:d4,d5", "d4:1 d5:2"), "b2-b3 b3+b4 xd4", "names whose worker it is not high above"
    ),
    Refusal(line("theseus:b2,e4", "mortal:d4,d5", "d4:2 d5:2"), "b2-b3 b3+b4 xe4", "the worker is his own"),
    Refusal(
        line("nemesis:b2,e1", "pan:c2,e5", more="atlas:b4,e4"),
        "b2-b1 b1+a1 b1=e5",
        "names the worker that does not keep away, with its player",
    ),
    Refusal(line("nemesis:b2,e1", "mortal:b5,e5"), "b2-b1 b1+a1 b1=b5 b5=e5", "each worker once"),
    Refusal(
        line("nemesis:b2,e1", "pan:b5,e5", more="atlas:b4,e4"),
        "b2-b1 b1+a1 b1=e4 e1=e5",
        "one opponent only, and it is named",
    ),
    Refusal(
        line("nemesis:b2,e1", "pan:b5", more="atlas:b4,e4", rules="revised=nemesis"),
        "b2-b1 b1+a1 b1=b5",
        "the revised text exchanges two with two",
    ),
    Refusal(line("nemesis:b2,e1", "mortal:b5,e5"), "b2-b1 b1+a1 b5=e5", "names whose worker it is"),
    Refusal(line("adonis:b2,e5", "mortal:d1,a5"), "b2-b3 b3+b4 ?e5", "the worker is his own"),
    Refusal(
        line("adonis:b2,e5", "mortal:d1,a5", rules="revised=adonis"),
        "b2-b3 b3+b4 ?d1 ?a5",
        "then one of his own, and this is none",
    ),
    Refusal(line("odysseus:b2,d4", "mortal:c3,d1"), "d1>a1", "names the worker that is too far away"),
    Refusal(line("odysseus:b2,d4", "mortal:c3,e3"), "c3>c2", "names the worker and the square, which is no corner"),
    Refusal(line("odysseus:b2,d4", "mortal:c3,e3"), "c3>a1 a1>e5", "each worker once"),
    Refusal(line("odysseus:b2,d4", "mortal:c3,e3"), "b2>a1", "the worker is his own"),
    Refusal(
        line("artemis:b4,e5", "aphrodite:a3,d1", "b4:2 b5:3", more="pan:/hera:"),
        "b4-b5 .",
        "the worker went away from hers, so the second move cannot be left out",
    ),
    Refusal(
        line("prometheus:a1,e5", "mortal:d5,a5", "a2:2 b1:1 b2:1"),
        "a1+b1",
        "after it all squares around lead up, which Prometheus forbids then",
    ),
    Refusal(
        "44AA0214A4444041124A440A4/1/graeae:b2,e5,d3/mortal:b4,c1/?revised=graeae",
        "b2-c2",
        "in the revised wording one of the others has to build, and they have no room",
    ),
    Refusal(
        "1111111111BB1111B1110B100/1/mortal:a1,d4/mortal:c4,c3/?supply=physical&supply_can_run_dry=yes",
        "a1-a2",
        "only the ground it leaves is free, and all 22 blocks of the first size are on the board",
    ),
    Refusal(
        line("atalanta[used=yes]:b2,e5", "mortal:d5,a5"),
        "b2-b3 b3-b4",
        "a second move needs her power, which is used up; not only that a build is due",
    ),
    Refusal(
        line("circe:b2,e5", "apollo[holder=blue]:c3,a5", to_move=2),
        "c3-b2",
        "an exchange needs Apollo, whom Circe has; names who has it",
    ),
    Refusal(
        line("circe:b2,e5", "artemis[holder=blue]:c3,a5", to_move=2),
        "c3-c2 c2-c1",
        "a second move needs Artemis, whom Circe has; names who has her",
    ),
    Refusal(
        line("circe:b2,e5", "jason[holder=-]:c3,a5", to_move=2, rules="unusable_powers_sleep=yes"),
        "@e1",
        "the third worker needs Jason, whom nobody has while Circe keeps him",
    ),
    Refusal(
        line("mortal:b2,e5", "mortal:c3,a5", more="*apollo:e1"),
        "b2-c3",
        "an exchange needs Apollo, and nobody of the player stood at the Ram",
    ),
    Refusal(
        line("pan:b2,e5", "hades:d5,a5", "b2:1 c3:1", more="charybdis[squares=c3+d1]:a1,a2"),
        "b2-c3",
        "the square is level; the landing on d1 is not, and it is named",
    ),
    Refusal(
        line("circe:b2,d3", "limus[holder=blue]:c3,a5", to_move=2),
        "c3-c2 c2+d2",
        "Limus serves Circe, so it is her worker on d3 that bars the square; names her player",
    ),
    Refusal(
        line("mortal:d3,e5", "mortal:c3,a5", "c3:1", to_move=2, more="*hypnus:e2"),
        "c3-c4",
        "Hypnus lies beside the Ram, and Blue stands there; names who has his use",
    ),
    Refusal(
        line("pan:b2,e5", "hades:d4,e4", more="limus:c1,a3"),
        "b2-a1",
        "of two opponents' powers it is Limus that closes all squares around; names her player alone",
    ),
)
