"""The parts of a release: checked models, the bill of materials of Tools/build/sbom, symbols in separate files, and the
output files of Tools/build/package.

Needs swift, Debian's dpkg-query and binutils. SPDX's own tools also read the bill if Tools/test could install them.
"""

import gzip
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import test_install
from project import ROOT, models, script

SPDX = ROOT / ".build" / "spdx"
VALIDATOR = """
import sys
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
for message in validate_full_spdx_document(parse_file(sys.argv[1])): print(message.validation_message)
"""
# Two functions, one of which is not exported.
PROGRAM = """
#include <stdio.h>
static __attribute__((noinline)) void hidden_function(void *place) { printf("%lx\\n", (unsigned long)((char *)place)); }
extern char __executable_start;
int main(void) { hidden_function((void *)((char *)hidden_function - (unsigned long)&__executable_start)); return 0; }
"""


HANDS, GESTURES, OTHER_GESTURES = b"hands", b"gestures", b"the same gestures, packed otherwise"
# The second model's substitute contains the same networks.
MANIFEST = {
    "models": [
        {
            "name": "hand_landmarker.task",
            "description": "hands",
            "licence": "Apache-2.0",
            "size": len(HANDS),
            "sha256": hashlib.sha256(HANDS).hexdigest(),
            "sources": [{"address": "https://models.example/hands"}],
        },
        {
            "name": "gesture_recognizer.task",
            "description": "gestures",
            "licence": "Apache-2.0",
            "size": len(GESTURES),
            "sha256": hashlib.sha256(GESTURES).hexdigest(),
            "sources": [{"address": "https://models.example/gestures"}],
            "substitutes": [
                {
                    "description": "packed otherwise",
                    "size": len(OTHER_GESTURES),
                    "sha256": hashlib.sha256(OTHER_GESTURES).hexdigest(),
                    "sources": [{"assemble": {}}],
                }
            ],
        },
        {
            "name": "tflite/palm.tflite",
            "description": "not in packages",
            "licence": "Apache-2.0",
            "size": 1,
            "sha256": "0" * 64,
            "sources": [],
        },
    ]
}


