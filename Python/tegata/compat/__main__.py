"""Runs a program, or with -m a module, in which `import mediapipe` imports `tegata.compat.mediapipe`."""

from __future__ import annotations

import multiprocessing
import multiprocessing.spawn
import os
import runpy
import sys
from typing import Any

from . import install

_CHILDREN = "tegata.compat._children"


def main() -> None:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python -m tegata.compat PROGRAM …\n       python -m tegata.compat -m MODULE …", file=sys.stderr)
        sys.exit(0 if arguments else 2)
    install()
    _install_in_children()
    if arguments[0] == "-m":
        if len(arguments) < 2: sys.exit("python -m tegata.compat: -m needs the name of a module")
        sys.argv = arguments[1:]
        sys.path[0] = os.getcwd()
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        if not os.path.exists(arguments[0]): sys.exit(f"python -m tegata.compat: {arguments[0]}: no such file")
        sys.argv = arguments
        # As in a direct run, the program finds modules next to it and knows its whole path.
        path = os.path.abspath(arguments[0])
        sys.path[0] = os.path.dirname(path)
        runpy.run_path(path, run_name="__main__")


def _install_in_children() -> None:
    """Installs the modules in child processes too, because processes started with multiprocessing import the program again."""
    usual = multiprocessing.spawn.get_command_line

    def command_line(**places: object) -> list[Any]:
        return [
            f"import {_CHILDREN}; {word}" if isinstance(word, str) and word.startswith("from multiprocessing.spawn import") else word
            for word in usual(**places)
        ]

    multiprocessing.spawn.get_command_line = command_line
    multiprocessing.set_forkserver_preload([_CHILDREN])


if __name__ == "__main__":
    main()
