"""How the house is cut: modules, their lengths, import floors and repeated names, for each room of a checkout.

``make house-figures`` measures this checkout; ``ARGS="--checkout ../other"`` measures another one, of any age.
"""

from __future__ import annotations

import argparse
import ast
import statistics
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

NO_ROOMS = ("tests", "benchmarks", "circuit_boards", "drawings", "printed_parts", "docs", "website", "setup.py")
SHORT = 60
LONG = 450
CROWDED = 20
NAMES_OF_ALL = {"__init__", "__main__"}


@dataclass(frozen=True)
class Module:
    """A Python module of a room: its dotted name and its source."""

    name: str
    source: str
    package: bool

    @property
    def room(self) -> str:
        """The top package that it lies in."""
        return self.name.split(".")[0]

    @property
    def parent(self) -> str:
        """The package that it lies in; a package lies in itself."""
        return self.name if self.package else self.name.rpartition(".")[0]

    @property
    def lines(self) -> int:
        """How many lines it has, empty ones and docstrings included."""
        return len(self.source.splitlines())

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.source)

    def public_classes(self) -> Iterator[str]:
        """The names of its classes that do not begin with an underscore."""
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name

    def imported(self) -> Iterator[str]:
        """The dotted names that it imports, wherever the import stands."""
        home = self.parent.split(".")
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = home[: len(home) - node.level + 1] if node.level else []
                start = ".".join([*base, *([node.module] if node.module else [])])
                yield from (f"{start}.{alias.name}" for alias in node.names)


def modules_of(checkout: Path) -> list[Module]:
    """The modules of the product in a checkout, without its tests and tools.

    :raises subprocess.CalledProcessError: if it is no git checkout.
    """
    command = ["git", "ls-files", "-z", "--", "*.py"]
    listed = subprocess.run(  # noqa: S603 - the line above
        command, cwd=checkout, check=True, capture_output=True, text=True
    ).stdout
    found = []
    for name in filter(None, listed.split("\0")):
        path = Path(name)
        if path.parts[0] in NO_ROOMS or not (checkout / path).is_file():
            continue
        package = path.stem == "__init__"
        dotted = ".".join(path.parent.parts if package else path.with_suffix("").parts)
        found.append(Module(dotted, (checkout / path).read_text("utf-8"), package))
    return found


def import_graph(modules: Iterable[Module]) -> dict[str, set[str]]:
    """Which of these modules each one imports. The modules on the Pico see those of their own folder by a bare name."""
    names = {module.name for module in modules}
    graph: dict[str, set[str]] = {name: set() for name in names}
    for module in modules:
        for wanted in module.imported():
            candidates = (wanted, wanted.rpartition(".")[0])
            beside = (f"{module.parent}.{name}" for name in candidates if name)
            target = next((name for name in (*candidates, *beside) if name in names), None)
            if target is not None and target != module.name:
                graph[module.name].add(target)
    return graph


def import_circles(graph: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    """Each module with all that it imports, directly or not, and that imports it: alone if it is in no circle."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for target in graph[waiting.pop()] - seen:
                seen.add(target)
                waiting.append(target)
        reached[start] = seen
    return {name: frozenset({name} | {other for other in reached[name] if name in reached[other]}) for name in graph}


def import_floors(graph: Mapping[str, set[str]]) -> int:
    """The length of the longest chain of imports; modules that import each other in a circle stand on one floor."""
    circles = import_circles(graph)
    floors: dict[frozenset[str], int] = {}

    def floor(circle: frozenset[str]) -> int:
        if circle not in floors:
            below = {circles[target] for name in circle for target in graph[name]} - {circle}
            floors[circle] = 1 + max(map(floor, below), default=0)
        return floors[circle]

    return max(map(floor, circles.values()), default=0)


def homes_by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that occur more than once among pairs of a name and where it stands, with all these places."""
    homes: dict[str, list[str]] = defaultdict(list)
    for name, home in pairs:
        homes[name].append(home)
    return {name: sorted(places) for name, places in sorted(homes.items()) if len(places) > 1}


def repeated_files(modules: Iterable[Module]) -> dict[str, list[str]]:
    """File names without their folder that several modules have, with these modules; ``__init__`` aside."""
    named = ((module.name.rpartition(".")[2], module.name) for module in modules if not module.package)
    return {name: places for name, places in homes_by_name(named).items() if name not in NAMES_OF_ALL}


def repeated_classes(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Public class names that several modules have, with these modules."""
    return homes_by_name((name, module.name) for module in modules for name in module.public_classes())


def crowded_packages(modules: Iterable[Module]) -> dict[str, int]:
    """Packages with more modules side by side than one can take in, with their number."""
    sizes: dict[str, int] = defaultdict(int)
    for module in modules:
        if not module.package:
            sizes[module.parent] += 1
    return {name: size for name, size in sorted(sizes.items()) if size > CROWDED}


def lone_short(modules: Iterable[Module], graph: Mapping[str, set[str]]) -> list[str]:
    """Short modules that only one other module imports: they may be parts of that one."""
    importers = Counter(target for targets in graph.values() for target in targets)
    return [module.name for module in modules if importers[module.name] == 1 and module.lines < SHORT]


def room_figures(modules: list[Module]) -> dict[str, str]:
    """The figures of a room by their titles; empty if no module of it holds anything. A package's ``__init__`` counts
    as a module if it holds more than its docstring."""
    counted = [module for module in modules if not module.package or len(module.tree.body) > 1]
    if not counted:
        return {}
    lengths = [module.lines for module in counted]
    graph = import_graph(modules)
    return {
        "modules": f"{len(counted)}",
        "lines": f"{sum(lengths)}",
        "median": f"{statistics.median(lengths):.0f}",
        f"<{SHORT}": f"{len([length for length in lengths if length < SHORT]) / len(counted):.0%}",
        f"<{SHORT}, 1 importer": f"{len(lone_short(counted, graph))}",
        "longest": f"{max(lengths)}",
        f">{LONG}": f"{len([length for length in lengths if length > LONG])}",
        "floors": f"{import_floors(graph)}",
        "same files": f"{len(repeated_files(modules))}",
        "same classes": f"{len(repeated_classes(modules))}",
        f"packages >{CROWDED}": f"{len(crowded_packages(modules))}",
    }


def main() -> None:
    """Print the table for each room and for all together, then what repeats and what is crowded."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house_figures", description=__doc__)
    parser.add_argument("--checkout", type=Path, default=Path(), help="the checkout to measure (default: this one)")
    parser.add_argument("--names", action="store_true", help="list repeated names as well")
    options = parser.parse_args()
    modules = modules_of(options.checkout)
    if not modules:
        parser.error(f"{options.checkout} has no modules that git knows")
    rooms: dict[str, list[Module]] = defaultdict(list)
    for module in modules:
        rooms[module.room].append(module)
    figures = {name: room_figures(its) for name, its in [*sorted(rooms.items()), ("all", modules)]}
    titles = list(figures["all"])
    print(f"{'room':<16}", *titles, sep="  ")
    for name, row in figures.items():
        if row:
            print(f"{name:<16}", *(f"{row[title]:>{len(title)}}" for title in titles), sep="  ")
    crowded = ", ".join(f"{name} ({size})" for name, size in crowded_packages(modules).items())
    print(f"\nPackages with more than {CROWDED} modules side by side: {crowded or 'none'}")
    if options.names:
        for title, repeated in (("Files", repeated_files(modules)), ("Public classes", repeated_classes(modules))):
            print(f"\n{title} of one name:")
            for name, places in repeated.items():
                print(f"  {name}: {', '.join(places)}")


if __name__ == "__main__":
    main()
