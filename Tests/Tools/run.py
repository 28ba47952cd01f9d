#!/usr/bin/env python3
"""Runs all tests of this folder and writes those that were skipped into a file, one a line, with the reason."""

import argparse
import signal
import sys
import unittest
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--skipped", type=Path, required=True, help="the file to write")
    arguments = parser.parse_args()
    # What nohup or a script in the background ignores, programs that are started here would ignore, too.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN: signal.signal(number, signal.SIG_DFL)
    suite = unittest.defaultTestLoader.discover(str(Path(__file__).parent))
    result = unittest.TextTestRunner().run(suite)
    arguments.skipped.write_text("".join(f"{test.id()}: {reason}\n" for test, reason in result.skipped))
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
