"""Programs that check others fail where there is nothing to check; with stand-ins for compilers."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import ROOT

# Makes a program out of the text in $MADE, where there is some; the output is the last argument.
COMPILER = """#!/bin/bash
[[ $(basename "$0") != "$FAILING" ]] || exit 1
[[ $(basename "$0") == clang ]] || { printf '%b' "$MADE" >"${!#}" && chmod 755 "${!#}"; }
"""


class SanitizeTests(unittest.TestCase):
    """Callers of the library for C, with a sanitizer in them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project, self.programs = Path(folder.name) / "project", Path(folder.name) / "bin"
        (self.project / "Tools").mkdir(parents=True)
        self.programs.mkdir()
        for name in ("sanitize", "setup"):
            shutil.copy(ROOT / "Tools" / name, self.project / "Tools" / name)
        for name in ("hand_landmarker.task", "gesture_recognizer.task"):
            (self.project / name).touch()
        for name, text in (("clang", COMPILER), ("swiftc", COMPILER), ("swift", "#!/bin/sh\n")):
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)

    def sanitize(self, made="#!/bin/sh\\nexit 1\\n", failing=""):
        """The status with callers of that text."""
        environment = {
            **os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}", "TEGATA_MODELS": str(self.project), "MADE": made,
            "FAILING": failing,
        }
        command = [self.project / "Tools" / "sanitize", "address"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).returncode

    def test_what_callers_say_themselves_does_not_count(self):
        self.assertEqual(self.sanitize(), 0)

    def test_reports_and_signals_count(self):
        self.assertEqual(self.sanitize("#!/bin/sh\\necho ERROR: of memory\\n"), 1)
        self.assertEqual(self.sanitize("#!/bin/sh\\nkill -ABRT $$\\n"), 1)

    def test_callers_that_are_not_built_are_no_success(self):
        # Not even with a program of an earlier run.
        self.assertEqual(self.sanitize(), 0)
        for compiler in ("clang", "swiftc"):
            self.assertEqual(self.sanitize(failing=compiler), 1)

    def test_callers_that_do_not_start_are_no_success(self):
        self.assertEqual(self.sanitize("#!/nowhere/sh\\n"), 1)


class LandingTests(unittest.TestCase):
    def test_arguments_are_refused(self):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / ".ci").mkdir()
            shutil.copy(ROOT / ".ci" / "run", Path(name) / ".ci" / "run")
            done = subprocess.run([Path(name) / ".ci" / "run", "--help"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("takes no arguments", done.stderr)


if __name__ == "__main__":
    unittest.main()
