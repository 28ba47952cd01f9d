"""The reference of the Python package is what `Tools/make/python-reference` writes from the docstrings."""

import ast
import subprocess
import sys
import unittest

from project import ROOT

TOOL = ROOT / "Tools" / "make" / "python-reference"
PAGE = ROOT / "docs" / "python-reference.md"


class PythonReferenceTests(unittest.TestCase):
    def test_page_is_current(self):
        done = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_page_has_every_public_name(self):
        tree = ast.parse((ROOT / "Python" / "tegata" / "__init__.py").read_text(encoding="utf-8"))
        names = next(
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        )
        text = PAGE.read_text(encoding="utf-8")
        for name in names:
            with self.subTest(name):
                self.assertRegex(text, rf"(?m)^#.*\b{name}\b|`(?:tegata\.)?{name}\b")


if __name__ == "__main__":
    unittest.main()
