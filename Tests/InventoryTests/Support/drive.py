#!/usr/bin/python3
"""Starts a GTK program and uses it as a person with assistive technology would.

    drive.py --new-session SCRIPT    in a session of its own, which SCRIPT makes (with-display.sh)
    drive.py                         in the session that it is started in

With INVENTORY_TESTS_DISPLAY=wayland in the environment, the session has a Wayland compositor.

Reads one JSON object a line from standard input, does what its "do" says, and answers each with one
JSON object on standard output: the results, or {"error": "what went wrong, and what was shown"}.
Ends, and ends the program with it, when standard input does.

    launch      program, arguments, environment     starts the program; its output is kept
    exited      seconds                             waits for its end: status, output
    kill                                            ends it at once (SIGKILL), then as "exited"
    run         program, arguments, environment     starts another program and waits for its end,
                                                    while the launched one runs: status, output
    notifications   file, click                     receives the desktop's notifications from now
                                                    on, as notifications.py says
    quit                                            asks it to end (SIGTERM), then as "exited"
    find        role, name                          waits until it is showing
    gone        role, name                          waits until it is not showing
    press       role, name                          waits for it, performs its first action
    click       role, name, count, modifiers        waits for it, clicks on it with the pointer
    swipe       role, name, distance                moves two fingers on a touchpad to the right,
                                                    where it is or what lies over it (Wayland only)
    enter       role, name, text                    waits for it, replaces its text
    text        role, name                          waits for it: text
    place       role, name                          waits until it is at rest: x and y, its middle
    key         keys                                presses keys, as xdotool names them: "alt+Left"
    type        text, delay                         types text with the keyboard, and Enter for
                                                    a line feed, as many
                                                    milliseconds between keys
    choose      name, file                          waits for the file dialog of that title, chooses
    window      name                                waits for a window of that title
    windows                                         windows: the titles of all windows
    close       name                                asks the window of that title to close, as the
                                                    desktop's own buttons and keys do
    resize      name, width, height                 gives the window of that title another size, as
                                                    a person who drags its corner
    size        name                                width and height of the window of that title
    labels                                          labels: the texts of all showing labels
    count       role                                count: the number of showing elements of a role
    focused                                         role, name: what has the keyboard focus
    tree                                            tree: what is showing, for messages and debugging
    screenshot  file                                writes a PNG of the display (needs ImageMagick)

A role is AT-SPI's name of it ("button", "text", "label"); a name or role left out matches all.
Waiting ends after "seconds", 60 where they are left out. GTK shows a button that was pressed this way
for a quarter of a second before it acts, and ignores the pointer meanwhile: wait for what it does.

GTK 4.8 does not tell assistive technology which of several pages is shown, or what is scrolled out
of sight. So an element counts as showing when the program itself, asked what is there, names it or
something in it: just as a click would find it.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

sys.dont_write_bytecode = True  # Nothing is to be left in the folder of the sources.
import touchpad  # noqa: E402

# The functions called "…_iface" are deprecated for names that came later than Debian 12.
warnings.filterwarnings("ignore", category=DeprecationWarning)

WINDOW_ROLES = {"frame", "dialog", "alert", "window", "file chooser"}
# Names of roles that have changed, as older versions of AT-SPI have them.
RENAMED_ROLES = {"push button": "button"}
DEEPEST = 60
# In seconds. Only tests that fail wait so long, and machines may be busy.
LONGEST_WAIT = 60
# How many of the last requests a message of a failure lists.
LISTED_REQUESTS = 20
# Whether the program's windows are shown by a Wayland compositor.
IS_WAYLAND = os.environ.get("INVENTORY_TESTS_DISPLAY") == "wayland"
# The most that GTK draws around a window, in pixels, on each side.
WIDEST_FRAME = 40


class Failure(Exception):
    """A request that could not be carried out."""


def children(element):
    try:
        count = element.get_child_count()
    except GLib.Error:
        return
    for index in range(count):
        try:
            child = element.get_child_at_index(index)
        except GLib.Error:
            continue  # Gone since it was counted.
        if child is not None:
            yield child


def role_of(element):
    try:
        name = element.get_role_name() or ""
    except GLib.Error:
        return ""
    return RENAMED_ROLES.get(name, name)


def name_of(element):
    try:
        return element.get_name() or ""
    except GLib.Error:
        return ""


def extents_of(element):
    """The element's rectangle in its window, or None if it has none or it is empty."""
    try:
        component = element.get_component_iface()
        if component is None:
            return None
        extents = component.get_extents(Atspi.CoordType.WINDOW)
    except GLib.Error:
        return None
    return extents if extents.width > 0 and extents.height > 0 else None


