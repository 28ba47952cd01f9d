"""The web site from `Tools/build/site` contains every page and the files that pages link to."""

import tempfile
import unittest
from pathlib import Path

from project import ROOT, script

site = script(ROOT / "Tools" / "build" / "site")


class SiteTests(unittest.TestCase):
    def test_navigation_contains_every_page(self):
        folders = [page for name in ("Benchmarks", "Fuzz", "Models") for page in (ROOT / name).glob("*.md")]
        self.assertEqual(sorted(site.pages()), sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *folders]))

    def test_copies_the_files_that_pages_link_to(self):
        with tempfile.TemporaryDirectory() as folder:
            site.stage(Path(folder))
            for name in (
                "README.md",
                "docs/output-formats.md",
                "docs/figures/landmarks.svg",
                "Examples/Python/robot_hand.py",
                "LICENSE",
            ):
                with self.subTest(name):
                    self.assertEqual((Path(folder) / name).read_bytes(), (ROOT / name).read_bytes())


if __name__ == "__main__":
    unittest.main()
