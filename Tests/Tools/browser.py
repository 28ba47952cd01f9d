"""Headless browsers for tests of pages, using only the standard library: Chromium over its DevTools pipe, Firefox over
Marionette."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


class BrowserError(Exception):
    pass


def address(place):
    return place.resolve().as_uri() if isinstance(place, Path) else place


class Waiting:
    """The common methods of pages in all browsers."""

    def evaluate(self, expression) -> Any:
        raise NotImplementedError

    def wait_for(self, expression, attempts=2000):
        """Waits until the expression is true in the page; polls less often if the browser is busy."""
        for _ in range(attempts):
            if self.evaluate(f"Boolean({expression})"):
                return
            time.sleep(0.02)
        raise BrowserError(f"{expression} did not come true")


class Browser(Waiting):
    """One page of a Chromium that runs as long as the `with` block; it records what the page prints, throws and
    requests."""

    def __init__(self, width=1280, height=900, flags=()):
        self.size, self.flags = (width, height), flags

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tegata-browser-", ignore_cleanup_errors=True)
        to_browser, self.to_browser = os.pipe()
        self.from_browser, from_browser = os.pipe()
        command = [
            PROGRAM or "chromium",
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--force-color-profile=srgb",
            "--remote-debugging-pipe",
            f"--user-data-dir={self.folder.name}",
            *self.flags,
            "about:blank",
        ]

        # The browser reads from descriptor 3 and writes to 4.
        def place():
            os.dup2(os.dup(to_browser), 3)
            os.dup2(os.dup(from_browser), 4)

        spare = [os.open(os.devnull, os.O_RDONLY) for _ in range(2)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=place,
            start_new_session=True,
        )
        for descriptor in [to_browser, from_browser, *spare]:
            os.close(descriptor)
        self.buffer, self.number, self.session = b"", 0, None
        self.messages, self.requests, self.loaded = [], [], 0
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(*self.size)
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call("Browser.close")
        except (BrowserError, OSError):
            self.process.kill()
        self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.folder.cleanup()

    def resize(self, width, height, scale=1, mobile=False):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile
        )

    def open(self, place):
        """Opens a file or an address and waits until it is loaded."""
        before = self.loaded
        self.call("Page.navigate", url=address(place))
        while self.loaded == before:
            self._receive()

    def evaluate(self, expression):
        """Returns the value of the expression in the page, after its promise if it is one."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def press(self, key, code=None, text=None, shift=False):
        extra = {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=code or key,
                modifiers=8 if shift else 0,
                **(extra if kind == "keyDown" else {}),
            )

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def touch(self, kind, *places):
        """Places all fingers at these points from now on."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def scroll(self, x, y, down, control=False):
        """Turns the wheel; with `control`, as trackpads report two fingers."""
        self.call(
            "Input.dispatchMouseEvent",
            type="mouseWheel",
            x=x,
            y=y,
            deltaX=0,
            deltaY=down,
            modifiers=2 if control else 0,
        )

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data) :]
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.from_browser, 1 << 16)
            if not part:
                raise BrowserError("the browser has ended")
            self.buffer += part
        line, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(line)
        self._note(message.get("method"), message.get("params"))
        return message

    def _note(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loaded += 1
        elif method == "Runtime.exceptionThrown":
            self.messages.append(parameters["exceptionDetails"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.messages.append(parameters["args"])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.messages.append(parameters["entry"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"][:200])


class Firefox(Waiting):
    """One page of a Firefox that runs as long as the `with` block."""

    #: No start page and no updates; a camera without a prompt; videos that play automatically.
    PREFERENCES = {
        "marionette.port": 0,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False,
        "browser.startup.page": 0,
        "media.navigator.streams.fake": True,
        "media.navigator.permission.disabled": True,
        "media.autoplay.default": 0,
        "network.captive-portal-service.enabled": False,
        "browser.aboutwelcome.enabled": False,
        "toolkit.telemetry.reportingpolicy.firstRun": False,
    }

    def __init__(self, width=1280, height=900):
        self.size = (width, height)

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tegata-browser-", ignore_cleanup_errors=True)
        profile = Path(self.folder.name)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines))
        command = [
            FIREFOX or "firefox",
            "--headless",
            "--no-remote",
            "--marionette",
            "--profile",
            str(profile),
            "about:blank",
        ]
        environment = {**os.environ, "HOME": str(profile), "MOZ_REMOTE_SETTINGS_DEVTOOLS": "0"}
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.number = 0
        try:
            self.connect(profile / "MarionetteActivePort")
            self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
            self.call("WebDriver:SetTimeouts", script=600000, pageLoad=120000)
            self.resize(*self.size)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
            self.process.wait(timeout=20)
        except (BrowserError, OSError, AttributeError, subprocess.TimeoutExpired):
            self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def connect(self, port):
        """Connects after Firefox has written the port on which it listens."""
        for _ in range(1500):
            if port.is_file() and port.read_text():
                break
            time.sleep(0.02)
        else:
            raise BrowserError("Firefox did not start within 30 seconds")
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())))
        self.stream = self.socket.makefile("rb")
        self._receive()

    def resize(self, width, height):
        self.call("WebDriver:SetWindowRect", width=width, height=height)

    def open(self, place):
        self.call("WebDriver:Navigate", url=address(place))

    def evaluate(self, expression):
        script = (
            f"const done = arguments[arguments.length - 1];Promise.resolve().then(() => ({expression})).then((value) =>"
            " done({ value }), (error) => done({ error: String(error) }));"
        )
        answer = self.call("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None)["value"]
        if "error" in answer:
            raise BrowserError(answer["error"])
        return answer.get("value")

    def call(self, method, **parameters):
        self.number += 1
        data = json.dumps([0, self.number, method, parameters]).encode()
        self.socket.sendall(f"{len(data)}:".encode() + data)
        _, number, error, result = self._receive()
        if number != self.number:
            raise BrowserError(f"{method}: the browser has answered call {number}")
        if error:
            raise BrowserError(f"{method}: {error['message']}")
        return result

    def _receive(self):
        length = b""
        while not length.endswith(b":"):
            part = self.stream.read(1)
            if not part:
                raise BrowserError("the browser has ended")
            length += part
        return json.loads(self.stream.read(int(length[:-1])))
