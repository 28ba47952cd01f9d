#!/usr/bin/env python3
"""Runs the tests in the folders next to this file, as many files at a time as there are processors, each in a separate
process.

    Tests/Tools/run.py --skipped FILE [--slow] [--only "FILE…"]

With --only, only these files run (names without an extension). Tests that take long and rarely fail are left out; with
--slow, only these run. Skipped tests are written to FILE, one per line, with the reason.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = {path.stem: path for path in sorted(HERE.glob("*/test_*.py"))}
# Two minutes under valgrind, and one of comparisons with MediaPipe: three fifths of the time of all tests.
SLOW = {
    "test_library.LibraryTests.test_has_no_memory_errors_under_valgrind",
    "test_library.MediaPipeTests.test_classes_of_mediapipe_return_the_same_results",
}
# Start the longest ones first, so that none is left at the end.
FIRST = ("test_library", "test_web", "test_interruption", "test_solutions", "test_python", "test_report")


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def run_file(name, skipped, is_slow):
    """Runs the tests of a file, in this process."""
    # Tests also import modules from their own folder.
    sys.path += [str(path) for path in sorted({path.parent for path in FILES.values()})]
    tests = {test.id(): test for test in tests_of(unittest.defaultTestLoader.loadTestsFromName(name))}
    missing = {test for test in SLOW if test.startswith(name + ".")} - set(tests)
    if missing:
        sys.exit(f"{__file__}: no test {', '.join(missing)}; correct the name in SLOW")
    result = unittest.TextTestRunner().run(
        unittest.TestSuite(test for key, test in tests.items() if (key in SLOW) == is_slow)
    )
    skipped.write_text("".join(f"{test.id()}: {reason}\n" for test, reason in result.skipped))
    return 0 if result.wasSuccessful() else 1


def run_all(skipped, options, only):
    # Restore the signals, because nohup or a background script ignores some, and child processes would inherit this.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    names = [name for name in FILES if only is None or name in only.split()]
    if options:
        names = [name for name in names if any(test.startswith(name + ".") for test in SLOW)]
    names.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    with tempfile.TemporaryDirectory() as folder:

        def run(name):
            start = time.monotonic()
            command = [sys.executable, __file__, "--skipped", f"{folder}/{name}", *options, "--file", name]
            done = subprocess.run(command, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            print(
                f"{name}: {time.monotonic() - start:.0f} s", done.stdout.decode(errors="replace"), sep="\n", flush=True
            )
            return done.returncode

        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            statuses = list(pool.map(run, names))
        failed = [name for name, status in zip(names, statuses) if status != 0]
        skipped.write_text("".join(path.read_text() for path in sorted(Path(folder).iterdir())))
    if failed:
        print("failed:", *failed, file=sys.stderr)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skipped", type=Path, required=True, metavar="FILE", help="the file to write")
    parser.add_argument("--slow", action="store_true", help="only the tests that take long")
    parser.add_argument("--only", metavar="FILES", help="the files to run")
    parser.add_argument("--file", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.file:
        return run_file(arguments.file, arguments.skipped, arguments.slow)
    return run_all(arguments.skipped.resolve(), ["--slow"] if arguments.slow else [], arguments.only)


if __name__ == "__main__":
    sys.exit(main())