class StagedModelsTests(unittest.TestCase):
    """The packaged models, and their entries in the bill, in a small project with its own manifest."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Path(folder.name) / "project"
        picture = "Tests/Fixtures/rendered/two_hands_mixed.png"
        for name in (
            "Tools/setup",
            "Tools/make/models",
            "Tools/build/packaging/stage",
            "Tools/build/packaging/copyright",
            picture,
        ):
            (self.project / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.project / name)
        program = self.project / ".build" / "static" / "tegata"
        program.parent.mkdir(parents=True)
        program.write_text('#!/bin/sh\necho "$*"\n')
        program.chmod(0o755)
        (self.project / "Models").mkdir()
        (self.project / "Models" / "manifest.json").write_text(json.dumps(MANIFEST))
        self.mine = Path(folder.name) / "mine"
        self.mine.mkdir()
        self.staged = Path(folder.name) / "staged"

    def stage(self, **files):
        for name, data in files.items():
            (self.mine / f"{name}.task").write_bytes(data)
        script = 'set -euo pipefail; source Tools/setup; source Tools/build/packaging/stage; stage "$1" site-functions'
        return subprocess.run(
            ["bash", "-c", script, "stage", self.staged],
            cwd=self.project,
            env={**os.environ, "TEGATA_MODELS": str(self.mine)},
            capture_output=True,
            text=True,
            check=False,
        )

    def listed(self):
        """Returns the output of Tools/build/sbom for the staged models."""
        sbom = script(ROOT / "Tools" / "build" / "sbom")
        with mock.patch.object(sbom, "ROOT", self.project):
            return {model["name"]: model for model in sbom.models(self.staged)}

    def test_bill_lists_the_packaged_models(self):
        result = self.stage(hand_landmarker=HANDS, gesture_recognizer=OTHER_GESTURES)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(
            {path.name for path in (self.staged / "share" / "tegata").iterdir()},
            {"hand_landmarker.task", "gesture_recognizer.task", "two_hands_mixed.png"},
        )
        listed = self.listed()
        self.assertEqual(set(listed), {"hand_landmarker.task", "gesture_recognizer.task"})
        for name, data, address in (
            ("hand_landmarker.task", HANDS, "https://models.example/hands"),
            ("gesture_recognizer.task", OTHER_GESTURES, "NOASSERTION"),
        ):
            self.assertEqual(
                listed[name]["checksums"], [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]
            )
            self.assertEqual(
                (listed[name]["downloadLocation"], listed[name]["licenseDeclared"]), (address, "Apache-2.0")
            )

    def test_packages_without_a_gesture_recogniser(self):
        result = self.stage(hand_landmarker=HANDS)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(set(self.listed()), {"hand_landmarker.task"})

    def test_rejects_other_models(self):
        result = self.stage(hand_landmarker=HANDS, gesture_recognizer=b"my own gestures")
        self.assertEqual(result.returncode, 1)
        self.assertIn("gesture_recognizer.task: wrong SHA-256", result.stderr)
        self.assertIn(f"{self.mine} has a model that does not match Models/manifest.json", result.stderr)

    def test_bill_rejects_other_models(self):
        folder = self.staged / "share" / "tegata"
        folder.mkdir(parents=True)
        for name, data, said in (
            ("hand_landmarker.task", b"other hands", "hand_landmarker.task: Models/manifest.json has no such model"),
            ("own.task", HANDS, "own.task: Models/manifest.json has no such model"),
            ("notes.txt", b"", "contains no models"),
        ):
            with self.subTest(name):
                (folder / name).write_bytes(data)
                with self.assertRaisesRegex(Exception, re.escape(said)):
                    self.listed()
                (folder / name).unlink()


@unittest.skipUnless(shutil.which("swift") and shutil.which("dpkg-query"), "swift or dpkg are missing")
class BillTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.released = Path(folder.name) / "released.deb"
        cls.released.write_bytes(b"a package")
        cls.path = Path(folder.name) / "tegata.spdx.json"
        cls.options = []
        # If the models are installed, the bill lists them.
        if source := models("hand_landmarker.task"):
            staged = Path(folder.name) / "usr"
            (staged / "share" / "tegata").mkdir(parents=True)
            shutil.copy(source / "hand_landmarker.task", staged / "share" / "tegata")
            cls.options = ["--staged", staged]
        command = [ROOT / "Tools" / "build" / "sbom", "--output", cls.path, *cls.options, cls.released]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout == f"{cls.path}\n", done.stderr
        cls.bill = json.loads(cls.path.read_text())

    def test_lists_the_staged_models(self):
        data = {one["spdxElementId"] for one in self.bill["relationships"] if one["relationshipType"] == "DATA_FILE_OF"}
        self.assertEqual(data, {"SPDXRef-Package-hand-landmarker.task"} if self.options else set())
        for model in json.loads((ROOT / "Models" / "manifest.json").read_text())["models"]:
            found = [package for package in self.bill["packages"] if package["name"] == model["name"]]
            self.assertEqual(len(found), 1 if self.options and model["name"] == "hand_landmarker.task" else 0)
            for package in found:
                self.assertEqual(package["checksums"], [{"algorithm": "SHA256", "checksumValue": model["sha256"]}])
                self.assertEqual(package["licenseDeclared"], "Apache-2.0")

    def test_lists_the_installed_packages(self):
        named = {package["name"]: package for package in self.bill["packages"]}
        for name in ("zlib1g-dev", "libpng-dev", "libjpeg-dev"):
            version = subprocess.run(
                ["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True, check=True
            ).stdout
            self.assertEqual(named[name]["versionInfo"], version)
            self.assertIn(
                f"pkg:deb/{platform.freedesktop_os_release()['ID']}/{name}@",
                named[name]["externalRefs"][0]["referenceLocator"],
            )
        relations = {(one["relationshipType"], one["spdxElementId"]) for one in self.bill["relationships"]}
        self.assertIn(("BUILD_DEPENDENCY_OF", "SPDXRef-Package-zlib1g-dev"), relations)

    def test_lists_the_hashes_of_released_files(self):
        file = self.bill["files"][0]
        hashes = {one["algorithm"]: one["checksumValue"] for one in file["checksums"]}
        data = self.released.read_bytes()
        self.assertEqual((file["fileName"], hashes["SHA256"]), ("./released.deb", hashlib.sha256(data).hexdigest()))

    def test_bill_is_reproducible(self):
        again = subprocess.run(
            [ROOT / "Tools" / "build" / "sbom", *self.options, self.released], capture_output=True, text=True
        )
        self.assertEqual(again.stdout, self.path.read_text())

    @unittest.skipUnless(
        (SPDX / "spdx_tools").is_dir(), "spdx-tools are missing; Tools/test puts them into .build/spdx"
    )
    def test_spdx_tools_accept_the_bill(self):
        code = f"import sys; sys.path.insert(0, {str(SPDX)!r})\n{VALIDATOR}"
        done = subprocess.run([sys.executable, "-c", code, self.path], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr[-2000:])


@unittest.skipUnless(
    shutil.which("gcc") and shutil.which("objcopy") and shutil.which("addr2line"), "gcc or binutils are missing"
)
class SymbolTests(unittest.TestCase):
    def test_resolves_addresses_of_a_stripped_program(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "program.c").write_text(PROGRAM)
            subprocess.run(["gcc", "-g", "-o", folder / "whole", folder / "program.c"], check=True)
            small = folder / "out" / "small"
            subprocess.run(
                [ROOT / "Tools" / "build" / "packaging" / "split-symbols", folder / "whole", small], check=True
            )
            self.assertLess(small.stat().st_size, (folder / "whole").stat().st_size)
            self.assertEqual(subprocess.run(["nm", small], capture_output=True, text=True).stdout, "")
            address = subprocess.run([small], capture_output=True, text=True, check=True).stdout.strip()
            found = subprocess.run(
                ["addr2line", "--exe", f"{small}.debug", "--functions", address],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            self.assertEqual(found.splitlines()[0], "hidden_function")
            # The small program names its symbol file.
            link = subprocess.run(
                ["readelf", "--string-dump=.gnu_debuglink", small], capture_output=True, text=True, errors="replace"
            ).stdout
            self.assertRegex(link, re.escape("small.debug"))
            # No paths of the build folder.
            self.assertNotIn(str(folder).encode(), Path(f"{small}.debug").read_bytes())
            if shutil.which("gdb"):
                said = subprocess.run(
                    ["gdb", "--batch", "-ex", "info symbol hidden_function", small], capture_output=True, text=True
                )
                self.assertIn("hidden_function in section .text", said.stdout, said.stderr)


@unittest.skipUnless(shutil.which("dpkg-deb"), "dpkg-deb is missing")
class PackageFilesTests(test_install.ProjectTests):
    """The files of Tools/build/package, with the stubs of the tests of Tools/install."""

    def setUp(self):
        super().setUp()
        self.output = self.folder / "out"

    def package(self, architecture="amd64", **variables):
        self.write_stub(self.programs / "dpkg", f"#!/bin/sh\necho {architecture}\n")
        return self.run_tool(
            "build/package", "--output", self.output, **{"SOURCE_DATE_EPOCH": "1700000000", **variables}
        )

    def test_leaves_no_package_if_interrupted(self):
        self.assertEqual(self.package().returncode, 0)
        package = self.output / "tegata_1.2.3_amd64.deb"
        whole = package.read_bytes()
        self.write_stub(self.programs / "dpkg-deb", '#!/bin/bash\necho part >"${!#}"\nexit 1\n')
        self.assertNotEqual(self.package().returncode, 0)
        self.assertEqual(package.read_bytes(), whole)
        package.unlink()
        self.assertNotEqual(self.package().returncode, 0)
        self.assertFalse(package.exists())

    def test_checksums_cover_all_files(self):
        def listed():
            return [line.split()[1] for line in (self.output / "SHA256SUMS").read_text().splitlines()]

        def files(*architectures):
            return [f"tegata_1.2.3_{one}.{end}" for one in architectures for end in ("deb", "debug", "spdx.json")]

        for architecture, expected in (
            ("arm64", files("arm64")),
            ("amd64", files("amd64", "arm64")),
            ("arm64", files("amd64", "arm64")),
        ):
            result = self.package(architecture)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(listed(), expected)
            subprocess.run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=self.output, check=True)
        for name in files("amd64"):
            (self.output / name).unlink()
        self.package("arm64")
        self.assertEqual(listed(), files("arm64"))
        self.assertEqual({path.name for path in self.output.iterdir()}, {"SHA256SUMS", *files("arm64")})

    @unittest.skipUnless(shutil.which("git"), "git is missing")
    def test_uses_the_time_of_the_commit_of_any_owner(self):
        dates = {f"GIT_{who}_DATE": "1600000000 +0000" for who in ("AUTHOR", "COMMITTER")}
        git = ["git", "-C", self.project, "-c", "user.name=A Person", "-c", "user.email=a@person.example"]
        for command in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message", "First"]):
            subprocess.run([*git, *command], env={**os.environ, **dates}, check=True)
        # Git's tests use this variable to make repositories look like another user's.
        others = {"SOURCE_DATE_EPOCH": "", "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
        result = self.package(**others)
        self.assertEqual(result.returncode, 0, result.stderr)
        changes = gzip.decompress(
            (self.project / ".build/package/usr/share/doc/tegata/changelog.gz").read_bytes()
        ).decode()
        self.assertIn("Sun, 13 Sep 2020 12:26:40 +0000", changes)
        # If git fails, do not use the clock instead.
        self.write_stub(self.programs / "git", "#!/bin/sh\necho fatal: dubious ownership >&2\nexit 128\n")
        result = self.package(**others)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "dubious ownership\n.*set SOURCE_DATE_EPOCH")


if __name__ == "__main__":
    unittest.main()
