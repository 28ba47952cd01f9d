"""Runs Python code in which `import mediapipe` imports `tegata.compat.mediapipe`."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from types import ModuleType

from . import install

_USAGE = """usage: python -m tegata.compat PROGRAM …       python -m tegata.compat -m MODULE …
       python -m tegata.compat -c CODE …       python -m tegata.compat - …"""


def main() -> None:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_USAGE, file=sys.stderr)
        sys.exit(0 if arguments else 2)
    install()
    _install_in_children()
    kind = arguments[0]
    if kind in ("-m", "-c") and len(arguments) < 2:
        sys.exit(f"python -m tegata.compat: {kind} needs {'the name of a module' if kind == '-m' else 'code'}")
    if kind == "-m":
        sys.argv = arguments[1:]
        sys.path[0] = os.getcwd()
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    elif kind == "-c":
        _run(arguments[1], "<string>", ["-c", *arguments[2:]])
    elif kind == "-":
        _run(sys.stdin.read(), "<stdin>", arguments)
    else:
        if not os.path.exists(kind):
            sys.exit(f"python -m tegata.compat: {kind}: no such file")
        sys.argv = arguments
        # As in a direct run, the program finds modules next to it and knows its whole path.
        path = os.path.abspath(kind)
        sys.path[0] = os.path.dirname(path)
        runpy.run_path(path, run_name="__main__")


def _run(code: str, name: str, arguments: list[str]) -> None:
    sys.argv, sys.path[0] = arguments, ""
    sys.modules["__main__"] = module = ModuleType("__main__")
    exec(compile(code, name, "exec"), module.__dict__)


def _install_in_children() -> None:
    """Gives the modules to programs that this one starts: by `multiprocessing`, which passes the path on, or with the
    environment."""
    folder = str(Path(__file__).resolve().parent / "children")
    sys.path.insert(1, folder)
    os.environ["PYTHONPATH"] = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])


if __name__ == "__main__":
    main()
