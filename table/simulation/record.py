"""What came of simulated games, and the figures over many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must not happen (``kind`` is ``wrong`` or ``stuck``), or a step about which there was a doubt
    (``asked``). Enough is told to play it again."""

    kind: str
    seed: int
    powers: str
    turn: int
    position: str
    intended: str
    detail: str
    board: str

    def line(self) -> str:
        """One line for people."""
        return (
            f"{self.kind}: seed {self.seed}, {self.powers}, turn {self.turn}, {self.position}:"
            f" hands did {self.intended}; {self.detail}; on the board {self.board}"
        )


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. ``steps`` are those that hands did with workers, ``asked`` the ones of them about which the table put
    a question or could not be sure, ``chosen`` those that it knew but for block or dome, which only the phone can say
    (they count as recognised), ``told`` the steps that were done on the phone; ``waits`` are ms from the frame
    to the lights; ``seconds`` is how long it took; ``doubts`` tells of the steps that were asked about."""

    seed: int
    turns: int
    steps: int
    asked: int
    chosen: int
    told: int
    frames: int
    waits: tuple[float, ...]
    seconds: float
    doubts: tuple[Fault, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures over some games; times in ms, ``share`` of steps that were recognised without asking."""

    games: int
    turns: int
    steps: int
    unasked: int
    share: float
    asked: int
    chosen: int
    told: int
    wrong: int
    stuck: int
    frames: int
    lights_median: float | None
    lights_p99: float | None
    seconds: float
    games_per_second: float

    @classmethod
    def of(cls, records: Sequence[GameRecord], seconds: float) -> Summary:
        """Over these games, which took so long together."""
        steps, asked = sum(each.steps for each in records), sum(each.asked for each in records)
        faults = [fault.kind for each in records for fault in each.faults]
        unasked = steps - asked - faults.count("wrong")
        waits = sorted(wait for each in records for wait in each.waits)
        return cls(
            games=len(records),
            turns=sum(each.turns for each in records),
            steps=steps,
            unasked=unasked,
            share=unasked / steps if steps else 1.0,
            asked=asked,
            chosen=sum(each.chosen for each in records),
            told=sum(each.told for each in records),
            wrong=faults.count("wrong"),
            stuck=faults.count("stuck"),
            frames=sum(each.frames for each in records),
            lights_median=round(median(waits), 2) if waits else None,
            lights_p99=round(waits[min(len(waits) - 1, len(waits) * 99 // 100)], 2) if waits else None,
            seconds=round(seconds, 1),
            games_per_second=round(len(records) / seconds, 3) if seconds else 0.0,
        )

    def lines(self) -> list[str]:
        """For people."""
        lights = "none" if self.lights_median is None else f"median {self.lights_median} ms, p99 {self.lights_p99} ms"
        return [
            f"games                    {self.games}",
            f"turns                    {self.turns}",
            f"steps by hand            {self.steps}",
            f"recognised unasked       {self.unasked} ({self.share:.2%})",
            f"asked                    {self.asked}",
            f"block or dome chosen     {self.chosen} (among the recognised: no hand can say it)",
            f"wrongly accepted         {self.wrong}",
            f"games that got stuck     {self.stuck}",
            f"steps on the phone       {self.told}",
            f"frames                   {self.frames}",
            f"from frame to lights     {lights}",
            f"games per second         {self.games_per_second} ({self.seconds} s)",
        ]
