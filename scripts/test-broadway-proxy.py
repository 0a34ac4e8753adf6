#!/usr/bin/env python3
"""Plays hostile pages and programs before broadway-proxy.py, with the real gtk4-broadwayd behind it.

    scripts/test-broadway-proxy.py
"""

import contextlib
import http.client
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROXY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "broadway-proxy.py")
SOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Protocol": "broadway",
}
SECONDS = 60


def wait_for(condition):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it took too long")
        time.sleep(0.02)


class Window:
    """gtk4-broadwayd and the proxy."""

    def __init__(self, folder):
        self.socket = os.path.join(folder, "http")
        self.broadway = subprocess.Popen(
            ["gtk4-broadwayd", f"--unixsocket={self.socket}", ":1"],
            env={**os.environ, "XDG_RUNTIME_DIR": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        wait_for(lambda: os.path.exists(self.socket))
        self.proxy = subprocess.Popen(
            [sys.executable, PROXY, self.socket], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
        )
        if not select.select([self.proxy.stdout], [], [], SECONDS)[0]:
            raise AssertionError("the proxy does not start")
        self.address = self.proxy.stdout.readline().decode().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[\w-]{32}/)", self.address)
        self.port, self.path = int(found[1]), found[2]
        self.origin = f"http://127.0.0.1:{self.port}"

    def close(self):
        for process in [self.proxy, self.broadway]:
            process.terminate()
            process.wait()
        self.proxy.stdout.close()


class BroadwayProxyTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.window = Window(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.window.close()
        cls.folder.cleanup()

    def status(self, path=None, headers=None, method="GET", body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.window.port, timeout=SECONDS)
        with contextlib.closing(connection):
            connection.request(method, path or self.window.path, body, headers or {})
            return connection.getresponse().status

    def raw(self, request):
        """Returns the first bytes of the answer to bytes that no browser sends."""
        with socket.create_connection(("127.0.0.1", self.window.port), timeout=SECONDS) as client:
            client.sendall(request)
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := client.recv(4096):
                    answer += piece
            return answer

    def test_the_browser_with_the_address_sees_the_page_and_its_parts(self):
        self.assertEqual(self.status(), 200)
        self.assertEqual(self.status(self.window.path + "broadway.js"), 200)

    def test_the_browser_with_the_address_gets_its_socket(self):
        headers = {**SOCKET, "Origin": self.window.origin}
        self.assertEqual(self.status(self.window.path + "socket", headers), 101)

    def test_nobody_gets_in_without_the_secret(self):
        wrong = "/" + "x" * 32 + "/"
        for path in ["/", "/socket", wrong, wrong + "socket", self.window.path[:-2] + "/",
                     "/x" + self.window.path, self.window.path.upper()]:
            with self.subTest(path):
                self.assertEqual(self.status(path), 403)
                headers = {**SOCKET, "Origin": self.window.origin}
                self.assertEqual(self.status(path, headers), 403)

    def test_a_page_of_another_origin_gets_no_socket_although_it_knows_the_secret(self):
        path = self.window.path + "socket"
        self.assertEqual(self.status(path, SOCKET), 403)
        for origin in ["http://evil.example", "null", "", f"https://127.0.0.1:{self.window.port}",
                       "http://127.0.0.1", self.window.origin + ".evil.example"]:
            with self.subTest(origin):
                self.assertEqual(self.status(path, {**SOCKET, "Origin": origin}), 403)

    def test_a_page_of_another_origin_reads_nothing(self):
        self.assertEqual(self.status(headers={"Origin": "http://evil.example"}), 403)

    def test_a_name_that_was_made_to_mean_this_machine_gets_nothing(self):
        for host in ["evil.example", f"evil.example:{self.window.port}", "127.0.0.1",
                     f"127.0.0.1:{self.window.port}.evil.example", ""]:
            with self.subTest(host):
                self.assertEqual(self.status(headers={"Host": host}), 403)
                headers = {**SOCKET, "Host": host, "Origin": f"http://{host}"}
                self.assertEqual(self.status(self.window.path + "socket", headers), 403)

    def test_what_could_be_read_in_two_ways_is_refused(self):
        line = f"GET {self.window.path} HTTP/1.1\r\n"
        host = f"Host: 127.0.0.1:{self.window.port}\r\n"
        for request in [
            line + host + "Host: evil.example\r\n\r\n",
            line + host + " folded: x\r\n\r\n",
            line + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            line + host + "Content-Length: 5\r\n\r\nGET /",
            line + host + "Content-Length: 5\r\nContent-Length: 0\r\n\r\nGET /",
            line + host.replace("\r\n", "\n") + "\r\n",
            line.replace("1.1", "1.0") + host + "\r\n",
            line.replace("GET", "POST") + host + "\r\n",
            line.replace(" HTTP", "\tx HTTP") + host + "\r\n",
            line + host + "x: " + "x" * 20_000 + "\r\n\r\n",
            line + "\r\n",
        ]:
            with self.subTest(request[:80]):
                self.assertRegex(self.raw(request.encode()), rb"\AHTTP/1.1 403 |\A\Z")

    def test_a_second_request_of_a_connection_goes_nowhere(self):
        first = f"GET {self.window.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.window.port}\r\n\r\n"
        answer = self.raw((first + "GET /socket HTTP/1.1\r\nHost: evil.example\r\n\r\n").encode())
        self.assertEqual(len(re.findall(rb"HTTP/1\.[01] \d", answer)), 1, answer[:200])
        self.assertRegex(answer, rb"\AHTTP/1\.[01] 200 ")

    def test_a_header_that_takes_long_to_read_holds_up_nobody(self):
        line = f"GET {self.window.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.window.port}\r\n"
        for value in [" " * 16_000 + "\x01", "\t " * 8_000 + "\x01", "a" * 16_000 + "\x01"]:
            start = time.monotonic()
            self.assertRegex(self.raw(f"{line}x:{value}\r\n\r\n".encode()), rb"403 |\A\Z")
            self.assertEqual(self.status(), 200)
            self.assertLess(time.monotonic() - start, 10)

    def test_connections_that_say_nothing_hold_up_nobody(self):
        with contextlib.ExitStack() as stack:
            for _ in range(200):
                client = socket.create_connection(("127.0.0.1", self.window.port), SECONDS)
                stack.enter_context(client)
            for _ in range(3):
                start = time.monotonic()
                self.assertEqual(self.status(), 200)
                self.assertLess(time.monotonic() - start, 10)

    def test_only_this_machine_is_listened_to(self):
        with open("/proc/net/tcp", encoding="ascii") as file:
            ports = [line.split()[1].split(":") for line in file.readlines()[1:]]
        addresses = {address for address, port in ports if int(port, 16) == self.window.port}
        self.assertEqual(addresses, {"0100007F"})

    def test_each_window_has_another_secret(self):
        with tempfile.TemporaryDirectory() as folder:
            other = Window(folder)
            self.addCleanup(other.close)
            self.assertNotEqual(other.path, self.window.path)


if __name__ == "__main__":
    unittest.main()
