"""The functions of Tools/setup, with stubs for the programs that inspect and change the machine."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NOBODY = 65534
SETUP = Path(__file__).resolve().parents[3] / "Tools" / "setup"


class SetupTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        # A copy, because other users may not be able to read the checkout.
        self.setup = self.folder / "Tools" / "setup"
        self.setup.parent.mkdir()
        shutil.copy(SETUP, self.setup)
        self.programs = self.folder / "bin"
        self.programs.mkdir()
        self.log = self.folder / "log"
        self.log.touch()
        for name in ("bash", "env", "dirname", "true"):
            (self.programs / name).symlink_to(shutil.which(name) or name)
        self.write_stub("python3", "exit 0")
        self.write_stub("dpkg-query", 'for last; do :; done; [[ " $INSTALLED " == *" $last "* ]] && printf installed')
        self.write_stub("apt-get", 'echo "apt-get $*" >> "$LOG"; exit "${APT_STATUS:-0}"')
        self.write_stub("sudo", "exit 1")
        self.write_stub("ffmpeg", "exit 0")

    def write_stub(self, name, script, folder=None):
        path = (folder or self.programs) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def run_setup(self, call, user=None, **variables):
        environment = {"PATH": str(self.programs), "HOME": str(self.folder), "LOG": str(self.log), "INSTALLED": ""}
        return subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", f"source '{self.setup}'; {call}"],
            env=dict(environment, **variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            user=user,
        )

    def test_changes_nothing_if_nothing_is_missing(self):
        result = self.run_setup("install_packages one two", INSTALLED="one two")
        self.assertEqual((result.returncode, result.stderr, self.log.read_text()), (0, "", ""))

    @unittest.skipUnless(os.geteuid() == 0, "installing takes root")
    def test_installs_missing_packages(self):
        result = self.run_setup("install_packages one two three", INSTALLED="two")
        self.assertEqual(result.returncode, 0, result.stderr)
        install = "apt-get install -y --no-install-recommends one three"
        self.assertEqual(self.log.read_text().splitlines(), ["apt-get update", install])

    @unittest.skipUnless(os.geteuid() == 0, "installing takes root")
    def test_prints_the_command_if_the_installation_fails(self):
        result = self.run_setup("install_packages one", APT_STATUS="100")
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get install -y --no-install-recommends one", result.stderr)

    def test_prints_the_command_without_root(self):
        self.folder.chmod(0o755)
        result = self.run_setup("install_packages one", user=NOBODY if os.geteuid() == 0 else None)
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get update && apt-get install -y --no-install-recommends one", result.stderr)
        self.assertEqual(self.log.read_text(), "")

    @unittest.skipUnless(os.geteuid() == 0, "installing takes root")
    def test_installs_ffmpeg_if_the_program_is_missing(self):
        (self.programs / "ffmpeg").unlink()
        self.assertEqual(self.run_setup("install_packages one", INSTALLED="one").returncode, 0)
        self.assertEqual(self.run_setup("install_packages two ffmpeg").returncode, 0)
        installs = [line for line in self.log.read_text().splitlines() if "install" in line]
        install = "apt-get install -y --no-install-recommends"
        self.assertEqual(installs, [f"{install} ffmpeg", f"{install} two ffmpeg"])

    def test_continues_without_ffmpeg(self):
        (self.programs / "ffmpeg").unlink()
        result = self.run_setup("install_packages one; echo on", INSTALLED="one", APT_STATUS="100")
        self.assertEqual((result.returncode, result.stdout), (0, "on\n"))
        self.assertIn("note: ffmpeg is missing, so video files cannot be read: ", result.stderr)
        self.assertIn("apt-get install -y --no-install-recommends ffmpeg", result.stderr)
        # The required packages are still installed.
        self.assertEqual(self.run_setup("install_packages two", APT_STATUS="100").returncode, 1)

    def test_installs_pip_only_to_fetch_models(self):
        self.write_stub("python3", "exit 1")
        result = self.run_setup("install_packages one", INSTALLED="one", TEGATA_MODELS=str(self.folder))
        self.assertEqual((result.returncode, self.log.read_text()), (0, ""))

    def test_continues_without_pip(self):
        tool = self.setup.parent / "make" / "models"
        tool.parent.mkdir()
        tool.write_text('#!/bin/bash\necho "fetch-models $*" >> "$LOG"\n')
        tool.chmod(0o755)
        self.write_stub("python3", "exit 1")
        self.write_stub("swift", "exit 0")
        result = self.run_setup("set_up one", INSTALLED="one", APT_STATUS="100")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("note: continuing without python3-pip ca-certificates: ", result.stderr)
        self.assertEqual(self.log.read_text().splitlines()[-1], "fetch-models ")
        if os.geteuid() == 0:
            self.assertIn("install -y --no-install-recommends python3-pip ca-certificates", self.log.read_text())
        # Neither building nor running with stored models needs this.
        self.log.write_text("")
        self.run_setup("install_packages one", INSTALLED="one")
        self.run_setup("set_up one", INSTALLED="one", TEGATA_MODELS=str(self.folder))
        self.assertEqual(self.log.read_text(), "")

    def test_lists_missing_packages_on_other_systems(self):
        (self.programs / "apt-get").unlink()
        (self.programs / "python3").unlink()
        result = self.run_setup("install_packages one", INSTALLED="one", TEGATA_MODELS=str(self.folder))
        self.assertEqual(result.returncode, 1)
        self.assertIn("python3", result.stderr)

    def test_finds_swift_in_the_folder_of_swiftly(self):
        folder = self.folder / ".local/share/swiftly/bin"
        self.write_stub("swift", "exit 0", folder)
        result = self.run_setup("find_swift; command -v swift")
        self.assertEqual((result.returncode, result.stdout.strip()), (0, str(folder / "swift")))

    def test_finds_the_toolchain_through_links_to_another_program(self):
        usr = self.folder / "toolchains/6.2/usr"
        answer = json.dumps({"paths": {"runtimeResourcePath": str(usr / "lib/swift")}}, indent=2)
        self.write_stub("swiftc", f"[[ $* == -print-target-info ]] && echo '{answer}'", usr / "bin")
        # The link's program selects the compiler by the name that it was called by.
        self.write_stub("swiftly", f'exec "{usr}/bin/${{0##*/}}" "$@"')
        (self.programs / "swiftc").symlink_to("swiftly")
        self.write_stub("python3", f'exec {sys.executable} "$@"')
        result = self.run_setup("toolchain")
        self.assertEqual((result.returncode, result.stdout), (0, f"{usr}\n"), result.stderr)
        self.write_stub("swiftc", "exit 1", usr / "bin")
        result = self.run_setup('folder=$(toolchain)/lib; echo "$folder"')
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("error: swiftc does not report the folder of its toolchain", result.stderr)

    def test_names_folders_that_root_owns(self):
        for name in ("mkdir", "flock"):
            (self.programs / name).symlink_to(shutil.which(name) or name)
        self.folder.chmod(0o755)
        (self.folder / ".build").mkdir(mode=0o555)
        user = NOBODY if os.geteuid() == 0 else None
        result = self.run_setup('lock "$root/.build/static"', user=user)
        self.assertEqual(result.returncode, 1)
        self.assertIn(
            f"error: {self.folder}/.build/static: cannot be written to; if root owns it, run: ", result.stderr
        )
        (self.folder / ".build").chmod(0o777)
        result = self.run_setup('lock "$root/.build/static"; echo on', user=user)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "on\n", ""))

    def test_root_ignores_the_output_of_cd(self):
        (self.folder / "elsewhere/Tools").mkdir(parents=True)
        for path in (".", f"{self.folder}/elsewhere:{self.folder}", str(self.folder)):
            result = subprocess.run(
                ["/bin/bash", "-euo", "pipefail", "-c", 'source Tools/setup; echo "$root"'],
                cwd=self.folder,
                env={"PATH": str(self.programs), "CDPATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual((result.stdout, result.stderr), (f"{self.folder}\n", ""))

    def test_makes_the_folders_of_the_caller_absolute(self):
        result = self.run_setup(
            "cd /; env bash -c 'echo \"$TEGATA_MODELS $DESTDIR\"'", TEGATA_MODELS="own models", DESTDIR="/tree"
        )
        self.assertEqual(result.stdout, f"{os.getcwd()}/own models /tree\n")


class ModelsTests(unittest.TestCase):
    """The models that set-up fetches, with a stub for the tool."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "Models").mkdir()
        (self.folder / "Tools" / "make").mkdir(parents=True)
        shutil.copy(SETUP, self.folder / "Tools")
        tool = self.folder / "Tools" / "make" / "models"
        tool.write_text('#!/bin/bash\necho "$*"\nexit "$STATUS"\n')
        tool.chmod(0o755)

    def fetch(self, status, call="fetch_models", **variables):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "STATUS": str(status)}
        return subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", f"source '{self.folder}/Tools/setup'; {call}; echo on"],
            env=dict(environment, **variables),
            capture_output=True,
            text=True,
            check=False,
        )

    def test_fetches_all_models_or_those_needed_to_run(self):
        result = self.fetch(0)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "\non\n", ""))
        result = self.fetch(0, 'needed_models=("${run_models[@]}"); fetch_models')
        self.assertEqual(result.stdout, "hand_landmarker.task gesture_recognizer.task\non\n")

    def test_reports_missing_models(self):
        (self.folder / "Models" / "hand_landmarker.task").touch()
        result = self.fetch(3)
        self.assertEqual((result.returncode, result.stdout), (0, "--daily\non\n"))
        self.assertRegex(result.stderr, "^note: models are missing, .*Tools/make/models.*\n$")

    def test_stops_without_a_hand_landmarker(self):
        result = self.fetch(3)
        self.assertEqual((result.returncode, result.stdout), (1, "\n"))
        self.assertIn("error: models could not be fetched", result.stderr)

    def test_stops_if_fetching_fails(self):
        (self.folder / "Models" / "hand_landmarker.task").touch()
        result = self.fetch(1)
        self.assertEqual((result.returncode, result.stdout), (1, "--daily\n"))

    def test_does_not_fetch_into_the_folder_of_the_user(self):
        self.assertEqual(self.fetch(1, TEGATA_MODELS="elsewhere").stdout, "on\n")


if __name__ == "__main__":
    unittest.main()
