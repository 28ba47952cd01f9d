"""Runs a script with the Python packages that it needs, in a virtual environment of its own."""

import os
import subprocess
import sys
import venv
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent / ".build"


def run_with(packages, name, python=None):
    """Starts the script again with an interpreter that has the packages, unless it runs with that one.

    `python` is such an interpreter, if there is one; otherwise the packages are installed into .build/NAME on the first run.
    """
    given = python
    if not python:
        folder = BUILD / name
        python = str(folder / "bin" / "python")
        if not (folder / ".complete").exists():
            print(f"installing {', '.join(packages)}", file=sys.stderr)
            venv.create(folder, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True, stdout=sys.stderr)
            (folder / ".complete").touch()
    if Path(python).absolute() != Path(sys.executable).absolute():
        os.execv(python, [python, *sys.argv, *([] if given else ["--python", python])])
