"""A program that is told by a webhook what happens: it checks each message and prints it once.

    WEBHOOK_SECRET=whsec_… python examples/webhook_receiver.py 8099

Webhooks only go to https:// addresses, so put it behind a server that speaks https. It needs the package
standardwebhooks. It knows what it has had until it ends; keep the ids in a database of yours.
"""

from __future__ import annotations

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError

LONGEST = 100_000


class Receiver(BaseHTTPRequestHandler):
    webhook: Webhook
    had: set[str] = set()

    def do_POST(self) -> None:
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LONGEST))
        try:
            message = self.webhook.verify(body, dict(self.headers.items()))
        except (WebhookVerificationError, ValueError):
            self._answer(401)
            return
        if self.headers["webhook-id"] not in self.had:
            self.had.add(self.headers["webhook-id"])
            # Put what takes long into a queue: an answer after 15 seconds comes too late.
            print(message["timestamp"], message["type"], message["data"]["url"], flush=True)
        self._answer(204)

    def _answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Only messages are printed."""


def main(port: int) -> None:
    Receiver.webhook = Webhook(os.environ["WEBHOOK_SECRET"])
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]))
