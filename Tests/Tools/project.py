"""The project's folder, requirements of the tests, and models."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build" / "release"
TEGATA = BUILD / "tegata"
# Rendered hands.
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"


def models(*names):
    """Returns the first folder that contains all these models, or None."""
    folders = [os.environ.get("TEGATA_MODELS"), ROOT / "Models", ROOT.parent / "shared" / "models"]
    found = (
        Path(folder).resolve()
        for folder in folders
        if folder and all((Path(folder) / name).is_file() for name in names)
    )
    return next(found, None)
