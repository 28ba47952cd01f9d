"""Checks the manual page that tegata writes with mandoc and groff. Needs the release build; tests without mandoc or man
are skipped."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import TEGATA


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
class ManualTests(unittest.TestCase):
    def setUp(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        self.page = folder / "tegata.1"
        self.page.write_bytes(self.output_of(TEGATA, "help", "--man"))

    def output_of(self, *command, **variables):
        answer = subprocess.run(command, check=True, capture_output=True, env=dict(os.environ, **variables))
        self.assertEqual(answer.stderr, b"")
        return answer.stdout

    def expect_everything(self, text):
        """Checks that the text contains the usage, the options and the examples of every command."""
        # Terminals print bold letters twice.
        text = re.sub(r"\s+", " ", re.sub(".\b", "", text))
        commands = re.findall(r"^  (\w+)  ", self.output_of(TEGATA, "help").decode(), re.MULTILINE)
        self.assertIn("completions", commands)
        for command in commands:
            explained = self.output_of(TEGATA, "help", command).decode()
            for part in re.findall(
                r"^  (tegata .*|-\S+(?: --\S+)?)", explained.replace("\n  -h, --help ", ""), re.MULTILINE
            ):
                self.assertIn(part.strip(), text)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is missing")
    def test_mandoc_accepts_the_page(self):
        self.assertEqual(self.output_of("mandoc", "-Tlint", "-Wstyle", self.page), b"")
        self.expect_everything(self.output_of("mandoc", "-Tutf8", "-Owidth=500", self.page).decode())

    @unittest.skipUnless(shutil.which("groff"), "groff is missing")
    def test_groff_prints_no_warning(self):
        text = self.output_of("groff", "-man", "-ww", "-Tutf8", "-P-c", "-rLL=500n", self.page).decode()
        self.expect_everything(text)


if __name__ == "__main__":
    unittest.main()
