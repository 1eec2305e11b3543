"""Builds the trial in a browser: ``python -m tools.demo``, or ``make demo``, writes a folder of files for any web
server."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.metadata import files as files_of
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from web_ui.languages import catalogue, offered

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = HERE / "page"
PYODIDE = ROOT / "node_modules" / "pyodide"
TARGET = ROOT / "build" / "demo"

ROOMS = (*("common", "engine", "hardware", "opponent", "perception", "table", "thera", "tools/demo", "web_ui"),)
LEFT_OUT = (
    "common/mqtt/broker_connection",
    "thera/commands",
    "thera/install",
    "thera/judge",
    "thera/network",
    "thera/service",
    "thera/simulator",
    "hardware/doctor",
    "hardware/gpio",
    "hardware/making",
    "tools/demo/page",
)
"""The parts of these that no tab needs: those for a computer, its pins and its network."""
LIBRARIES = ("blinker", "click", "flask", "itsdangerous", "jinja2", "markupsafe", "segno", "werkzeug")
"""The page's libraries in Python, as they are installed here."""
COMPILED = "msgspec"
"""The library that is compiled for Pyodide, in the locked version."""
KINDS = {".css", ".html", ".js", ".json", ".png", ".py", ".svg", ".toml"}
STANDARD_LIBRARY = "python_stdlib.zip"
UNUSED = re.compile(
    r"(_pyio|_pyrepl|bdb|cmd|code|compileall|ctypes|doctest|ensurepip|ftplib|idlelib|imaplib|lib2to3|mailbox|modulefinder"
    r"|multiprocessing|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pydoc|pydoc_data|smtplib|tabnanny|test"
    r"|timeit|trace|turtle|unittest|venv|wave|xml/(dom|etree)|xmlrpc)(/|\.py$)|_sysconfigdata"
    r"|encodings/(big5|charmap|cp(?!437)|euc|gb|hp_|hz|iso|johab|koi8|kz|mac|mbcs|oem|palmos|ptcp|shift|tis)"
)
"""The modules of Python's library that a table never loads."""
PARTS_OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
SCRIPTS = ("shell.css", "shell.js", "table-worker.js")
PACKED = ".packed"
"""The ending of files that the page unpacks (gzip), since not every web server sends them compressed."""
MARK = "MARK"
"""The placeholder in the first page for the name of the folder with this build's files."""
OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that the same sources give the same archive."""


def main() -> None:
    """Build it, and print its size."""
    shutil.rmtree(TARGET, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        program, python = Path(folder) / "program", Path(folder) / "python"
        stage(program)
        with ZipFile(PYODIDE / STANDARD_LIBRARY) as library:
            library.extractall(python, [name for name in library.namelist() if not UNUSED.match(name)])
        compiler = ["node", str(HERE / "compile_modules.mjs")]
        subprocess.run([*compiler, str(program), str(python)], check=True, cwd=ROOT)
        contents = {"thera.zip": archive(program), f"pyodide/{STANDARD_LIBRARY}": archive(python)}
    for name in PARTS_OF_PYODIDE:
        contents[f"pyodide/{name}{PACKED}"] = gzip.compress((PYODIDE / name).read_bytes(), mtime=0)
    contents |= {name: (PAGE / name).read_bytes() for name in SCRIPTS}
    contents["icon.svg"] = (ROOT / "web_ui" / "static" / "icon.svg").read_bytes()
    mark = write(contents)
    size = sum(map(len, contents.values())) / 1e6
    print(f"build/demo has {size:.1f} MB, marked {mark}. To try it: python3 -m http.server --directory build/demo")


def stage(folder: Path) -> None:
    """Put all modules and data that the tab needs into a folder."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in KINDS and "__pycache__" not in name and not name.startswith(LEFT_OUT):
                copy(path, folder / name)
    for library in LIBRARIES:
        for file in files_of(library) or ():
            if file.suffix in KINDS and ".." not in file.parts:
                copy(Path(str(file.locate())), folder / file)
    with ZipFile(wasm_wheel(folder.parent)) as wheel:
        wheel.extractall(folder, [name for name in wheel.namelist() if name.startswith(f"{COMPILED}/")])


def wasm_wheel(folder: Path) -> Path:
    """Return the compiled library for this Pyodide, checked by the hashes of the lock."""
    about = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    python = ".".join(about["python"].split(".")[:2])
    locked = re.search(rf"^{COMPILED}==(?:.*\\\n)*.*\n", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)
    if locked is None:
        raise SystemExit(f"requirements.txt does not lock {COMPILED}")
    (folder / "locked.txt").write_text(locked.group(), "utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download", "--no-deps"]
    wanted = [
        "--only-binary=:all:",
        f"--platform=pyemscripten_{about['abi_version']}_wasm32",
        f"--python-version={python}",
    ]
    subprocess.run(
        [*pip, *wanted, "--require-hashes", "--requirement", str(folder / "locked.txt"), "--dest", str(folder)],
        check=True,
    )
    return next(folder.glob(f"{COMPILED}-*.whl"))


def copy(path: Path, to: Path) -> None:
    """Copy a file, into a folder that may be missing."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def archive(folder: Path) -> bytes:
    """Return all files of a folder in one archive."""
    made = folder.with_suffix(".zip")
    with ZipFile(made, "w") as into:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            about = ZipInfo(path.relative_to(folder).as_posix(), OLDEST)
            into.writestr(about, path.read_bytes(), ZIP_DEFLATED, 9)
    return made.read_bytes()


def write(contents: dict[str, bytes]) -> str:
    """Write the files into a folder with a unique name, and beside it the pages that lead there. Return the name."""
    mark = sha256(b"".join(sha256(content).digest() for _, content in sorted(contents.items()))).hexdigest()[:12]
    for name, content in contents.items():
        path = TARGET / "demo" / mark / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    about = {
        "mark": mark,
        "files": {name: len(content) for name, content in contents.items()},
        "texts": {language: dict(catalogue(language, "demo")) for language in offered()},
    }
    (TARGET / "demo" / mark / "build.json").write_text(json.dumps(about, ensure_ascii=False), "utf-8")
    (TARGET / "index.html").write_text((PAGE / "index.html").read_text("utf-8").replace(MARK, mark), "utf-8")
    shutil.copyfile(PAGE / "service-worker.js", TARGET / "service-worker.js")
    return mark


if __name__ == "__main__":
    main()
