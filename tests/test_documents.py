"""What the documents tell a reader to type, open or read is there: targets, options, files, links, pictures."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from engine.casting.catalogue import CARDS
from engine.setup import Profile
from tests.document_links import FENCE, dead_links, inner_links
from tests.house import ROOMS, ROOT, files, installed_modules
from tests.typed import typed

DOCUMENTS = [*files("docs/*.md"), *(path for path in files("*.md") if path.parent == ROOT)]
OURS = set(files())
EVERY_DOCUMENT = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))

SPAN = re.compile(r"`([^`\n]+)`")


def code(text: str) -> list[str]:
    """The lines of code of a document: those of its blocks, and what stands between backticks."""
    blocks = [found.group(1) or found.group(2) for found in FENCE.finditer(text)]
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    return lines + SPAN.findall(FENCE.sub("", text))


def make_targets(line: str) -> list[str]:
    found = re.match(r"(?:\$ )?make ([a-z][a-z0-9-]*)", line)
    return [found.group(1)] if found else []


def thera_call(line: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The subcommand and the options of a ``thera`` call."""
    found = re.match(r"(?:\$ |\S*/bin/)?thera((?: [a-z]+)*)(?= |$)(.*)", line)
    if not found:
        return None
    return tuple(found.group(1).split()), tuple(re.findall(r"(?<=[ \[])--[a-z][a-z-]*", found.group(2)))


@cache
def usage(subcommand: tuple[str, ...]) -> str:
    """What ``thera ... --help`` prints."""
    run = typed(*subcommand, "--help")
    assert run.returncode == 0, f"thera {' '.join(subcommand)} --help: {run.stderr}"
    return run.stdout


def missing_options(line: str) -> list[str]:
    call = thera_call(line)
    if call is None:
        return []
    subcommand, options = call
    known = set(re.findall(r"--[a-z][a-z-]*", usage(subcommand)))
    return [option for option in options if option not in known]


def project_paths(line: str) -> list[str]:
    """The files and folders of the project that a line of code names; not what looks like one and is a topic of a
    table."""
    roots = "|".join((*ROOMS, "tests", "docs", "tools", r"\.ci"))
    plain = r"(?:pyproject\.toml|requirements(?:-dev|-docs|-pi)?\.txt|Makefile|LICENSE|[A-Z]+\.md)"
    topic = r"(?!thera/[0-9a-f]{16}/)"
    return re.findall(rf"(?<![\w./-]){topic}(?:(?:{roots})/[\w./*-]*|{plain})(?![\w/.]*=)", line)


NO_MODULES = (".json", ".py", ".md", ".service", ".socket", ".sqlite3", ".toml", ".toml.before", ".txt")
"""What ends the name of a file that begins like that of a module."""


def module_members(line: str) -> list[str]:
    """A span that is only the dotted name of a module of ours or of something in it, with or without a call."""
    found = re.fullmatch(rf"((?:{'|'.join(ROOMS)})(?:\.\w+)+)(?:\(.*\))?", line)
    return [found.group(1)] if found and not found.group(1).endswith(NO_MODULES) else []


def resolves(dotted: str) -> bool:
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing: object = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        return all((thing := getattr(thing, part, None)) is not None for part in parts[cut:])
    return False


def test_the_readers_tools_see_what_they_should() -> None:
    text = "Type `make run`, or:\n\n    thera play --port 9000\n\nand see `docs/play.md`.\n"
    assert code(text) == ["thera play --port 9000", "make run", "docs/play.md"]
    assert make_targets('make run ARGS="--port 9000"') == ["run"]
    assert thera_call("thera rules turns FILE --json") == (("rules", "turns"), ("--json",))
    assert thera_call("theramin") is None
    assert project_paths("see engine/powers/pan.py and /var/lib/thera") == ["engine/powers/pan.py"]
    assert module_members("thera.socket") + module_members("thera.toml.before") == []
    assert module_members("engine.squares.Square") == ["engine.squares.Square"]
    assert resolves("engine.squares.Square")
    assert not resolves("engine.squares.Rhombus")
    assert not resolves("engine.rhombuses")


def test_the_documents_are_there() -> None:
    names = {str(path.relative_to(ROOT)) for path in DOCUMENTS}
    assert names >= {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/play.md"}
    assert names >= {f"docs/build/{page}.md" for page in ("first_hour", "pilot", "plate", "trouble", "wiring")}


@EVERY_DOCUMENT
def test_every_make_target_exists(document: Path) -> None:
    defined = set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {target for line in code(document.read_text("utf-8")) for target in make_targets(line)}
    assert named - defined == set()


@EVERY_DOCUMENT
def test_every_option_of_thera_exists(document: Path) -> None:
    lines = code(document.read_text("utf-8"))
    assert {line: gone for line in lines if (gone := missing_options(line))} == {}


@EVERY_DOCUMENT
def test_every_named_file_and_module_exists(document: Path) -> None:
    lines = code(document.read_text("utf-8"))
    named = {path for line in lines for path in project_paths(line)}
    assert {path for path in named if not list(ROOT.glob(path.rstrip("/.")))} == set()
    assert {name for line in lines for name in module_members(line) if not resolves(name)} == set()


@EVERY_DOCUMENT
def test_every_link_leads_somewhere(document: Path) -> None:
    assert dead_links(document) == []
    targets = {link: (document.parent / link.partition("#")[0]).resolve() for link in inner_links(document)}
    assert {link for link, file in targets.items() if file.is_file() and file not in OURS} == set(), (
        "git has none of it"
    )


def test_every_example_in_a_docstring_holds() -> None:
    modules = installed_modules()
    named = [path.relative_to(ROOT) for path in modules if ">>>" in path.read_text("utf-8")]
    assert named
    for path in named:
        module = importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
        results = doctest.testmod(module)
        assert results.attempted, path
        assert not results.failed, path


def test_the_readme_opens_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert code(text)[:2] == ["make run", "make test"]
    assert text.index("make test") < text.index("\n## ")


def test_the_readme_counts_the_powers_that_there_are() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"all (\d+) gods and heroes", text) == [str(len(CARDS))]


def test_the_readme_shows_a_game_and_three_pictures_before_it_explains_anything() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "(docs/pictures/game.gif)" in text.partition("\n## ")[0]
    pictures = re.findall(r"docs/pictures/[\w-]+\.png", text.partition("\n## ")[0])
    assert len(set(pictures)) >= 3
    assert [name for name in pictures if not (ROOT / name).read_bytes().startswith(b"\x89PNG")] == []


def test_the_guide_calls_buttons_as_the_page_does() -> None:
    guide = (ROOT / "docs" / "play.md").read_text("utf-8")
    named = {" ".join(name.split()) for name in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", guide)}
    parts = files("web_ui/translations/en/*.json")
    texts = {text for part in parts for text in json.loads(part.read_text("utf-8")).values()}
    assert named
    assert named - texts == set()


@pytest.mark.parametrize("unit", files("systemd/units/*.service"), ids=lambda path: path.name)
def test_a_service_is_started_with_options_that_exist(unit: Path) -> None:
    (command,) = re.findall(r"^ExecStart=(.*)$", unit.read_text("utf-8"), re.MULTILINE)
    if started := re.fullmatch(r"/opt/thera/current/bin/python -I -m (\S+)", command):
        assert importlib.util.find_spec(started.group(1)) is not None
        return
    assert thera_call(command) is not None
    assert missing_options(command) == []


def test_the_rules_page_names_every_field_of_the_profile() -> None:
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert [field.name for field in fields(Profile) if f"| `{field.name}` |" not in text] == []
