#!/usr/bin/python3
"""Shows notifications as a desktop does, for tests: writes each to a file, as a line of JSON, and
clicks on the one that it has just written if told to by an argument.

    notifications.py FILE [--click]

Prints "ready" when the notifications come here, and runs until it is ended.
"""

import json
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
INTERFACE = f"""
<node><interface name="{NAME}">
  <method name="Notify">
    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
    <arg type="a{{sv}}" direction="in"/><arg type="i" direction="in"/>
    <arg type="u" direction="out"/>
  </method>
  <method name="CloseNotification"><arg type="u" direction="in"/></method>
  <method name="GetCapabilities"><arg type="as" direction="out"/></method>
  <method name="GetServerInformation">
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
  </method>
  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
  <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
</interface></node>
"""


def main(file, clicks):
    count = 0

    def click(connection, number, action):
        value = GLib.Variant("(us)", (number, action))
        connection.emit_signal(None, PATH, NAME, "ActionInvoked", value)
        return GLib.SOURCE_REMOVE

    def called(connection, _sender, _path, _interface, method, parameters, invocation):
        nonlocal count
        if method == "Notify":
            count += 1
            _, _, _, title, body, actions, _, _ = parameters.unpack()
            with open(file, "a", encoding="utf-8") as output:
                output.write(json.dumps({"title": title, "body": body}) + "\n")
            invocation.return_value(GLib.Variant("(u)", (count,)))
            if clicks and actions:
                # After the answer, which says the number of the notification.
                GLib.idle_add(click, connection, count, actions[0])
        elif method == "GetCapabilities":
            invocation.return_value(GLib.Variant("(as)", (["actions", "body"],)))
        elif method == "GetServerInformation":
            invocation.return_value(GLib.Variant("(ssss)", ("Test", "Test", "1", "1.2")))
        else:
            invocation.return_value(None)

    node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
    Gio.bus_own_name(
        Gio.BusType.SESSION,
        NAME,
        Gio.BusNameOwnerFlags.NONE,
        lambda connection, _: connection.register_object(PATH, node.interfaces[0], called),
        lambda *_: print("ready", flush=True),
        None,
    )
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1], "--click" in sys.argv[2:])
