"""The site of the documents, as far as it can be held without its generator: `make site` finds dead links itself."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from tests.house import ROOT, files
from tools.website.interface_page import OpenApi, Schema, interface_page, shape

ENTRY = re.compile(r"^(?P<indent> *)- (?P<kind>caption|file): (?P<name>.+)$", re.MULTILINE)
CONTENTS = (ROOT / "tools/website/contents.yml").read_text("utf-8")
OF_THE_SITE = {"tools/website/interface"}
"""Pages that only the site has."""


@pytest.fixture(scope="module")
def document() -> OpenApi:
    read: OpenApi = json.loads((ROOT / "docs/openapi.json").read_text("utf-8"))
    return read


@pytest.fixture(scope="module")
def page(document: OpenApi) -> str:
    return interface_page(document)


def doors() -> dict[str, list[str]]:
    """What each part of the site holds at its first level."""
    found: dict[str, list[str]] = {}
    for entry in ENTRY.finditer(CONTENTS):
        if entry["kind"] == "caption":
            found[entry["name"]] = []
        elif len(entry["indent"]) == 6:
            found[list(found)[-1]].append(f"{entry['name']}.md")
    return found


def test_every_document_is_in_the_navigation_once() -> None:
    listed = Counter(re.findall(r"(?:file|root): (\S+)", CONTENTS))
    ours = {str(path.relative_to(ROOT).with_suffix("")) for path in files("*.md", "docs/*.md", "tools/website/*.md")}
    assert {name: count for name, count in listed.items() if count > 1} == {}
    documents = {name for name in ours if not name.startswith("tests/")}
    assert documents - set(listed) == set(), "name these in tools/website/contents.yml and in the README"
    assert set(listed) - documents == set(), "no such documents"
    assert set(listed) >= OF_THE_SITE


def test_the_readme_has_the_same_doors_with_the_same_documents() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    parts = dict(re.findall(r"^### (\w+)\n\n((?:[-* ].*\n)+)", readme, re.MULTILINE))
    linked = {door: re.findall(r"^- \[[^]]+\]\(([^)#]+)\)", text, re.MULTILINE) for door, text in parts.items()}
    assert linked == doors()


def test_the_interface_page_has_every_address_command_and_type(document: OpenApi, page: str) -> None:
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"### {method.upper()} {path}\n" in page
    schemas = document["components"]["schemas"]
    assert set(re.findall(r"^### (\w+)$", page, re.MULTILINE)) == set(schemas)
    kinds = {
        kind for schema in schemas.values() for kind in schema.get("properties", {}).get("kind", {}).get("enum", [])
    }
    commands = re.findall(r"^\| `(\w+)` \|.*\| \[\w+\]\(#\w+\) \|$", page, re.MULTILINE)
    assert {"claim_seat", "act", "confirm_turn"} <= set(commands) <= kinds
    assert len(commands) == len(schemas["RequestForm"]["properties"]["command"]["anyOf"])


def test_every_link_of_the_interface_page_leads_to_a_type(page: str) -> None:
    types = {name.lower() for name in re.findall(r"^### (\w+)$", page, re.MULTILINE)}
    linked = set(re.findall(r"\]\(#([^)]+)\)", page))
    assert linked
    assert linked - types == set()


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 3}, "integer, 0 to 3"),
        ({"type": "integer", "minimum": 1}, "integer, 1 or more"),
        ({"anyOf": [{"$ref": "#/components/schemas/Seat"}, {"type": "null"}]}, "[Seat](#seat) or null"),
        ({"type": "array", "items": {"enum": ["up", "down"]}}, "list of `up`, `down`"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "object of boolean"),
    ],
)
def test_a_value_is_described_in_few_words(schema: Schema, said: str) -> None:
    assert shape(schema) == said


def test_a_value_that_cannot_be_described_is_an_error() -> None:
    with pytest.raises(ValueError, match="no shape"):
        shape({"description": "whatever"})
