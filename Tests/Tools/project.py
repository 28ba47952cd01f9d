"""Where the project is, what the tests need of it, and models."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build" / "release"
TEGATA = BUILD / "tegata"
# Drawn hands.
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"


def models(*names):
    """The first folder that has all models of these names; nothing where there is none."""
    folders = [os.environ.get("TEGATA_MODELS"), ROOT / "Models", ROOT.parent / "shared" / "models"]
    found = (
        Path(folder).resolve()
        for folder in folders
        if folder and all((Path(folder) / name).is_file() for name in names)
    )
    return next(found, None)
