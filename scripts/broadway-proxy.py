#!/usr/bin/env python3
"""Lets one browser, and nobody else, reach gtk4-broadwayd, which lets in everybody.

    broadway-proxy.py SOCKET

SOCKET is the Unix socket of gtk4-broadwayd. The proxy listens on a free port of the loopback
interface, and prints the address, which contains a secret, on one line. It lets in a request

- whose path begins with the secret: other pages and other users of the machine do not know it,
- whose Host is the address: a name that somebody else has made to mean this machine is refused,
- whose Origin, if it has one, is the address: other pages send their own. A WebSocket needs one,
- that is a GET request without a body.

Everything else is answered with 403, and gtk4-broadwayd does not see it.
"""

import asyncio
import contextlib
import hmac
import re
import secrets
import sys

# What a request may have before its end, and how long it may take to send it.
HEAD_LIMIT = 16 << 10
HEAD_SECONDS = 10
# As many as several windows of a browser need.
CONNECTION_LIMIT = 64
# As many as may not have sent their request yet. The next one takes the place of the oldest.
WAITING_LIMIT = 64
PIECE = 1 << 16

LINE = re.compile(rb"GET (/[!-~]*) HTTP/1\.1")
NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
VALUE = re.compile(rb"[ -~\t\x80-\xff]*")
# Headers that may not come twice: the two could be read in two ways.
UNIQUE = (b"host", b"origin", b"upgrade", b"content-length", b"transfer-encoding")


class Refused(Exception):
    """The request is not let in."""


class Guard:
    """Decides which requests are let in."""

    def __init__(self, port, secret):
        self.hosts = {f"127.0.0.1:{port}".encode(), f"localhost:{port}".encode()}
        self.prefix = f"/{secret}/".encode()

    def admit(self, head):
        """Returns the head of a request as gtk4-broadwayd is to get it, or raises Refused."""
        lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
        request = LINE.fullmatch(lines[0])
        if not request:
            raise Refused("not a request of a browser")
        # Before anything else is looked at: it is all that strangers do not know.
        path = request[1]
        if not hmac.compare_digest(path[: len(self.prefix)], self.prefix):
            raise Refused("no secret")
        values = {}
        names = []
        for line in lines[1:]:
            name, colon, value = line.partition(b":")
            if not colon or not NAME.fullmatch(name) or not VALUE.fullmatch(value):
                raise Refused("not a request of a browser")
            name = name.lower()
            if name in values and name in UNIQUE:
                raise Refused("a header twice")
            values[name] = value.strip(b" \t")
            names.append(name)
        host, origin = values.get(b"host"), values.get(b"origin")
        if host not in self.hosts:
            raise Refused("a foreign host")
        is_socket = b"upgrade" in values
        # Browsers leave out the origin of a page that is opened, never that of a WebSocket.
        if (is_socket or origin is not None) and origin != b"http://" + host:
            raise Refused("a foreign origin")
        if b"transfer-encoding" in values or values.get(b"content-length", b"0") != b"0":
            raise Refused("a body")
        rest = b"/" + path[len(self.prefix) :]
        kept = [
            line
            for line, name in zip(lines[1:], names)
            if name != b"referer"  # It has the secret.
            and (is_socket or name not in (b"connection", b"keep-alive"))
        ]
        if not is_socket:
            # The next request of the same connection would not be looked at.
            kept.append(b"Connection: close")
        return b"\r\n".join([b"GET " + rest + b" HTTP/1.1", *kept]) + b"\r\n\r\n"


async def copy(reader, writer):
    """Copies bytes until one side ends."""
    with contextlib.suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()


async def admitted_request(guard, reader, writer):
    """Returns the request that is let in, or answers that it is not, and returns None."""
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_SECONDS)
        return guard.admit(head)
    except (Refused, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError,
            asyncio.LimitOverrunError):
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        return None


async def serve(request, socket, reader, writer):
    """Answers one request, or connects the two sides of a WebSocket."""
    behind_reader, behind_writer = await asyncio.open_unix_connection(socket)
    try:
        behind_writer.write(request)
        await behind_writer.drain()
        directions = [
            asyncio.ensure_future(copy(reader, behind_writer)),
            asyncio.ensure_future(copy(behind_reader, writer)),
        ]
        if b"\nupgrade:" not in request.lower():
            # Whatever comes after the first request is not looked at, so it goes nowhere.
            directions.pop(0).cancel()
        await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        for direction in directions:
            direction.cancel()
    finally:
        behind_writer.close()


async def main(socket):
    secret = secrets.token_urlsafe(24)
    guards = []
    # The writers of connections whose request has not come yet, the oldest first.
    waiting = {}
    connections = 0

    async def connected(reader, writer):
        nonlocal connections
        try:
            if len(waiting) >= WAITING_LIMIT:
                next(iter(waiting)).transport.abort()
            waiting[writer] = True
            try:
                request = await admitted_request(guards[0], reader, writer)
            finally:
                del waiting[writer]
            if request is not None and connections < CONNECTION_LIMIT:
                connections += 1
                try:
                    await serve(request, socket, reader, writer)
                finally:
                    connections -= 1
            await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, limit=HEAD_LIMIT)
    port = server.sockets[0].getsockname()[1]
    guards.append(Guard(port, secret))
    print(f"http://127.0.0.1:{port}/{secret}/", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: broadway-proxy.py SOCKET")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(sys.argv[1]))
