"""The demonstration page: one HTML file with the module, the library, the models and parts of the reports' pages inside."""

import base64
import gzip
import html
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "JavaScript" / "page"
REPORT = ROOT / "Sources" / "Media" / "TegataReport" / "Page"
#: The parts of reports that the page shares with them.
SHARED = ("common", "pointers", "zoom", "skeleton", "space")
IMAGE = ROOT / "Tests" / "Fixtures" / "rendered" / "victory_left.png"
#: The models that the page contains if they are installed, with their names in the page.
MODELS = {"gesture_recognizer.task": "Full", "hand_landmarker_lite.task": "Lite, without gestures"}
#: Code and workers come from the page alone, and there are no connections.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; worker-src data:; style-src 'unsafe-inline'; "
    "img-src data: blob:; media-src blob:; base-uri 'none'; form-action 'none'")


class PageError(Exception):
    pass


def vocabulary(tegata, model):
    """The names, lines and colours that all pages share, as `tegata` writes them into a report."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        subprocess.run([tegata, "detect", IMAGE, "--model", model, "--html", report, "--quiet"], check=True)
        return re.search(r"^const vocabulary = .*;$", report.read_text(encoding="utf-8"), re.MULTILINE)[0]


def block(kind, data, **attributes):
    """Packed bytes, which the page finds by their class."""
    texts = "".join(f' data-{key}="{html.escape(value)}"' for key, value in attributes.items())
    packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return f'<script type="application/octet-stream" class="{kind}"{texts}>{packed}</script>\n'


def library(path):
    """The code that the page and its worker run."""
    code = path.read_text(encoding="utf-8")
    if "</script" in code: raise PageError(f"{path}: contains an end of a script; split the word")
    return f'<script type="text/plain" id="library">{code}</script>\n'


def has_gestures(model):
    with zipfile.ZipFile(model) as bundle:
        return any("gesture" in name for name in bundle.namelist())


def build(output, package, models, tegata):
    """Writes the page from a built package and models, each with its name in the page."""
    read = lambda path: path.read_text(encoding="utf-8")
    code = [vocabulary(tegata, models[0][1]), *(read(REPORT / f"{name}.js") for name in SHARED)]
    code += [read(SOURCES / f"{name}.js") for name in ("engine", "live")]
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<link rel="icon" href="data:,">\n<title>Show a hand</title>\n',
        f"<style>\n{read(REPORT / 'page.css')}{read(SOURCES / 'live.css')}</style>\n",
        f'<script type="module">\n{"".join(code)}</script>\n</head>\n<body>\n<h1>Show a hand</h1>\n{read(SOURCES / "body.html")}',
        library(package / "tegata.mjs"),
        *(block("module", (package / f"tegata-{level}.wasm").read_bytes(), level=level) for level in ("relaxed", "simd128")),
        *(block("model", path.read_bytes(), name=name, gestures=str(has_gestures(path)).lower()) for name, path in models),
        "</body>\n</html>\n",
    ]
    output.write_text("".join(parts), encoding="utf-8")


def installed(folder):
    """The models of a folder for the page, as names and paths."""
    return [(name, folder / file) for file, name in MODELS.items() if (folder / file).is_file()]