def middle_of(extents):
    return extents.x + extents.width // 2, extents.y + extents.height // 2


def is_above(ancestor, element):
    """Whether an element is the other one or has it somewhere below."""
    for _ in range(DEEPEST):
        if element is None or element == ancestor:
            return element is not None
        element = element.get_parent()
    return False


def points_of(extents):
    """Where to look for an element: its middle, then around the edge of what it contains.

    Some parts of widgets (the text of an entry, the picture of a button) are not told of by GTK 4.8,
    and at the middle there may be nothing else.
    """
    x, y = middle_of(extents)
    yield x, y
    for distance in (1, -4):
        yield extents.x + distance, y
        yield extents.x + extents.width - 1 - distance, y
        yield x, extents.y + distance
        yield x, extents.y + extents.height - 1 - distance


def is_showing(element, window):
    extents = extents_of(element)
    if extents is None:
        return False
    is_behind_closed_list = False
    try:
        component = window.get_component_iface()
        # The window may have closed since it was listed.
        if component is None:
            return False
        for x, y in points_of(extents):
            found = component.get_accessible_at_point(x, y, Atspi.CoordType.WINDOW)
            if found is None:
                continue
            if is_above(element, found):
                return True
            if is_in_closed_list(found):
                is_behind_closed_list = True
                continue
            # Beside what is behind the closed list lies what it is a part of.
            if is_behind_closed_list and is_above(found, element):
                continue
            # What cannot be used is never found itself, only what it lies in.
            return not is_sensitive(element) and is_above(found, element)
        return is_behind_closed_list
    except GLib.Error:
        return False


def is_in_closed_list(element):
    """Whether an element is in the list of a drop-down that has closed: GTK 4.18 still finds it at
    its former place."""
    is_in_list = False
    while element is not None:
        role = role_of(element)
        if role == "combo box":
            return is_in_list and not element.get_state_set().contains(Atspi.StateType.EXPANDED)
        is_in_list = is_in_list or role in ("list", "list box")
        element = element.get_parent()
    return False


def is_sensitive(element):
    return element.get_state_set().contains(Atspi.StateType.SENSITIVE)


def is_focused(element):
    try:
        return element.get_state_set().contains(Atspi.StateType.FOCUSED)
    except GLib.Error:
        return False


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent of Xlib, with the size of an XEvent."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 12),
    ]


def ask_to_close(window):
    """Asks an X window to close, as a window manager does: xdotool of Debian 12 cannot."""
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    protocols, delete = (
        xlib.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
    )
    client_message = 33
    event = ClientMessage(
        type=client_message, window=window, message_type=protocols, format=32
    )
    event.data[0] = delete
    xlib.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
    xlib.XCloseDisplay(display)


