"""A wire between a browser and the site that can be cut, as a phone loses its network."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Listens on a port of its own and passes everything on to another; cut, it answers nobody."""

    def __init__(self, to: tuple[str, int]) -> None:
        self._to = to
        self._ends: list[socket.socket] = []
        self._listener = self._listen(0)
        self.port: int = self._listener.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def cut(self) -> None:
        """Nobody is let in any more, and whoever is connected is dropped."""
        _close(self._listener)
        ends, self._ends = self._ends, []
        for end in ends:
            _close(end)

    def mend(self) -> None:
        self._listener = self._listen(self.port)

    def _listen(self, port: int) -> socket.socket:
        listener = socket.create_server(("localhost", port), reuse_port=False)
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._to)
                self._ends += [near, far]
                for source, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(source, other), daemon=True).start()


def _pass_on(source: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            other.sendall(data)
    _close(source)
    _close(other)


def _close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
