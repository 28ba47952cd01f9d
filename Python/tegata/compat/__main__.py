"""Runs a program, or with -m a module, in which `import mediapipe` imports `tegata.compat.mediapipe`."""

from __future__ import annotations

import os
import runpy
import sys

from . import install


def main() -> None:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python -m tegata.compat PROGRAM …\n       python -m tegata.compat -m MODULE …", file=sys.stderr)
        sys.exit(0 if arguments else 2)
    install()
    if arguments[0] == "-m":
        if len(arguments) < 2: sys.exit("python -m tegata.compat: -m needs the name of a module")
        sys.argv = arguments[1:]
        sys.path[0] = os.getcwd()
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        if not os.path.exists(arguments[0]): sys.exit(f"python -m tegata.compat: {arguments[0]}: no such file")
        sys.argv = arguments
        # As when the program is run by itself.
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
