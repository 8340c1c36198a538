"""A program that receives messages of webhooks: a real server on this machine, answering as it is told."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook as Verifier


@dataclass
class Receiver:
    """`answers` are the statuses of the next requests, then 204; `before` is called before each answer."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    location: str = ""
    before: Callable[[], object] = lambda: None
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def messages(self, secret: str) -> list[Any]:
        """What it was sent, each proven by the secret."""
        return [Verifier(secret).verify(body, headers) for headers, body in self.requests]

    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.requests]

    def by_id(self) -> dict[str, int]:
        """How often each message came."""
        counts: dict[str, int] = defaultdict(int)
        for message_id in self.ids():
            counts[message_id] += 1
        return dict(counts)


@contextmanager
def receiving(before: Callable[[], object] = lambda: None) -> Iterator[Receiver]:
    receiver = Receiver(before=before)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.requests.append((headers, body))
            status = receiver.answers.pop(0) if receiver.answers else 204
            receiver.before()
            self.send_response(status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0" if status == 204 else "4")
            self.end_headers()
            if status != 204:
                self.wfile.write(b"busy")

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
