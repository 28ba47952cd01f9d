"""A headless Chromium for tests of pages, spoken to over its DevTools pipe with nothing but the standard library."""

import json
import os
import shutil
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium")


class BrowserError(Exception):
    pass


class Browser:
    """One page of a Chromium that runs as long as the `with` block; notes what the page prints, throws and asks the network for."""

    def __init__(self, width=1280, height=900):
        self.size = (width, height)

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tegata-browser-", ignore_cleanup_errors=True)
        to_browser, self.to_browser = os.pipe()
        self.from_browser, from_browser = os.pipe()
        command = [
            PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--force-color-profile=srgb", "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}", "about:blank",
        ]

        # The browser reads from descriptor 3 and writes to 4.
        def place():
            os.dup2(os.dup(to_browser), 3)
            os.dup2(os.dup(from_browser), 4)

        spare = [os.open(os.devnull, os.O_RDONLY) for _ in range(2)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=place, start_new_session=True,
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

    def resize(self, width, height):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, path):
        """Opens a file and waits until it is loaded."""
        before = self.loaded
        self.call("Page.navigate", url=path.resolve().as_uri())
        while self.loaded == before:
            self._receive()

    def evaluate(self, expression):
        """What the expression is worth in the page, after its promise if it is one."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait_for(self, expression, attempts=2000):
        """Waits until the expression is true in the page, which a busy browser is asked less often."""
        for _ in range(attempts):
            if self.evaluate(f"Boolean({expression})"): return
            time.sleep(0.02)
        raise BrowserError(f"{expression} did not come true")

    def press(self, key, code=None, text=None, shift=False):
        extra = {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=8 if shift else 0,
                **(extra if kind == "keyDown" else {}))

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def touch(self, kind, *places):
        """Where all fingers are from now on."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def scroll(self, x, y, down, control=False):
        """Turns the wheel; with Ctrl as trackpads tell of two fingers."""
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down, modifiers=2 if control else 0)

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data):]
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
