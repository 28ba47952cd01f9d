"""What comes with a release: the bill of materials of Tools/sbom, and symbols in files of their own.

Needs swift, Debian's dpkg-query and binutils; the bill is also read by SPDX's own tools where Tools/test could install them.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPDX = ROOT / ".build" / "spdx"
VALIDATOR = """
import sys
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
for message in validate_full_spdx_document(parse_file(sys.argv[1])): print(message.validation_message)
"""
# Two functions, of which one is not seen from outside.
PROGRAM = """
#include <stdio.h>
static __attribute__((noinline)) void hidden_function(void *place) { printf("%lx\\n", (unsigned long)((char *)place)); }
extern char __executable_start;
int main(void) { hidden_function((void *)((char *)hidden_function - (unsigned long)&__executable_start)); return 0; }
"""


@unittest.skipUnless(shutil.which("swift") and shutil.which("dpkg-query"), "swift or dpkg are missing")
class BillTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.released = Path(folder.name) / "released.deb"
        cls.released.write_bytes(b"a package")
        cls.path = Path(folder.name) / "tegata.spdx.json"
        done = subprocess.run([ROOT / "Tools" / "sbom", "--output", cls.path, cls.released], capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout == f"{cls.path}\n", done.stderr
        cls.bill = json.loads(cls.path.read_text())

    def test_models_are_those_of_the_manifest(self):
        named = {package["name"]: package for package in self.bill["packages"]}
        for model in json.loads((ROOT / "Models" / "manifest.json").read_text())["models"]:
            self.assertEqual(named[model["name"]]["checksums"], [{"algorithm": "SHA256", "checksumValue": model["sha256"]}])
            self.assertEqual(named[model["name"]]["licenseDeclared"], "Apache-2.0")

    def test_packages_are_those_that_are_installed(self):
        named = {package["name"]: package for package in self.bill["packages"]}
        for name in ("zlib1g-dev", "libpng-dev", "libjpeg-dev"):
            version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True, check=True).stdout
            self.assertEqual(named[name]["versionInfo"], version)
            self.assertIn(f"pkg:deb/debian/{name}@", named[name]["externalRefs"][0]["referenceLocator"])
        relations = {(one["relationshipType"], one["spdxElementId"]) for one in self.bill["relationships"]}
        self.assertIn(("BUILD_DEPENDENCY_OF", "SPDXRef-Package-zlib1g-dev"), relations)
        self.assertIn(("DATA_FILE_OF", "SPDXRef-Package-hand-landmarker.task"), relations)

    def test_released_files_have_their_hashes(self):
        file = self.bill["files"][0]
        hashes = {one["algorithm"]: one["checksumValue"] for one in file["checksums"]}
        data = self.released.read_bytes()
        self.assertEqual((file["fileName"], hashes["SHA256"]), ("./released.deb", hashlib.sha256(data).hexdigest()))

    def test_it_is_the_same_every_time(self):
        again = subprocess.run([ROOT / "Tools" / "sbom", self.released], capture_output=True, text=True)
        self.assertEqual(again.stdout, self.path.read_text())

    @unittest.skipUnless((SPDX / "spdx_tools").is_dir(), "spdx-tools are missing; Tools/test puts them into .build/spdx")
    def test_spdx_tools_find_nothing_wrong(self):
        code = f"import sys; sys.path.insert(0, {str(SPDX)!r})\n{VALIDATOR}"
        done = subprocess.run([sys.executable, "-c", code, self.path], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr[-2000:])


@unittest.skipUnless(shutil.which("gcc") and shutil.which("objcopy") and shutil.which("addr2line"), "gcc or binutils are missing")
class SymbolTests(unittest.TestCase):
    def test_addresses_of_a_stripped_program_have_names(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "program.c").write_text(PROGRAM)
            subprocess.run(["gcc", "-g", "-o", folder / "whole", folder / "program.c"], check=True)
            small = folder / "out" / "small"
            subprocess.run([ROOT / "Tools" / "packaging" / "split-symbols", folder / "whole", small], check=True)
            self.assertLess(small.stat().st_size, (folder / "whole").stat().st_size)
            self.assertEqual(subprocess.run(["nm", small], capture_output=True, text=True).stdout, "")
            address = subprocess.run([small], capture_output=True, text=True, check=True).stdout.strip()
            found = subprocess.run(
                ["addr2line", "--exe", f"{small}.debug", "--functions", address], capture_output=True, text=True, check=True).stdout
            self.assertEqual(found.splitlines()[0], "hidden_function")
            # The small program says where its symbols are.
            link = subprocess.run(["readelf", "--string-dump=.gnu_debuglink", small], capture_output=True, text=True, errors="replace").stdout
            self.assertRegex(link, re.escape("small.debug"))
            # No paths of the place where it was built.
            self.assertNotIn(str(folder).encode(), Path(f"{small}.debug").read_bytes())
            if shutil.which("gdb"):
                said = subprocess.run(["gdb", "--batch", "-ex", "info symbol hidden_function", small], capture_output=True, text=True)
                self.assertIn("hidden_function in section .text", said.stdout, said.stderr)


if __name__ == "__main__":
    unittest.main()