class Driver:
    def __init__(self):
        self.process = None
        self.output = None
        self.receiver = None
        # What has been asked for, and when.
        self.requests = []
        Atspi.init()

    # What is there

    def application(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for application in children(desktop):
            try:
                if application.get_process_id() == self.process.pid:
                    # The program changes faster than the notifications that a cache lives on.
                    application.set_cache_mask(Atspi.Cache.NONE)
                    return application
            except GLib.Error:
                continue
        return None

    def all_windows(self):
        """The program's windows, those on top first: dialogs come after what they stand over."""
        application = self.application() if self.process else None
        if application is None:
            return []
        found = [child for child in children(application) if role_of(child) in WINDOW_ROLES]
        return [window for window in reversed(found) if self.is_open(window)]

    @staticmethod
    def is_open(window):
        try:
            visible = window.get_state_set().contains(Atspi.StateType.VISIBLE)
        except GLib.Error:
            return False
        return visible and extents_of(window) is not None

    def elements(self):
        """All elements of all windows as (element, window, depth), parents before children."""

        def below(element, window, depth):
            yield element, window, depth
            if depth < DEEPEST:
                for child in children(element):
                    yield from below(child, window, depth + 1)

        for window in self.all_windows():
            yield from below(window, window, 0)

    def showing(self, role=None, name=None, is_in_popover=False):
        """What is on the screen. What is in a popover is not found by its place in the window."""
        for element, window, _ in self.elements():
            if role is not None and role_of(element) != role:
                continue
            if name is not None and name_of(element) != name:
                continue
            if element is window or is_in_popover or is_showing(element, window):
                yield element, window

    def tree(self):
        lines = []
        for element, window, depth in self.elements():
            if element is window or is_showing(element, window):
                focus = " (focused)" if is_focused(element) else ""
                lines.append(f"{'  ' * depth}{role_of(element)} {name_of(element)!r}{focus}")
        return "\n".join(lines) or "nothing"

    # Waiting

    def until(self, what, request, condition):
        deadline = time.monotonic() + request.get("seconds", LONGEST_WAIT)
        if self.process is None:
            raise Failure("no program has been launched")
        trouble = ""
        while True:
            try:
                result = condition()
            except (AttributeError, GLib.Error) as error:
                # What closes while it is looked at has no interfaces any more: look again.
                result, trouble = None, f" (last trouble: {error!r})"
            if result:
                return result
            if self.process.poll() is not None:
                self.fail(f"the program ended with status {self.process.returncode} before {what}")
            if time.monotonic() > deadline:
                self.fail(f"waited in vain until {what}{trouble}")
            time.sleep(0.03)

    def fail(self, message):
        raise Failure(
            f"{message}\n--- showing\n{self.tree()}\n--- windows\n{self.desktop_windows()}"
            f"\n--- the last requests\n{self.last_requests()}\n--- output\n{self.read_output()}"
        )

    def last_requests(self):
        """What was asked for last, and how many seconds ago."""
        now = time.monotonic()
        return "\n".join(
            f"{now - moment:.2f} s ago: {request}"
            for moment, request in self.requests[-LISTED_REQUESTS:]
        )

    def desktop_windows(self):
        """The windows that the compositor or the X server knows, and which one has the keyboard."""
        if IS_WAYLAND:
            return "\n".join(
                f"{node['name']!r}{' has the keyboard' if node['focused'] else ''}"
                for node in self.wayland_nodes()
            )
        # Without a window that has the keyboard, xdotool fails; this is called for a failure.
        done = subprocess.run(
            ["xdotool", "getwindowfocus", "getwindowname"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )
        return f"{done.stdout.strip()!r} has the keyboard {done.stderr.strip()}"

    def wait_for(self, request):
        role, name = request.get("role"), request.get("name")
        return self.until(
            f"{role or 'something'} {name or ''!r} is showing",
            request,
            lambda: next(self.showing(role, name, request.get("popover", False)), None),
        )

    @staticmethod
    def at_rest(element, window):
        """The element, its window and its middle, unless it moves, as pages do when they slide in."""
        places = set()
        for _ in range(3):
            extents = extents_of(element)
            if extents is None or not is_showing(element, window):
                return None
            places.add(middle_of(extents))
            time.sleep(0.05)
        return (element, window, places.pop()) if len(places) == 1 else None

    def read_output(self):
        if self.output is None:
            return ""
        self.output.seek(0)
        return self.output.read().decode("utf-8", "replace")

    # Requests

    def do_launch(self, request):
        if self.process and self.process.poll() is None:
            raise Failure("the program launched before is still running")
        environment = self.environment(request)
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [request["program"], *request.get("arguments", [])],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT,
        )
        return {"pid": self.process.pid}

    @staticmethod
    def environment(request):
        environment = dict(os.environ)
        for key, value in (request.get("environment") or {}).items():
            if value is None:
                environment.pop(key, None)
            else:
                environment[key] = value
        return environment

    def do_run(self, request):
        done = subprocess.run(
            [request["program"], *request.get("arguments", [])],
            env=self.environment(request),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=request.get("seconds", LONGEST_WAIT),
        )
        return {"status": done.returncode, "output": done.stdout + done.stderr}

    def do_notifications(self, request):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "notifications.py")
        click = ["--click"] if request.get("click") else []
        self.receiver = subprocess.Popen(
            [sys.executable, script, request["file"], *click],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self.receiver.stdout.readline().strip() != "ready":
            raise Failure("no notifications can be received")

    def do_kill(self, request):
        if self.process is not None:
            self.process.kill()
        return self.do_exited(request)

    def do_exited(self, request):
        if self.process is None:
            raise Failure("no program has been launched")
        try:
            self.process.wait(request.get("seconds", LONGEST_WAIT))
        except subprocess.TimeoutExpired:
            self.fail("waited in vain for the program to end")
        return {"status": self.process.returncode, "output": self.read_output()}

    def do_quit(self, request):
        if self.process is not None:
            self.process.terminate()
        return self.do_exited(request)

    def do_find(self, request):
        self.wait_for(request)

    def do_gone(self, request):
        role, name = request.get("role"), request.get("name")
        self.until(
            f"{role or 'something'} {name or ''!r} is gone",
            request,
            lambda: next(self.showing(role, name), None) is None,
        )

    def do_press(self, request):
        element, _ = self.wait_for(request)
        action = element.get_action_iface()
        if action is None or action.get_n_actions() == 0:
            self.fail(f"{request} has no action")
        action.do_action(0)

    def do_swipe(self, request):
        """Moves two fingers on a touchpad, on Wayland only: X servers have no such input for tests."""
        _, window, place = self.until(
            f"{request.get('role')} {request.get('name')!r} is there",
            request,
            lambda: max(
                self.places_of(request), key=lambda place: is_showing(*place[:2]), default=None
            ),
        )
        _, left, top = self.place_of(window)
        for step in (1, 0):
            self.xdotool("mousemove", str(place[0] + left - step), str(place[1] + top))
        time.sleep(0.1)
        touchpad.swipe(request["distance"])

    def places_of(self, request):
        """Where an element is, also if it cannot be used because something lies over it."""
        for element, window, _ in self.elements():
            if role_of(element) == request["role"] and name_of(element) == request["name"]:
                extents = extents_of(element)
                if extents is not None:
                    yield element, window, middle_of(extents)

    def do_click(self, request):
        element, window, place = self.until(
            f"{request.get('role')} {request.get('name')!r} is at rest",
            request,
            lambda: self.at_rest(*self.wait_for(request)),
        )
        identifier, left, top = self.place_of(window)
        within = ["--window", identifier] if identifier else []
        x, y = place[0] + left, place[1] + top
        # Steps of one pixel make sure that the program sees the pointer move before the button.
        self.xdotool("mousemove", *within, str(x - 1), str(y))
        self.xdotool("mousemove", *within, str(x), str(y))
        # No hand is faster. GTK 4.18 closes menus that open before it has seen the pointer move.
        time.sleep(0.1)
        button = str(request.get("button", 1))
        modifiers = request.get("modifiers", [])
        for modifier in modifiers:
            self.xdotool("keydown", modifier)
        if request.get("hold"):
            self.xdotool("mousedown", button)
        else:
            self.xdotool("click", "--repeat", str(request.get("count", 1)), "--delay", "80", button)
        for modifier in modifiers:
            self.xdotool("keyup", modifier)

    def do_release(self, request):
        self.xdotool("mouseup", str(request.get("button", 1)))

    def do_enter(self, request):
        element, _ = self.wait_for(request)
        editable = element.get_editable_text_iface()
        if editable is None:
            self.fail(f"{request} takes no text")
        if not editable.set_text_contents(request["text"]):
            self.fail(f"{request} refuses the text")

    def do_text(self, request):
        element, _ = self.wait_for(request)
        text = element.get_text_iface()
        if text is None:
            return {"text": name_of(element)}
        return {"text": Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))}

    def do_place(self, request):
        _, _, place = self.until(
            f"{request.get('role')} {request.get('name')!r} is at rest",
            request,
            lambda: self.at_rest(*self.wait_for(request)),
        )
        return {"x": place[0], "y": place[1]}

    def do_key(self, request):
        self.focus_top_window()
        self.xdotool("key", "--clearmodifiers", request["keys"])

    def do_type(self, request):
        self.focus_top_window()
        delay = str(request.get("delay", 20))
        arguments = []
        for number, line in enumerate(request["text"].split("\n")):
            # xdotool types a line feed, which is not the key that people and scanners press.
            if number > 0:
                arguments += ["key", "--clearmodifiers", "--delay", delay, "Return"]
            if line:
                arguments += ["type", "--clearmodifiers", "--delay", delay, "--args", "1", line]
        self.xdotool(*arguments)

    def do_choose(self, request):
        """Chooses a file in the file dialog, which is no part of the program's accessible tree."""
        title = request["name"]

        def is_open():
            if IS_WAYLAND:
                tree = subprocess.check_output(["swaymsg", "--raw", "--type", "get_tree"])
                return title in tree.decode()
            return subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"],
                stdin=subprocess.DEVNULL, capture_output=True, text=True,
            ).stdout.split()

        found = self.until(f"a window is called {title!r}", request, is_open)
        if not IS_WAYLAND:
            self.xdotool("windowfocus", "--sync", found[-1])
        # The first character of a path shows the field for it.
        self.xdotool("type", "--clearmodifiers", "--delay", "40", request["file"])

        # Newer dialogs complete a path as one types, and put the rest behind the cursor.
        for key in ("shift+End", "Delete", "Return"):
            self.xdotool("key", "--clearmodifiers", key)
        self.until(f"the window {title!r} has closed", request, lambda: not is_open())

    def do_window(self, request):
        self.until(
            f"a window is called {request['name']!r}",
            request,
            lambda: any(name_of(window) == request["name"] for window in self.all_windows()),
        )

    def do_windows(self, _):
        return {"windows": [name_of(window) for window in self.all_windows()]}

    def window_called(self, request):
        return self.until(
            f"a window is called {request['name']!r}",
            request,
            lambda: next((w for w in self.all_windows() if name_of(w) == request["name"]), None),
        )

    def do_close(self, request):
        window = self.window_called(request)
        if IS_WAYLAND:
            self.sway(self.wayland_window(window), "kill")
        else:
            ask_to_close(int(self.x_window(window)[0]))

    def do_resize(self, request):
        window = self.window_called(request)
        width, height = request["width"], request["height"]
        if IS_WAYLAND:
            self.sway(self.wayland_window(window), "resize", "set", str(width), str(height))
        else:
            identifier, left, top = self.x_window(window)
            self.xdotool("windowsize", identifier, str(width + 2 * left), str(height + 2 * top))

    def do_size(self, request):
        extents = extents_of(self.window_called(request))
        return {"width": extents.width, "height": extents.height}

    def do_labels(self, _):
        return {"labels": [name_of(element) for element, _ in self.showing("label")]}

    def do_count(self, request):
        return {"count": sum(1 for _ in self.showing(request["role"]))}

    def do_focused(self, _):
        # GTK 4.18 tells of the focus only while the window has the keyboard.
        self.focus_top_window()
        for element, _, _ in self.elements():
            if is_focused(element):
                return {"role": role_of(element), "name": name_of(element)}
        return {}

    def do_tree(self, _):
        return {"tree": self.tree()}

    def do_screenshot(self, request):
        picture = None
        # Until two in a row are the same: a page may be sliding in. A blinking cursor may go on.
        for _ in range(10):
            previous, picture = picture, subprocess.run(
                ["import", "-window", "root", "-strip", "png:-"],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
            ).stdout
            if picture == previous:
                break
        with open(request["file"], "wb") as file:
            file.write(picture)

    # The X server

    def xdotool(self, *arguments):
        done = subprocess.run(
            ["xdotool", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode != 0:
            self.fail(f"xdotool {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def x_window(self, window):
        """The X window of one of the program's windows, and how far the element lies inside of it.

        The frame that GTK draws is part of the X window, but not of the element. Dialogs may have no
        title, and popovers are X windows too, so windows are told apart by their size first.
        """
        extents = extents_of(window)
        found = None
        for identifier in self.xdotool(
            "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name", ""
        ).split():
            geometry = dict(
                line.split("=")
                for line in self.xdotool("getwindowgeometry", "--shell", identifier).split()
            )
            left = (int(geometry["WIDTH"]) - extents.width) // 2
            top = (int(geometry["HEIGHT"]) - extents.height) // 2
            if not (0 <= left <= WIDEST_FRAME and 0 <= top <= WIDEST_FRAME):
                continue
            titled = self.xdotool("getwindowname", identifier).rstrip("\n") == name_of(window)
            # They come in the order in which they are stacked, so the last is on top.
            if found is None or titled >= found[0]:
                found = titled, identifier, left, top
        if found is None:
            self.fail(f"the X server has no window like {name_of(window)!r}")
        return found[1:]

    def place_of(self, window):
        """What the pointer's places are counted from: an X window or, if None, the whole screen; and
        where one of the program's windows begins there."""
        return (None, *self.wayland_window(window)[1:]) if IS_WAYLAND else self.x_window(window)

    def wayland_window(self, window):
        """The compositor's number of one of the program's windows, and where it shows it."""
        extents = extents_of(window)
        found = None
        for node in self.wayland_nodes():
            rect = node["rect"]
            if (rect["width"], rect["height"]) != (extents.width, extents.height):
                continue
            titled = node["name"] == name_of(window)
            # They come in the order in which they are stacked, so the last is on top.
            if found is None or titled >= found[0]:
                found = titled, node["id"], rect["x"], rect["y"]
        if found is None:
            self.fail(f"the compositor has no window like {name_of(window)!r}")
        return found[1:]

    def wayland_nodes(self):
        """What the compositor says about each of the program's windows, those on top last."""
        nodes = [json.loads(subprocess.check_output(["swaymsg", "--raw", "--type", "get_tree"]))]
        while nodes:
            node = nodes.pop(0)
            nodes += node["nodes"] + node["floating_nodes"]
            if node.get("pid") == self.process.pid:
                yield node

    @staticmethod
    def sway(window, *command):
        """Has the compositor do something with a window that `wayland_window` has found."""
        subprocess.check_call(
            ["swaymsg", "--quiet", f"[con_id={window[0]}]", *command], stdin=subprocess.DEVNULL
        )

    def focus_top_window(self):
        """Without a window manager nobody gives the keyboard to the window on top.

        A compositor does, but not at once: keys would get lost when a window has just closed.
        """
        windows = self.until("there is a window", {}, self.all_windows)
        if IS_WAYLAND:
            self.until(
                "one of the program's windows has the keyboard",
                {},
                lambda: any(node["focused"] for node in self.wayland_nodes()),
            )
            return
        self.until("closed windows are gone", {}, lambda: self.are_closed_windows_gone(windows[0]))
        identifier, _, _ = self.x_window(windows[0])
        if self.xdotool("getwindowfocus", "-f").strip() != identifier:
            self.xdotool("windowfocus", "--sync", identifier)

    def are_closed_windows_gone(self, window):
        """Whether the X server, too, has forgotten closed windows that were called like this one."""
        name = name_of(window)
        names = [
            self.xdotool("getwindowname", identifier).rstrip("\n")
            for identifier in self.xdotool(
                "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name", ""
            ).split()
        ]
        return names.count(name) <= sum(1 for other in self.all_windows() if name_of(other) == name)

    # The conversation

    def answer(self, line):
        try:
            request = json.loads(line)
            self.requests.append((time.monotonic(), line.strip()))
            handler = getattr(self, f"do_{request.get('do')}", None)
            if handler is None:
                raise Failure(f"unknown request: {line.strip()}")
            return handler(request) or {}
        except Failure as failure:
            return {"error": str(failure)}
        except Exception as error:  # The conversation goes on; the test decides.
            return {"error": f"{type(error).__name__}: {error}, answering {line.strip()}"}

    def run(self):
        try:
            for line in sys.stdin:
                print(json.dumps(self.answer(line)), flush=True)
        finally:
            if self.process and self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            if self.receiver:
                self.receiver.kill()
                self.receiver.wait()


def main(arguments):
    # The parent process may have blocked signals, as the threads of libdispatch do. Blocked signals
    # are inherited and would make it impossible to end the session and the program.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    if arguments[:1] == ["--new-session"]:
        script = arguments[1]
        display = ["--wayland"] if IS_WAYLAND else []
        os.execv(script, [script, *display, sys.executable, os.path.abspath(__file__)])
    Driver().run()


if __name__ == "__main__":
    main(sys.argv[1:])
