"""The demonstration page: one HTML file that contains the module, the library, the models and parts of the report
page."""

import base64
import gzip
import html
import os
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "JavaScript" / "page"
REPORT = ROOT / "Sources" / "Data" / "TegataReport" / "Page"
#: The parts of reports that the page shares with them.
SHARED = ("common", "pointers", "zoom", "skeleton", "space")
#: The rendered hands that the page shows without a camera.
SAMPLE = ROOT / "Tests" / "Fixtures" / "rendered" / "two_hands_mixed.png"
#: The models that the page contains unless others are named.
DEFAULT_MODELS = ("gesture_recognizer.task", "hand_landmarker_lite.task")
#: The page's names of known models; others keep their file names.
NAMES = {
    "gesture_recognizer": "Full",
    "hand_landmarker": "Full, without gestures",
    "hand_landmarker_lite": "Lite, without gestures",
}
#: Code and workers come only from the page, and connections are forbidden.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; worker-src data:; style-src"
    " 'unsafe-inline'; img-src data: blob:; media-src blob:; base-uri 'none'; form-action 'none'"
)


class PageError(Exception):
    pass


def vocabulary(tegata, model):
    """The names, lines and colours that all pages share, as `tegata` writes them into a report."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        done = subprocess.run(
            [tegata, "detect", SAMPLE, "--model", model, "--html", report, "--quiet"], capture_output=True, text=True
        )
        if done.returncode:
            raise PageError(done.stderr.strip())
        found = re.search(r"^const vocabulary = .*;$", report.read_text(encoding="utf-8"), re.MULTILINE)
        if found is None:
            raise PageError(f"{tegata}: writes reports without a vocabulary; build it again")
        return found[0]


def block(kind, data, **attributes):
    """Packed bytes, which the page finds by their class."""
    texts = "".join(f' data-{key}="{html.escape(value)}"' for key, value in attributes.items())
    packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return f'<script type="application/octet-stream" class="{kind}"{texts}>{packed}</script>\n'


def library(path):
    """Returns the code that the page and its worker run."""
    code = path.read_text(encoding="utf-8")
    if "</script" in code:
        raise PageError(f"{path}: contains the end tag of a script; split the word")
    return f'<script type="text/plain" id="library">{code}</script>\n'


def has_gestures(model):
    """Whether a bundle has gesture networks, as a word of JavaScript."""
    try:
        with zipfile.ZipFile(model) as bundle:
            return "true" if any("gesture" in name for name in bundle.namelist()) else "false"
    except (OSError, zipfile.BadZipFile) as error:
        raise PageError(f"{model}: {error}; choose a bundle such as hand_landmarker.task") from error


def installed_models():
    """Returns the installed default models; there must be at least one."""
    folder = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
    found = [folder / name for name in DEFAULT_MODELS if (folder / name).is_file()]
    if not found:
        raise PageError(f"{folder}: has no {' or '.join(DEFAULT_MODELS)}; run Tools/make/models, or pass --model")
    return found


def build_page(output, package, tegata, models=None):
    """Writes the page from a built package and bundles; the first one is chosen when the page opens."""
    models = models or installed_models()
    if not tegata.is_file():
        raise PageError(f"{tegata}: not found; run swift build -c release --product tegata, or pass --tegata")
    read = lambda path: path.read_text(encoding="utf-8")
    code = [vocabulary(tegata, models[0]), *(read(REPORT / f"{name}.js") for name in SHARED)]
    code += [read(SOURCES / f"{name}.js") for name in ("engine", "frames", "values", "live")]
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        (
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<link rel="icon"'
            ' href="data:,">\n<title>Tegata: hands in images and videos</title>\n'
        ),
        f"<style>\n{read(REPORT / 'page.css')}{read(SOURCES / 'live.css')}</style>\n",
        f'<script type="module">\n{"".join(code)}</script>\n</head>\n<body>\n{read(SOURCES / "body.html")}',
        library(package / "tegata.mjs"),
        *(
            block("module", (package / f"tegata-{level}.wasm").read_bytes(), level=level)
            for level in ("relaxed", "simd128")
        ),
        *(
            block("model", path.read_bytes(), name=NAMES.get(path.stem, path.stem), gestures=has_gestures(path))
            for path in models
        ),
        block("sample", SAMPLE.read_bytes(), name=SAMPLE.name),
        "</body>\n</html>\n",
    ]
    output.write_text("".join(parts), encoding="utf-8")
