"""A small mail server for tests: it takes mail, refuses it, or hangs up at the worst moment."""

from __future__ import annotations

import email
import email.message
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.policy import default


@dataclass
class Post:
    """What came in. It answers `refuse` to recipients; after a mail it may `hang_up`, or `say_nothing`."""

    port: int = 0
    refuse: bytes = b""
    hang_up: bool = False
    say_nothing: bool = False
    taken: list[email.message.EmailMessage] = field(default_factory=list)


@contextmanager
def mail_server() -> Iterator[Post]:
    post = Post()

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say(b"220 here")
            for line in self.rfile:
                verb = line[:4].upper().strip()
                if verb == b"QUIT":
                    self.say(b"221 bye")
                    return
                if verb == b"DATA":
                    self.say(b"354 go on")
                    self.take()
                    if post.hang_up:
                        return
                    if post.say_nothing:
                        self.rfile.read()
                        return
                    self.say(b"250 taken")
                elif verb == b"RCPT" and post.refuse:
                    self.say(post.refuse)
                else:
                    self.say(b"250 yes")

        def take(self) -> None:
            lines = []
            while (line := self.rfile.readline()) != b".\r\n":
                lines.append(line[1:] if line.startswith(b"..") else line)
            mail = email.message_from_bytes(b"".join(lines), policy=default)
            assert isinstance(mail, email.message.EmailMessage)
            post.taken.append(mail)

        def say(self, answer: bytes) -> None:
            self.wfile.write(answer + b"\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as server:
        server.daemon_threads = True
        post.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield post
        server.shutdown()
