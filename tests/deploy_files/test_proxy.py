"""The proxy of compose.yaml, as it runs there: what it hands on to the site, and what it keeps from it."""

from __future__ import annotations

import http.client
import json
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from config.settings.values import BASE_DIR
from deploy.processes import any_free_port, stop
from tests.support.processes import wait_until

FILE = BASE_DIR / "deploy/compose-files/Caddyfile"
PATIENCE = 30


class Site(BaseHTTPRequestHandler):
    """What stands behind it: tells what it was asked, and holds a stream open until it is let go on."""

    protocol_version = "HTTP/1.1"
    go_on = Event()

    def do_GET(self) -> None:
        if self.path.startswith("/stream/"):
            self._stream()
        else:
            self._answer(json.dumps({name.lower(): value for name, value in self.headers.items()}))

    def do_POST(self) -> None:
        taken = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(str(len(taken)))

    def _answer(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in (b"first", b"second"):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.flush()
            self.go_on.wait(PATIENCE)
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("proxy")
    port, port_of_http = any_free_port(), any_free_port()
    file = folder / "Caddyfile"
    # Where it runs it has the usual port to itself.
    file.write_text(FILE.read_text().replace("admin off", f"admin off\n\thttp_port {port_of_http}"))
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        behind = f"127.0.0.1:{site.server_port}"
        told = {"SITE_ADDRESS": f"https://localhost:{port}", "WEB": behind, "STREAMS": behind}
        log = (folder / "log").open("wb")
        proxy = subprocess.Popen(
            [Path(sys.executable).with_name("caddy"), "run", "--config", file, "--adapter", "caddyfile"],
            env={**os.environ, **told, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            wait_until(lambda: is_certified(port), PATIENCE, (folder / "log").read_text())
            yield port
        finally:
            Site.go_on.set()
            stop(proxy)
            log.close()
            site.shutdown()


def asking(port: int) -> http.client.HTTPSConnection:
    """Its certificate is of its own making here."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection("localhost", port, timeout=PATIENCE, context=trusting)


def is_certified(port: int) -> bool:
    """It listens before it has made its certificate."""
    try:
        asking(port).connect()
    except (ssl.SSLError, ConnectionError):
        return False
    return True


def test_the_site_is_told_who_asks_and_how(port: int) -> None:
    connection = asking(port)
    forged = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "http", "X-Request-ID": "<script>"}
    connection.request("GET", "/rules/", headers=forged)
    told = json.loads(connection.getresponse().read())
    assert told["host"] == f"localhost:{port}"
    assert told["x-forwarded-proto"] == "https"
    assert told["x-forwarded-for"] in ("127.0.0.1", "::1")
    assert re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", told["x-request-id"])


def test_a_stream_is_passed_on_as_it_comes(port: int) -> None:
    connection = asking(port)
    connection.request("GET", "/stream/event-1/")
    answer = connection.getresponse()
    assert answer.read(5) == b"first"
    Site.go_on.set()
    assert answer.read(6) == b"second"


def test_figures_are_nobodys_outside(port: int) -> None:
    connection = asking(port)
    connection.request("GET", "/metrics")
    assert connection.getresponse().status == 404


def test_the_largest_file_goes_through_and_a_larger_one_does_not(port: int) -> None:
    largest = 40 * 1024 * 1024
    connection = asking(port)
    connection.request("POST", "/imports/", body=b"x" * largest)
    assert connection.getresponse().read() == str(largest).encode()
    larger = asking(port)
    larger.putrequest("POST", "/imports/")
    larger.putheader("Content-Length", str(60 * 1000 * 1000))
    larger.endheaders()
    try:
        larger.send(b"x" * 60 * 1000 * 1000)
    except OSError:  # it has answered already
        return
    assert larger.getresponse().status == 413
