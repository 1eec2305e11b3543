"""The plain way to list the turns of the base game: nested loops over a grid of numbers, no powers, no positions.

Written for comparison only, the way small engines in plain Python do it.
"""

from __future__ import annotations

Cell = tuple[int, int]
PlainTurn = tuple[Cell, Cell, Cell | None]

STEPS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
DOME = 4
TOP = 3


class PlainBoard:
    """A grid of heights (4: domed) and where each player's workers stand."""

    def __init__(self, heights: list[list[int]], workers: list[list[Cell]]) -> None:
        self.heights = heights
        self.workers = workers

    def turns(self, player: int) -> list[PlainTurn]:
        """Every move with every build; a winning move without one."""
        found: list[PlainTurn] = []
        occupied = {cell for cells in self.workers for cell in cells}
        for start in self.workers[player]:
            height = self.heights[start[0]][start[1]]
            for to in self._around(start):
                level = self.heights[to[0]][to[1]]
                if to in occupied or level == DOME or level > height + 1:
                    continue
                if level == TOP and height < TOP:
                    found.append((start, to, None))
                    continue
                found += [
                    (start, to, build)
                    for build in self._around(to)
                    if self.heights[build[0]][build[1]] != DOME and (build == start or build not in occupied)
                ]
        return found

    def after(self, player: int, turn: PlainTurn) -> PlainBoard:
        """The board after a turn, as a copy."""
        start, to, build = turn
        heights = [row[:] for row in self.heights]
        workers = [cells[:] for cells in self.workers]
        workers[player][workers[player].index(start)] = to
        if build is not None:
            heights[build[0]][build[1]] += 1
        return PlainBoard(heights, workers)

    def _around(self, cell: Cell) -> list[Cell]:
        return [
            (cell[0] + row, cell[1] + column)
            for row, column in STEPS
            if 0 <= cell[0] + row < 5 and 0 <= cell[1] + column < 5
        ]
