"""Tools/install and Tools/build/package on a small project, with stubs for the compiler and for programs that inspect
the machine."""

import fcntl
import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from project import ROOT

NOBODY = 65534
# A stub of the program, which prints its arguments.
PROGRAM = """#!/bin/sh
case "$1" in
--version) echo tegata 1.2.3 ;;
*) echo "{edition}: $*" ;;
esac
"""
SWIFT = """#!/bin/sh
echo "swift $*" >> "$LOG"
mkdir -p .build/static/release
cp "$PROGRAM" .build/static/release/tegata
chmod 755 .build/static/release/tegata
"""
INSTALLED = {
    "bin/tegata",
    "share/bash-completion/completions/tegata",
    "share/doc/tegata/copyright",
    "share/fish/vendor_completions.d/tegata.fish",
    "share/man/man1/tegata.1.gz",
    "share/tegata/gesture_recognizer.task",
    "share/tegata/hand_landmarker.task",
    "share/tegata/two_hands_mixed.png",
    "share/zsh/site-functions/_tegata",
}
RECORD = "share/tegata/installed-files"


class ProjectTests(unittest.TestCase):
    """A project with the tools, models and stubs."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.project = self.folder / "project"
        (self.project / "Tools" / "build" / "packaging").mkdir(parents=True)
        for name in (
            "install",
            "setup",
            "build/package",
            *(f"build/packaging/{name}" for name in ("stage", "deb", "copyright")),
        ):
            shutil.copy(ROOT / "Tools" / name, self.project / "Tools" / name)
        picture = "Tests/Fixtures/rendered/two_hands_mixed.png"
        (self.project / picture).parent.mkdir(parents=True)
        shutil.copy(ROOT / picture, self.project / picture)
        models = self.project / "Models"
        models.mkdir()
        for name in ("hand_landmarker.task", "gesture_recognizer.task"):
            (models / name).write_text(f"the networks of {name}")
        (models / ".verified.json").write_text("{}")
        self.log = self.folder / "log"
        self.log.touch()
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        self.write_stub(self.programs / "swift", SWIFT)
        self.write_stub(self.programs / "dpkg-query", "#!/bin/sh\nprintf installed\n")
        self.write_stub(self.programs / "ffmpeg", "#!/bin/sh\n")
        self.write_stub(self.programs / "sudo", "#!/bin/sh\nexit 1\n")
        self.write_stub(self.project / "Tools" / "make" / "models", '#!/bin/sh\necho "fetch-models $*" >> "$LOG"\n')
        self.write_stub(self.project / "Tools/build/packaging/dependencies", "#!/bin/sh\necho libc6, zlib1g\n")
        self.write_stub(self.project / "Tools/build/packaging/forget-places", "#!/bin/sh\n")
        self.write_stub(
            self.project / "Tools/build/packaging/split-symbols",
            '#!/bin/sh\ncp "$1" "$2" && echo symbols >"$2.debug"\n',
        )
        self.write_stub(self.project / "Tools/build/sbom", '#!/bin/sh\necho "bill of $*" >"$4"\n')
        self.build("first")

    def write_stub(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def build(self, edition):
        """Makes the compiler stub build another program from now on."""
        (self.folder / "program").write_text(PROGRAM.replace("{edition}", edition))

    def run_tool(self, tool, *arguments, cwd=None, user=None, umask=-1, **variables):
        environment = {
            **os.environ,
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "HOME": str(self.folder / "home"),
            "LOG": str(self.log),
            "PROGRAM": str(self.folder / "program"),
            "DESTDIR": "",
            "TEGATA_MODELS": "",
            **variables,
        }
        return subprocess.run(
            [self.project / "Tools" / tool, *map(str, arguments)],
            env=environment,
            cwd=cwd or self.folder,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            user=user,
            umask=umask,
        )

    def files(self, folder):
        return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


class InstallTests(ProjectTests):
    def setUp(self):
        super().setUp()
        self.prefix = self.folder / "prefix"

    def install(self, *arguments, **variables):
        result = self.run_tool("install", "--prefix", self.prefix, *arguments, **variables)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def test_installs_everything_where_it_is_searched_for(self):
        result = self.install()
        self.assertEqual(self.files(self.prefix), INSTALLED | {RECORD})
        program = self.prefix / "bin/tegata"
        self.assertEqual(result.stdout, f"{program}\n")
        self.assertEqual(subprocess.run([program, "x"], capture_output=True, text=True).stdout, "first: x\n")
        page = gzip.decompress((self.prefix / "share/man/man1/tegata.1.gz").read_bytes())
        self.assertEqual(page, b"first: help --man\n")
        for file, shell in [
            ("bash-completion/completions/tegata", "bash"),
            ("zsh/site-functions/_tegata", "zsh"),
            ("fish/vendor_completions.d/tegata.fish", "fish"),
        ]:
            self.assertEqual((self.prefix / "share" / file).read_text(), f"first: completions {shell}\n")
        model = self.prefix / "share/tegata/hand_landmarker.task"
        self.assertEqual(model.read_text(), "the networks of hand_landmarker.task")
        self.assertEqual(model.stat().st_mode & 0o777, 0o644)
        log = self.log.read_text().splitlines()
        self.assertEqual(log[0], "fetch-models --daily hand_landmarker.task gesture_recognizer.task")
        self.assertIn("--static-swift-stdlib", log[1])
        self.assertIn(f"note: {self.prefix}/bin is not on your PATH", result.stderr)

    def test_default_prefix_is_in_the_home_folder(self):
        result = self.run_tool("install")
        self.assertEqual(result.stdout, f"{self.folder}/home/.local/bin/tegata\n")
        result = self.run_tool("install", "--prefix=here", cwd=self.project)
        self.assertEqual(result.stdout, f"{self.project}/here/bin/tegata\n")

    def test_second_installation_changes_nothing(self):
        self.install()
        before = {path: (self.prefix / path).stat().st_mtime_ns for path in INSTALLED}
        record = (self.prefix / RECORD).read_text()
        self.install()
        self.assertEqual({path: (self.prefix / path).stat().st_mtime_ns for path in INSTALLED}, before)
        self.assertEqual((self.prefix / RECORD).read_text(), record)

    def test_records_every_file_with_its_hash(self):
        self.install()
        lines = [line.split(" ", 1) for line in (self.prefix / RECORD).read_text().splitlines()]
        hashes = {path: value for value, path in lines if value != "-"}
        self.assertEqual(set(hashes), INSTALLED)
        for path, value in hashes.items():
            self.assertEqual(value, hashlib.sha256((self.prefix / path).read_bytes()).hexdigest())

    def test_uninstall_removes_everything(self):
        self.install()
        result = self.install("--uninstall")
        self.assertEqual(result.stdout, "")
        self.assertFalse(self.prefix.exists())
        self.assertIn("nothing was installed", self.install("--uninstall").stderr)

    def test_uninstall_removes_created_parent_folders(self):
        self.run_tool("install", "--prefix", self.prefix / "one" / "two")
        self.run_tool("install", "--prefix", self.prefix / "one" / "two")
        self.run_tool("install", "--prefix", self.prefix / "one" / "two", "--uninstall")
        self.assertFalse(self.prefix.exists())
        self.assertTrue(self.folder.exists())
        # An existing prefix stays, even if it is empty.
        self.prefix.mkdir()
        self.install()
        self.install("--uninstall")
        self.assertEqual(list(self.prefix.iterdir()), [])

    def test_uninstall_keeps_changed_and_foreign_files(self):
        others = ["bin/other", "share/tegata/own.task"]
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "share/man/man1").mkdir(parents=True)
        (self.prefix / "bin/other").touch()
        self.install()
        (self.prefix / "share/tegata/own.task").touch()
        (self.prefix / "share/tegata/gesture_recognizer.task").write_text("my own gestures")
        result = self.install("--uninstall")
        self.assertEqual(self.files(self.prefix), {*others, "share/tegata/gesture_recognizer.task"})
        self.assertIn("gesture_recognizer.task was changed since it was installed; it stays", result.stderr)
        # This folder existed before, so it stays, even if it is empty.
        self.assertTrue((self.prefix / "share/man/man1").is_dir())
        self.assertFalse((self.prefix / "share/zsh").exists())

    def test_new_version_replaces_the_old_one(self):
        self.install()
        old = self.prefix / "share/tegata/old.csv"
        old.write_text("old")
        with (self.prefix / RECORD).open("a") as record:
            record.write(f"{hashlib.sha256(b'old').hexdigest()} share/tegata/old.csv\n")
        self.build("second")
        self.install()
        self.assertIn("second", (self.prefix / "bin/tegata").read_text())
        # Files that the new version lacks are removed.
        self.assertEqual(self.files(self.prefix), INSTALLED | {RECORD})
        self.install("--uninstall")
        self.assertFalse(self.prefix.exists())

    def test_keeps_models_that_the_sources_lack(self):
        self.install()
        (self.project / "Models/gesture_recognizer.task").unlink()
        for _ in range(2):
            result = self.install()
            self.assertIn(f"note: {self.prefix}/share/tegata/gesture_recognizer.task stays", result.stderr)
            self.assertEqual(self.files(self.prefix), INSTALLED | {RECORD})
        self.install("--uninstall")
        self.assertFalse(self.prefix.exists())

    def test_does_not_overwrite_foreign_files(self):
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "bin/tegata").write_text("something else")
        result = self.run_tool("install", "--prefix", self.prefix)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("bin/tegata exists and differs from what Tools/install wrote", result.stderr)
        self.assertEqual(self.files(self.prefix), {"bin/tegata"})

    def test_does_not_overwrite_foreign_links(self):
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "bin/tegata").symlink_to("nothing")
        result = self.run_tool("install", "--prefix", self.prefix)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("bin/tegata exists and differs from what Tools/install wrote", result.stderr)
        self.assertEqual(os.readlink(self.prefix / "bin/tegata"), "nothing")
        self.assertEqual(self.files(self.prefix), {"bin/tegata"})

    def test_uninstall_keeps_identical_foreign_files(self):
        (self.prefix / "share/tegata").mkdir(parents=True)
        shutil.copy(self.project / "Models/hand_landmarker.task", self.prefix / "share/tegata")
        self.install()
        self.install("--uninstall")
        self.assertEqual(self.files(self.prefix), {"share/tegata/hand_landmarker.task"})

    def test_uninstall_removes_an_interrupted_installation(self):
        self.install()
        self.build("second")
        # Copying the program fails as on a full disk, after other files were copied.
        self.write_stub(
            self.programs / "cp",
            '#!/bin/sh\ncase "$*" in *_tegata.tegata-new) head -c 1 /bin/sh >"$3"; exit 1 ;; esac\nexec /bin/cp "$@"\n',
        )
        result = self.run_tool("install", "--prefix", self.prefix)
        self.assertEqual(result.returncode, 1)
        self.assertIn("site-functions/_tegata: cannot be written", result.stderr)
        (self.programs / "cp").unlink()
        self.assertTrue((self.prefix / "share/zsh/site-functions/_tegata.tegata-new").exists())
        self.install("--uninstall")
        self.assertFalse(self.prefix.exists())

    def test_installs_below_destdir(self):
        result = self.run_tool("install", "--prefix", "/usr/local", DESTDIR=str(self.folder / "tree"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, f"{self.folder}/tree/usr/local/bin/tegata\n")
        self.assertEqual(self.files(self.folder / "tree/usr/local"), INSTALLED | {RECORD})
        record = (self.folder / "tree/usr/local" / RECORD).read_text().splitlines()
        self.assertIn("- .", record)
        self.assertFalse([line for line in record if ".." in line])
        result = self.run_tool("install", "--prefix", "/usr/local", "--uninstall", DESTDIR=str(self.folder / "tree"))
        self.assertEqual((result.returncode, list((self.folder / "tree/usr").iterdir())), (0, []), result.stderr)

    def test_resolves_relative_folders_from_the_caller(self):
        (self.project / "Models").rename(self.folder / "models")
        result = self.run_tool("install", "--prefix", "/opt", DESTDIR="tree", TEGATA_MODELS="models")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, f"{self.folder}/tree/opt/bin/tegata\n")
        self.assertEqual(self.files(self.folder / "tree"), {f"opt/{path}" for path in INSTALLED | {RECORD}})

    def test_all_users_can_read_folders(self):
        result = self.run_tool("install", "--prefix", self.prefix, umask=0o077)
        self.assertEqual(result.returncode, 0, result.stderr)
        for path in (self.prefix, *self.prefix.rglob("*")):
            self.assertEqual(
                path.stat().st_mode & 0o055, 0o055 if path.is_dir() or path.parent.name == "bin" else 0o044, path
            )

    def test_simultaneous_calls_wait_for_each_other(self):
        self.write_stub(self.programs / "swift", SWIFT + 'echo begun >> "$LOG"\n')
        place = self.project / ".build" / "static"
        place.mkdir(parents=True)
        held = os.open(place, os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        with ThreadPoolExecutor() as pool:
            calls = [pool.submit(self.run_tool, "install", "--prefix", self.folder / name) for name in ("one", "other")]
            deadline = time.monotonic() + 60
            # Each line is a lock that is held or, after an arrow, waited for.
            while time.monotonic() < deadline:
                lines = Path("/proc/locks").read_text().splitlines()
                if sum("->" in line and f":{os.fstat(held).st_ino} " in line for line in lines) == 2:
                    break
                time.sleep(0.05)
            self.assertNotIn("begun", self.log.read_text())
            fcntl.flock(held, fcntl.LOCK_UN)
            results = [call.result() for call in calls]
        self.assertEqual([result.returncode for result in results], [0, 0], [result.stderr for result in results])
        self.assertEqual(self.log.read_text().splitlines().count("begun"), 2)
        for result in results:
            self.assertIn("Waiting for another call", result.stderr)

    def test_sudo_copies_files_that_the_user_built(self):
        # The tests may run as root, who may write everywhere.
        user = NOBODY if os.geteuid() == 0 else None
        self.prefix.mkdir()
        if user:
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, user, user)
        self.prefix.chmod(0o555)
        # Without sudo, nothing is built.
        result = self.run_tool("install", "--prefix", self.prefix, user=user)
        self.assertEqual((result.returncode, self.log.read_text()), (1, ""))
        self.assertIn("cannot be written to; choose another folder with --prefix, or run this as root", result.stderr)
        # The sudo stub gives write permission while it runs.
        self.write_stub(
            self.programs / "sudo",
            f"""#!/bin/sh
