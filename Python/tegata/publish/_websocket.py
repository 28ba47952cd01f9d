"""Frames for web pages: one JSON object per frame, and a page that draws them."""

from __future__ import annotations

import asyncio
import contextlib
import http
import ipaddress
import json
import logging
import secrets
import socket
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from .._errors import InvalidArgumentError, UnavailableError
from .._results import HAND_CONNECTIONS
from . import Frame

PAGE = Path(__file__).with_name("page.html")

# The package logs every malformed request with a traceback.
_LOGGER = logging.getLogger("tegata.publish")
_LOGGER.setLevel(logging.CRITICAL)


class WebSocket:
    """Serves readers from a separate thread. A slow reader misses frames: it gets the newest one when it takes the
    next."""

    def __init__(self, address: str, token: str | None = None, origins: Sequence[str] = ()) -> None:
        host, _, port = address.rpartition(":")
        host = host.strip("[]") or "127.0.0.1"
        if not port.isdigit() or int(port) > 65535:
            raise InvalidArgumentError(f"{address}: not a place to serve from; give PORT or ADDRESS:PORT")
        try:
            is_here = host == "localhost" or ipaddress.ip_address(host).is_loopback
        except ValueError:
            is_here = False
        # Users of other machines must know a token.
        self._token = token or (None if is_here else secrets.token_urlsafe(16))
        self._origins = origins
        name = socket.gethostname().lower()
        self._names = {host.lower(), "localhost", name, f"{name}.local", *filter(None, map(_host_name, origins))}
        self._readers: dict[ServerConnection, _Reader] = {}
        self._newest = ""
        started: threading.Event = threading.Event()
        failure: list[str] = []
        ports: list[int] = []

        async def work() -> None:
            self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
            try:
                server = await serve(
                    self._serve,
                    host,
                    int(port),
                    process_request=self._answer,
                    create_connection=_Connection,
                    logger=_LOGGER,
                    max_size=1024,
                    max_queue=1,
                    write_limit=1 << 14,
                    compression=None,
                )
                ports.append(server.sockets[0].getsockname()[1])
            # Names of hosts with empty or long parts raise a UnicodeError.
            except (OSError, UnicodeError) as error:
                failure.append(getattr(error, "strerror", "not a name"))
                return
            finally:
                started.set()
            await self._ended.wait()
            server.close()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(server.wait_closed(), 1)
            # Readers that stall do not respond to a closing handshake.
            for connection in self._readers:
                connection.transport.abort()

        self._thread = threading.Thread(target=asyncio.run, args=(work(),), daemon=True)
        self._thread.start()
        started.wait()
        if failure:
            raise UnavailableError(f"{address}: cannot be served from ({failure[0]}); choose another port")
        shown = f"[{host}]" if ":" in host else host
        #: The address of the page.
        self.address = f"http://{shown}:{ports[0]}/" + (f"?token={self._token}" if self._token else "")

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or not self._is_known(_host_name(f"//{hosts[0]}")):
            advice = "use the printed address, or allow the name with --origin"
            return connection.respond(http.HTTPStatus.FORBIDDEN, f"this server does not have that name; {advice}\n")
        try:
            parts = urlsplit(request.path)
        except ValueError:
            return connection.respond(http.HTTPStatus.BAD_REQUEST, "this is no address\n")
        # Compare bytes, because compare_digest accepts only ASCII strings.
        given = parse_qs(parts.query).get("token", [""])[0].encode("utf-8", "surrogateescape")
        if self._token and not secrets.compare_digest(given, self._token.encode("utf-8", "surrogateescape")):
            return connection.respond(http.HTTPStatus.FORBIDDEN, "the token is missing or wrong\n")
        # Read all values of each name, because a request may contain several.
        if [value.lower() for value in request.headers.get_all("Upgrade")] != ["websocket"]:
            if parts.path != "/":
                return connection.respond(http.HTTPStatus.NOT_FOUND, "there is only /\n")
            headers = Headers({"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"})
            page = PAGE.read_bytes().replace(b"{{bones}}", json.dumps(HAND_CONNECTIONS).encode())
            headers["Content-Length"] = str(len(page))
            return Response(200, "OK", headers, page)
        # Programs send no origin; pages must come from this server or be allowed.
        own = {f"http://{hosts[0]}", f"https://{hosts[0]}"}
        if not {*request.headers.get_all("Origin")} <= {*own, *self._origins}:
            return connection.respond(http.HTTPStatus.FORBIDDEN, "this page may not connect; allow it with --origin\n")
        return None

    def _is_known(self, name: str) -> bool:
        """Whether a request may call this server so. A page elsewhere could let its own name lead to this machine, and
        would then count as a page of this server; IP addresses cannot be used that way."""
        try:
            return name in self._names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False

    async def _serve(self, connection: ServerConnection) -> None:
        self._readers[connection] = reader = _Reader()
        reader.offer(self._newest, [])
        sending = asyncio.create_task(_send(connection, reader))
        try:
            # Read and ignore what readers send, because their pings and pongs would wait behind it.
            async for _ in connection:
                pass
        except ConnectionClosed:
            pass
        finally:
            sending.cancel()
            del self._readers[connection]

    def send(self, frame: Frame) -> None:
        events = [event.json for event in frame.result.events if event.json is not None]
        self._loop.call_soon_threadsafe(self._offer, frame.json, events)

    def _offer(self, text: str, events: list[str]) -> None:
        self._newest = text or self._newest
        for reader in self._readers.values():
            reader.offer(text, events)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(5)


class _Connection(ServerConnection):
    """A connection that answers a request whose address is not ASCII; the package only closes it."""

    def data_received(self, data: bytes) -> None:
        line = data.split(b"\n", 1)[0]
        if self.request is not None or line.isascii() or not line.startswith(b"GET "):
            return super().data_received(data)
        answer = self.respond(http.HTTPStatus.BAD_REQUEST, "this is no address\n")
        self.transport.write(answer.serialize())
        self.transport.close()


async def _send(connection: ServerConnection, reader: _Reader) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            for text in await reader.take():
                await connection.send(text)


def _host_name(address: str) -> str:
    """Returns the name of the host in an address, or nothing if there is none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


class _Reader:
    """The events and the newest frame that a reader has not taken yet."""

    def __init__(self) -> None:
        self._text = ""
        # A reader that is too slow for events misses the oldest ones.
        self._events: deque[str] = deque(maxlen=1000)
        self._there = asyncio.Event()

    def offer(self, text: str, events: list[str]) -> None:
        self._text = text or self._text
        self._events.extend(events)
        self._there.set()

    async def take(self) -> list[str]:
        await self._there.wait()
        self._there.clear()
        taken = [*self._events, *([self._text] if self._text else [])]
        self._events.clear()
        self._text = ""
        return taken
