"""A table behind real web servers as the document sets them up: at another port, below a path, by TLS, compressing."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.common.mqtt.mosquitto import free_port
from tests.house import ROOT
from tests.thera.test_cli import command
from tests.web_ui.browser import BROWSERS, answered

pytestmark = pytest.mark.parts

HOST = "games.example"
PATIENCE = 30.0
DOCUMENT = (ROOT / "docs" / "configuration.md").read_text("utf-8")
COMPRESSED = "gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1; gzip_comp_level 9;"
"""The most that nginx can be told to compress; ``text/event-stream`` is not among what it compresses by itself."""


def written(beginning: str) -> str:
    """The lines that the document has for a proxy, which begin with these words."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    [found] = [block for block in blocks if block.startswith(beginning)]
    return str(found)


@dataclass(frozen=True)
class Ports:
    """Where the proxy and the table listen."""

    proxy: int
    table: int


@dataclass(frozen=True)
class Proxy:
    """A way to set up a proxy: which one, for which scheme and path, and what makes its configuration."""

    program: str
    scheme: str
    path: str
    lines: str

    def configuration(self, ports: Ports, folder: Path) -> str:
        """The whole file."""
        lines = self.lines.replace("127.0.0.1:8080", f"127.0.0.1:{ports.table}")
        if self.program == "nginx":
            tls = f"ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;"
            listening = (
                f"listen 127.0.0.1:{ports.proxy} ssl; {tls}"
                if self.scheme == "https"
                else f"listen 127.0.0.1:{ports.proxy};"
            )
            temporary = " ".join(
                f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            return (
                f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
                f"http {{ access_log off; {temporary} server {{ server_name {HOST}; {listening}\n{lines}\n}} }}\n"
            )
        tls = f"tls {folder}/cert.pem {folder}/key.pem" if self.scheme == "https" else ""
        site = f"{self.scheme}://{HOST}:{ports.proxy} {{\nbind 127.0.0.1\n{tls}"
        return f"{{\nadmin off\nauto_https off\n}}\n{lines.replace(f'{HOST} {{', site)}\n"

    def start(self, file: Path) -> list[str]:
        """What starts it."""
        found = shutil.which(self.program, path="/usr/sbin:/usr/bin:/usr/local/bin")
        if found is None:
            pytest.skip(f"there is no {self.program} (Debian's packages nginx-light and caddy)")
        return (
            [found, "-c", str(file)]
            if self.program == "nginx"
            else [found, "run", "--config", str(file), "--adapter", "caddyfile"]
        )


NGINX, CADDY = written("location /thera/"), written(f"{HOST} {{")
PLAIN_NGINX = "location / { proxy_pass http://127.0.0.1:8080; }"
PROXIES = {
    "nginx with TLS below a path": Proxy("nginx", "https", "/thera/", NGINX),
    "nginx that names another host": Proxy("nginx", "http", "/", PLAIN_NGINX),
    "nginx that leaves out the port": Proxy(
        "nginx", "http", "/", PLAIN_NGINX.replace("; }", "; proxy_set_header Host $host; }")
    ),
    "nginx that passes the path on": Proxy(
        "nginx", "http", "/thera/", "location /thera { proxy_pass http://127.0.0.1:8080; }"
    ),
    "nginx that compresses": Proxy("nginx", "http", "/thera/", f"{COMPRESSED}\n{NGINX}"),
    "Caddy with TLS below a path": Proxy("caddy", "https", "/thera/", CADDY),
    "Caddy that compresses": Proxy("caddy", "http", "/thera/", CADDY.replace("redir", "encode gzip zstd\nredir")),
}


@contextmanager
def started(arguments: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin:/usr/sbin"}
    with (
        (folder / "said").open("a") as said,
        subprocess.Popen(
            arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=said, text=True, env=environment
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()  # asked to end, Caddy waits for all pages to be closed


def until_it_listens(port: int, process: subprocess.Popen[str], folder: Path) -> None:
    """Nothing says when a proxy listens but a connection."""
    late = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, (folder / "said").read_text()
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < late
            time.sleep(0.05)
        else:
            return


@dataclass(frozen=True)
class Served:
    """A table as phones reach it."""

    address: str
    port: int

    @contextmanager
    def asked(self, path: str) -> Iterator[http.client.HTTPResponse]:
        """The answer to a browser that takes compressed ones."""
        parts = urlsplit(self.address)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.connect()
            if parts.scheme == "https":
                context = ssl.create_default_context()
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                connection.sock = context.wrap_socket(connection.sock, server_hostname=HOST)
            headers = {"Host": parts.netloc, "Accept-Encoding": "gzip, deflate, br, zstd"}
            connection.request("GET", f"{parts.path}{path}", headers=headers)
            with connection.getresponse() as answer:
                yield answer


@pytest.fixture(params=PROXIES)
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    proxy = PROXIES[request.param]
    ports = Ports(free_port(), free_port())
    address = f"{proxy.scheme}://{HOST}:{ports.proxy}{proxy.path}"
    if proxy.scheme == "https":
        names = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
        made = ["-newkey", "rsa:2048", "-nodes", "-keyout", f"{tmp_path}/key.pem", "-out", f"{tmp_path}/cert.pem"]
        subprocess.run(["openssl", "req", "-x509", "-days", "2", *names, *made], check=True, capture_output=True)
    (tmp_path / "proxy.conf").write_text(proxy.configuration(ports, tmp_path), "utf-8")
    (tmp_path / "thera.toml").write_text(f'[web]\naddress = "{address}"\n', "utf-8")
    play = command(
        "play", "--board", "virtual", "--host", "127.0.0.1", "--port", str(ports.table), "--data", str(tmp_path)
    )
    with ExitStack() as stack:
        table = stack.enter_context(started([*play, "--config", str(tmp_path / "thera.toml")], tmp_path))
        assert table.stdout is not None
        printed = ""
        while "Ctrl-C" not in printed:
            line = table.stdout.readline()
            assert line, (printed, (tmp_path / "said").read_text())
            printed += line
        assert f"Thera is open at {address}\n" in printed
        running = stack.enter_context(started(proxy.start(tmp_path / "proxy.conf"), tmp_path))
        until_it_listens(ports.proxy, running, tmp_path)
        yield Served(address, ports.proxy)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = next((found for name in BROWSERS if (found := shutil.which(name)) is not None), None)
    if path is None:
        pytest.skip("no Chromium here")
    with sync_playwright() as playwright:
        rules = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", rules])
        yield launched
        launched.close()


def opened(browser: Browser, address: str, complaints: list[str]) -> Page:
    page = browser.new_context(ignore_https_errors=True, locale="en").new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    return page


def test_a_family_plays_behind_a_proxy(served: Served, browser: Browser) -> None:
    complaints: list[str] = []
    parts = urlsplit(served.address)
    ann, ben = (opened(browser, f"{served.address}{page}", complaints) for page in ("", "board"))
    for page in (ann, ben):
        expect(page.get_by_role("heading", name="Welcome to the table")).to_be_visible()
        assert page.locator("body").get_attribute("data-join") == served.address
    ben.get_by_role("textbox").first.fill("Ben")
    ben.get_by_role("button", name="Sit here").first.click()
    expect(ann.get_by_text("Ben").first).to_be_visible()  # by the stream, through the proxy
    answered(ben)  # which may be later than what the stream says
    [seat] = [each for each in ben.context.cookies() if each["name"] == "thera_seats"]
    assert (seat["path"], seat["secure"], seat["httpOnly"]) == (
        parts.path.rstrip("/") or "/",
        parts.scheme == "https",
        True,
    )
    ben.reload()
    expect(ben.get_by_text("Ben").first).to_be_visible()
    assert complaints == []


def test_what_changes_is_not_held_back(served: Served) -> None:
    with served.asked("stream") as stream:
        assert stream.status == 200
        assert stream.headers["Content-Encoding"] == "identity"
        heard = []
        for line in stream:
            if line.startswith(b"event: "):
                heard.append(line.split()[1])
            if heard[-1:] == [b"beat"]:
                break
        assert heard == [b"state", b"beat"]
