"""Every place that states the version agrees with the constant that defines it."""

import re
import subprocess
import sys
import unittest

from project import ROOT, TEGATA

sys.path.insert(0, str(ROOT / "Tools" / "lib"))
from package_version import constant


class VersionTests(unittest.TestCase):
    def test_constants_are_a_version_and_a_date(self):
        self.assertRegex(constant("number"), r"^\d+\.\d+\.\d+$")
        self.assertRegex(constant("date"), r"^\d{4}-\d{2}-\d{2}$")

    def test_api_page_depends_on_the_version(self):
        page = ROOT / "docs" / "api.md"
        stated = re.findall(r'\.package\(.*from: "([^"]+)"\)', page.read_text(encoding="utf-8"))
        self.assertEqual(stated, [constant("number")])

    @unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
    def test_command_prints_the_version(self):
        def output_of(*arguments):
            return subprocess.run([TEGATA, *arguments], check=True, capture_output=True, text=True).stdout

        self.assertEqual(output_of("--version"), f"tegata {constant('number')}\n")
        heading = f'.TH TEGATA 1 "{constant("date")}" "tegata {constant("number")}"'
        self.assertIn(heading, output_of("help", "--man").splitlines())


if __name__ == "__main__":
    unittest.main()
