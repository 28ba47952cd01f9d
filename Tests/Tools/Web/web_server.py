"""Serves the browser package and the files that programs need with it, and gives Chromium a camera."""

import http.server
import subprocess
import sys
import threading

from browser import Browser
from project import RENDERED, ROOT, TEGATA, models

sys.path.append(str(ROOT / "Tools" / "lib"))
import web_page

PROGRAMS = ROOT / "Tests" / "Tools" / "Web"
PACKAGE = ROOT / ".build" / "web" / "tegata"
MODELS = models("hand_landmarker.task", *web_page.DEFAULT_MODELS)

#: A hand that moves, tilts and comes closer in front of grey, three seconds long.
MOVING = (
    "color=c=gray:s=640x480:r=30:d=3[back];[0]scale=400:400,rotate=0.15*sin(2*t):c=gray,setpts=PTS-STARTPTS[hand];"
    "[back][hand]overlay=x=120+90*sin(2*PI*t/3):y=40+30*cos(2*PI*t/3):shortest=1,format=yuv420p"
)


def film(path, *options, graph=MOVING, seconds=3):
    """Writes a video of a rendered hand that moves."""
    command = [
        "ffmpeg",
        "-v",
        "error",
        "-y",
        "-loop",
        "1",
        "-framerate",
        "30",
        "-t",
        str(seconds),
        "-i",
        RENDERED / "victory_left.png",
    ]
    subprocess.run([*command, "-filter_complex", graph, *options, path], check=True)


def write_actions(folder):
    """Writes clips of a hand that waves and of one that rests, and a classifier of the two; returns frames and file."""
    for number in range(3):
        for name, place in ("wave", f"60+50*sin(4*PI*t+{number})"), ("rest", f"60+10*{number}"):
            clip = folder / name / str(number)
            clip.mkdir(parents=True)
            graph = (
                "color=c=gray:s=320x240:r=30:d=1[back];[0]scale=200:200[hand];"
                f"[back][hand]overlay=x='{place}':y=20:shortest=1,format=rgb24"
            )
            film(clip / "%d.png", graph=graph, seconds=1)
    file = folder.with_suffix(".tegata")
    command = [
        TEGATA,
        "train",
        "action",
        folder,
        "-o",
        file,
        "--window",
        "15",
        "--validation",
        "none",
        "--iterations",
        "60",
        "--quiet",
    ]
    subprocess.run([*command, "--model", MODELS / "gesture_recognizer.task"], check=True, capture_output=True)
    return folder / "wave" / "0", file


def write_guide(folder):
    """Writes the program of the guide."""
    guide = (ROOT / "docs" / "browser.md").read_text(encoding="utf-8")
    (folder / "guide.html").write_text(guide.partition("```html\n")[2].partition("```")[0], encoding="utf-8")


def with_camera(path=None):
    """Returns a Chromium with a camera that shows a video; without a path, one that denies access to its camera."""
    flags = ["--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required"]
    if path:
        flags += ["--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={path}"]
    else:
        flags += ["--deny-permission-prompts"]
    return Browser(flags=flags)


class Server:
    """Serves the programs, the package and the files that they need from this machine."""

    def __init__(self, folder):
        places = {"tegata": PACKAGE, "models": MODELS, "images": RENDERED}
        places |= {name: MODELS / name for name in web_page.DEFAULT_MODELS}

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {
                ".html": "text/html",
                ".mjs": "text/javascript",
                ".wasm": "application/wasm",
                "": "application/octet-stream",
            }

            def translate_path(self, path):
                first, _, rest = path.partition("?")[0].lstrip("/").partition("/")
                own = folder / first
                place = places.get(first, own if own.exists() else PROGRAMS / first)
                return str(place / rest if rest else place)

            def log_message(self, format, *args):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