shift
echo "sudo $*" >> "$LOG"
chmod u+w '{self.prefix}'
"$@"
status=$?
chmod u-w '{self.prefix}'
exit $status
""",
        )
        for _ in range(2):
            result = self.run_tool("install", "--prefix", self.prefix, user=user)
            self.assertEqual((result.returncode, result.stdout), (0, f"{self.prefix}/bin/tegata\n"), result.stderr)
            self.assertEqual(self.files(self.prefix), INSTALLED | {RECORD})
        calls = [line for line in self.log.read_text().splitlines() if line.startswith(("sudo ", "swift build "))]
        self.assertEqual(
            [call.split()[:2] for call in calls], [["sudo", "true"], ["swift", "build"], ["sudo", "env"]] * 2
        )
        self.assertEqual(calls[-1], f"sudo env DESTDIR= {self.project}/Tools/install --prefix {self.prefix} --staged")
        result = self.run_tool("install", "--prefix", self.prefix, "--uninstall", user=user)
        self.assertEqual((result.returncode, list(self.prefix.iterdir())), (0, []), result.stderr)
        self.prefix.chmod(0o755)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_root_refuses_to_build_in_the_checkout_of_a_user(self):
        sudo = {"SUDO_UID": str(NOBODY), "SUDO_USER": "somebody"}
        os.chown(self.project, NOBODY, NOBODY)
        result = self.run_tool("install", "--prefix", self.prefix, **sudo)
        self.assertEqual((result.returncode, self.log.read_text()), (1, ""))
        self.assertIn("somebody owns this checkout; run Tools/install without sudo", result.stderr)
        os.chown(self.project, 0, 0)
        self.install(**sudo)
        # Nothing is built before uninstalling.
        os.chown(self.project, NOBODY, NOBODY)
        self.install("--uninstall", **sudo)
        self.assertFalse(self.prefix.exists())

    def test_builds_nothing_if_nobody_may_write(self):
        (self.folder / "file").touch()
        places = [self.folder / "file" / "prefix"]
        if os.geteuid() != 0:
            places.append(Path("/usr/local/nowhere"))
        for place in places:
            result = self.run_tool("install", "--prefix", place)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(
                "cannot be written to; choose another folder with --prefix, or run this as root", result.stderr
            )
        self.assertEqual(self.log.read_text(), "")

    def test_installs_nothing_without_a_hand_landmarker(self):
        result = self.run_tool("install", "--prefix", self.prefix, TEGATA_MODELS=str(self.folder))
        self.assertEqual(result.returncode, 1)
        self.assertIn("hand_landmarker.task: no such file", result.stderr)
        self.assertFalse(self.prefix.exists())

    def test_rejects_wrong_arguments(self):
        for arguments in (["--prefx", "x"], ["--prefix"], ["--prefix="]):
            result = self.run_tool("install", *arguments)
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stderr, "^error: (there is no option --prefx|--prefix needs a folder)")
        self.assertIn("--uninstall", self.run_tool("install", "--help").stdout)


@unittest.skipUnless(shutil.which("dpkg-deb"), "dpkg-deb is missing")
class PackageTests(ProjectTests):
    def package(self, **variables):
        result = self.run_tool(
            "build/package", "--output", self.folder / "out", SOURCE_DATE_EPOCH="1700000000", **variables
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        return Path(result.stdout.splitlines()[-1])

    def test_package_contains_everything(self):
        package = self.package(DEBFULLNAME="A Person", DEBEMAIL="a@person.example")
        machine = subprocess.run(
            ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
        ).stdout.strip()
        self.assertEqual(package, self.folder / f"out/tegata_1.2.3_{machine}.deb")
        tree = self.folder / "tree"
        subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
        expected = {f"usr/{path}" for path in INSTALLED} - {"usr/share/zsh/site-functions/_tegata"}
        expected |= {"usr/share/zsh/vendor-completions/_tegata", "usr/share/doc/tegata/changelog.gz"}
        self.assertEqual(self.files(tree), expected | {"DEBIAN/control", "DEBIAN/md5sums"})
        control = (tree / "DEBIAN/control").read_text()
        for line in (
            "Package: tegata",
            "Version: 1.2.3",
            "Maintainer: A Person <a@person.example>",
            "Depends: libc6, zlib1g",
            "Recommends: ffmpeg (>= 7:5.1)",
            "Suggests: libopenblas0-pthread",
        ):
            self.assertIn(line, control.splitlines())
        subprocess.run(["md5sum", "--quiet", "--check", "DEBIAN/md5sums"], cwd=tree, check=True)
        listing = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            self.assertIn("root/root", line)
        changes = gzip.decompress((tree / "usr/share/doc/tegata/changelog.gz").read_bytes()).decode()
        self.assertTrue(changes.startswith("tegata (1.2.3) unstable; urgency=medium\n"))
        self.assertIn(" -- A Person <a@person.example>  Tue, 14 Nov 2023 22:13:20 +0000\n", changes)

    def test_same_sources_produce_the_same_package(self):
        first = self.package().read_bytes()
        self.assertEqual(self.package().read_bytes(), first)

    def test_writes_symbols_bill_and_checksums_next_to_the_package(self):
        package = self.package()
        self.assertEqual(package.with_suffix(".debug").read_text(), "symbols\n")
        bill = package.with_suffix(".spdx.json").read_text()
        self.assertIn(f"--program {self.project}/.build/static/tegata", bill)
        self.assertIn(f"{package} {package.with_suffix('.debug')}", bill)
        lines = (package.parent / "SHA256SUMS").read_text().splitlines()
        self.assertEqual(
            [line.split()[1] for line in lines],
            [package.with_suffix(end).name for end in (".deb", ".debug", ".spdx.json")],
        )
        subprocess.run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=package.parent, check=True)


@unittest.skipUnless(shutil.which("dpkg-query") and shutil.which("objdump"), "dpkg or binutils are missing")
class DependencyTests(unittest.TestCase):
    tool = ROOT / "Tools/build/packaging/dependencies"
    program = ROOT / ".build/static/tegata"

    @unittest.skipUnless(program.is_file(), "the program of Tools/build/package is not built")
    def test_lists_the_libraries_of_the_program(self):
        answer = subprocess.run([self.tool, self.program], capture_output=True, text=True, check=True)
        fields = answer.stdout.strip().split(", ")
        packages = {field.split()[0]: field for field in fields}
        for name in ("libc6", "libgcc-s1", "libstdc++6", "zlib1g"):
            self.assertIn(name, packages)
        self.assertRegex(packages["libc6"], r"^libc6 \(>= 2\.\d+\)$")
        self.assertTrue(any(name.startswith("libjpeg") for name in packages))
        self.assertTrue(any(name.startswith("libpng16-16") for name in packages))

    def test_rejects_programs_without_image_libraries(self):
        answer = subprocess.run([self.tool, str(shutil.which("objdump"))], capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("but needs one library each for JPEG and PNG", answer.stderr)


if __name__ == "__main__":
    unittest.main()
