"""How long the board must rest before what stands there counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RestTimes:
    """Times of rest in ms of the board's clock.

    ``touch``: a reading; ``settle``: a step that can be taken back on the board and cannot go on; ``going_on``: one
    after which the same worker may go on, or of which a part is still to be done; ``final``: one that cannot be taken
    back, since it ends the game or tests a secret, without any tremor meanwhile; ``tap_window``: one where the same put
    could be the touch of a build; ``change_of_mind``: going back, where it could be a touch; ``carried_off``: a worker
    that leaves the board by a step.

    ``wrong``: pieces that make no sense are to be put right; ``linger``: the same while another worker is in a hand,
    or for one that can only have touched there; ``lasting``: other ways out are offered; ``gone``: a worker that is
    off the board is asked for; ``unsure``: a reading that fits nothing is spoken about.
    """

    touch: int = 120
    settle: int = 160
    going_on: int = 500
    final: int = 700
    tap_window: int = 1200
    change_of_mind: int = 2600
    carried_off: int = 1000
    wrong: int = 500
    linger: int = 3000
    lasting: int = 4000
    gone: int = 8000
    unsure: int = 1200
