"""Builds the packages as setuptools does, and the wheel with the manual page, made from the program's own help.

What builds Thera calls these functions (PEP 517): pip, for example. ``pyproject.toml`` names the module.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, object] | None
"""What a tool that builds passes on to setuptools."""

MANUAL = Path("build/man/thera.1")
"""The manual page, where ``[tool.setuptools.data-files]`` looks for it."""


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what has to be there while the wheel is built: what Thera itself needs, since its help is asked for."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    return [*build_meta.get_requires_for_build_wheel(config_settings), *project["dependencies"]]


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the wheel, and return its name.

    :raises CalledProcessError: if the program cannot be asked for its help.
    """
    MANUAL.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as metadata:
        # The page names the version that is built, and not one that is installed here.
        prepare_metadata_for_build_wheel(metadata, config_settings)
        path = os.pathsep.join(filter(None, (metadata, os.getcwd(), os.environ.get("PYTHONPATH"))))
        command = [sys.executable, "-B", "-m", "tools.release.manual_page", str(MANUAL)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": path})
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name
