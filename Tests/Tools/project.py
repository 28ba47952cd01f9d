"""The project's folder, requirements of the tests, and models."""

import importlib.machinery
import importlib.util
import os
import re
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build" / "release"
TEGATA = BUILD / "tegata"
# Rendered hands.
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"


class Process(subprocess.Popen):
    """A program that a test talks to. Its streams are of any type, because the test knows which of them are pipes."""

    stdin: Any
    stdout: Any
    stderr: Any


def script(path):
    """Returns a script of the project as a module, because `import` finds none without a file extension."""
    loader = importlib.machinery.SourceFileLoader(f"{path.name}_script", str(path))
    specification = importlib.util.spec_from_loader(loader.name, loader)
    assert specification
    module = importlib.util.module_from_spec(specification)
    loader.exec_module(module)
    return module


def found(pattern, text, flags=0):
    """Returns the first group of the first match, of which there must be one."""
    match = re.search(pattern, text, flags)
    assert match, pattern
    return match[1]


# The type is Any, because tests without models are skipped before they use the folder.
def models(*names) -> Any:
    """Returns the first folder that contains all these models, or None."""
    folders = [os.environ.get("TEGATA_MODELS"), ROOT / "Models", ROOT.parent / "shared" / "models"]
    found = (
        Path(folder).resolve()
        for folder in folders
        if folder and all((Path(folder) / name).is_file() for name in names)
    )
    return next(found, None)
