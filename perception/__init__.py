"""From frames of 25 measured fields to which magnets stand where. No rule of the game and no seat is known here.

A frame passes through the packages in this order: `sensors` says whether the board is at rest and what it reads,
`recognition` which arrangement of magnets explains that, by fits of `fitting`, `interference` what else may be in it,
and `tracking` what to believe. The values that they share are in `arrangements` and `findings`, the numbers by which a
package decides in its ``limits``.

To explain a reading may take longer than the time between two frames. So functions that may take long are generators,
everywhere in these packages: they return `TaskSteps`, stop with ``yield`` wherever they may wait for the next frame,
call each other with ``yield from``, and add to a `WorkCount` what they do. The tracker lets them work as far as the
budget of a frame reaches. Work is counted and not timed, so the same frames lead to the same decisions on every
computer. `run_to_end` gives the result at once.
"""
