"""Two fingers on a touchpad, as a Wayland compositor tells programs of them.

xdotool has no touchpad. The compositors of tests have the protocol wlr-virtual-pointer-unstable-v1,
which is spoken here as the bytes that it consists of.
"""

import os
import socket
import struct
import time

DISPLAY = 1
MANAGER_NAME = "zwlr_virtual_pointer_manager_v1"
HORIZONTAL = 1
FINGERS = 1
# As fast as a hand, and as often as a touchpad tells of it.
STEPS = 20
STEP_SECONDS = 0.01


def text(string):
    data = string.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


class Connection:
    def __init__(self):
        self.last = DISPLAY
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(
            os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, target, request, *arguments):
        body = b"".join(
            argument if isinstance(argument, bytes) else struct.pack("=i", argument)
            for argument in arguments
        )
        self.socket.sendall(struct.pack("=II", target, (8 + len(body)) << 16 | request) + body)

    def new(self):
        """The number of a new object. They follow each other without gaps."""
        self.last += 1
        return self.last

    def events_until_answer(self):
        """Has the compositor answer, and gives the events that come before."""
        answer = self.new()
        self.send(DISPLAY, 0, answer)
        while True:
            sender, size = struct.unpack("=II", self.receive(8))
            body = self.receive((size >> 16) - 8)
            if sender == answer:
                return
            yield sender, size & 0xFFFF, body

    def receive(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise ConnectionError("the compositor has closed the connection")
            data += more
        return data


def swipe(distance):
    """Moves two fingers to the right over what is below the pointer, and lifts them."""
    with Connection() as compositor:
        registry = compositor.new()
        compositor.send(DISPLAY, 1, registry)
        interfaces = {}
        for sender, event, body in compositor.events_until_answer():
            if sender == registry and event == 0:
                name, length = struct.unpack("=II", body[:8])
                interfaces[body[8 : 8 + length - 1].decode()] = name
        manager, pointer = compositor.new(), compositor.new()
        compositor.send(registry, 0, interfaces[MANAGER_NAME], text(MANAGER_NAME), 1, manager)
        compositor.send(manager, 0, 0, pointer)

        def now():
            return int(time.monotonic() * 1000) & 0x7FFFFFFF

        for _ in range(STEPS):
            # The last movement and the end come together, as they do to a program that is busy.
            time.sleep(STEP_SECONDS)
            # What would scroll to the left, in 256ths of a pixel.
            compositor.send(pointer, 5, FINGERS)
            compositor.send(pointer, 3, now(), HORIZONTAL, int(-distance / STEPS * 256))
            compositor.send(pointer, 4)
        compositor.send(pointer, 5, FINGERS)
        compositor.send(pointer, 6, now(), HORIZONTAL)
        compositor.send(pointer, 4)
        # All of it has arrived before the pointer goes.
        for sender, event, body in compositor.events_until_answer():
            if (sender, event) == (DISPLAY, 0):
                raise ConnectionError(body[8:].decode(errors="replace"))
