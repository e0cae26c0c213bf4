"""Marionette, by which Mozilla's programs are driven: JSON arrays, each with its length before it."""

import base64
import json
import socket
import time

# The key, as WebDriver names it.
ENTER = "\ue007"


class Marionette:
    """A connection to a program that was started with --marionette --remote-allow-system-access."""

    def __init__(self, port, seconds=60):
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), 2)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        self.socket.settimeout(120)
        self.buffer = b""
        self.number = 0
        self.receive()
        self("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        self("Marionette:SetContext", value="chrome")
        self("WebDriver:SetTimeouts", script=90_000)

    def receive(self):
        while b":" not in self.buffer:
            self.read()
        digits, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(digits):
            self.read()
        packet, self.buffer = self.buffer[:int(digits)], self.buffer[int(digits):]
        return json.loads(packet)

    def read(self):
        octets = self.socket.recv(1 << 16)
        if not octets:
            raise EOFError("the program closed the connection")
        self.buffer += octets

    def __call__(self, command, **parameters):
        self.number += 1
        octets = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(octets), octets))
        _, number, error, value = self.receive()
        if number != self.number:
            raise RuntimeError(f"an answer to {number} instead of {self.number}")
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        # Some answers are an object around the one value.
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def run(self, script, *arguments):
        """What the body of an asynchronous function returns in the program's own context."""
        body = ("const [done, ...given] = [arguments[arguments.length - 1], ...arguments];"
                "(async (...args) => {" + script + "})(...given.slice(0, -1))"
                ".then(returned => done({returned}),"
                " failed => done({failed: `${failed} ${failed.stack}`}));")
        value = self("WebDriver:ExecuteAsyncScript", script=body, args=list(arguments),
                     newSandbox=True)
        if value.get("failed"):
            raise RuntimeError(value["failed"])
        return value.get("returned")

    def windows(self):
        return self("WebDriver:GetWindowHandles")

    def choose(self, window):
        self("WebDriver:SwitchToWindow", handle=window)

    def picture(self):
        """The window as a PNG."""
        return base64.b64decode(self("WebDriver:TakeScreenshot", full=True, hash=False))

    def type(self, text):
        """Presses the keys of a text in the window that is chosen."""
        presses = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self("WebDriver:PerformActions", actions=[
            {"type": "key", "id": "keyboard", "actions": presses}])
