"""The completions after `tegata` in the shells, with the scripts that it writes for them.

Needs the release build; tests of a shell that is not installed are skipped.
"""

import os
import pty
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from project import TEGATA

COMMANDS = [
    "detect",
    "recognize",
    "track",
    "record",
    "report",
    "train",
    "evaluate",
    "bench",
    "inspect",
    "quantize",
    "generate-class",
    "run",
    "doctor",
    "completions",
    "help",
]


def needs(shell):
    return unittest.skipUnless(shutil.which(shell), f"{shell} is missing")


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
class CompletionTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "some folder").mkdir()
        for name in ("a picture.JPG", "b.png", "it's.task", "net.tflite", "video.mp4", "x.npy", "notes.txt"):
            (self.folder / name).touch()

    def script(self, shell):
        text = subprocess.run([TEGATA, "completions", shell], check=True, capture_output=True, text=True).stdout
        subprocess.run([shell, "-n"], input=text, check=True, text=True)
        path = self.folder / f".{shell}"
        path.write_text(text)
        return path

    def expect(self, offers, cases):
        """Checks each case: `offers` returns the completions for the words after tegata, the last of which is
        incomplete."""
        for words, expected in cases:
            with self.subTest(" ".join(words)):
                self.assertCountEqual(offers(words), expected)

    @needs("bash")
    def test_completes_in_bash(self):
        script = self.script("bash")

        def offers(words):
            call = f"""
                source {script}
                COMP_WORDS=(tegata "$@") COMP_CWORD=$#
                _tegata
                for word in "${{COMPREPLY[@]}}"; do echo "$word"; done
            """
            command = ["bash", "--norc", "-uc", call, "bash", *words]
            return subprocess.run(
                command, check=True, capture_output=True, text=True, cwd=self.folder
            ).stdout.splitlines()

        self.expect(
            offers,
            [
                ([""], [*COMMANDS, "-h", "--help", "--version"]),
                (["de"], ["detect"]),
                (["detect", "--ro"], ["--rotation"]),
                (["run", "--out"], ["--output"]),
                # "=" is a separate word.
                (["detect", "--isa", "=", "ne"], ["neon"]),
                (["detect", "--rotation", "="], ["0", "90", "180", "270"]),
                (["detect", "--rotation", ""], ["0", "90", "180", "270"]),
                (["detect", "--threads", ""], []),
                (["detect", ""], ["some folder", "a picture.JPG", "b.png"]),
                (["detect", "a"], ["a picture.JPG"]),
                (["detect", "--", "-"], []),
                (["track", "--gestures", ""], ["some folder", "video.mp4"]),
                (["track", "-m", ""], ["some folder", "it's.task"]),
                (["run", "-o", ""], ["some folder"]),
                (["run", "net.tflite", "--input", ""], ["some folder", "x.npy"]),
                (["help", "r"], ["recognize", "record", "report", "run"]),
                (["train", "p"], ["pose"]),
                (["completions", ""], ["bash", "zsh", "fish"]),
                (["frobnicate", ""], []),
            ],
        )

    @needs("fish")
    def test_completes_in_fish(self):
        script = self.script("fish")
        folders = dict(os.environ, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder / ".config"))

        def offers(words):
            command = ["fish", "--no-config", "-c", f"source {script}; complete -C $argv", " ".join(["tegata", *words])]
            answer = subprocess.run(command, check=True, capture_output=True, text=True, cwd=self.folder, env=folders)
            self.assertEqual(answer.stderr, "")
            return [line.split("\t")[0] for line in answer.stdout.splitlines()]

        self.expect(
            offers,
            [
                ([""], COMMANDS),
                (["-"], ["-h", "--help", "--version"]),
                (["de"], ["detect"]),
                (["detect", "--ro"], ["--rotation"]),
                (["detect", "--isa=ne"], ["--isa=neon"]),
                (["detect", "--rotation=1"], ["--rotation=180"]),
                (["detect", "--rotation", ""], ["0", "90", "180", "270"]),
                (["detect", "--threads", ""], []),
                (["detect", ""], ["some folder/", "a picture.JPG", "b.png"]),
                (["track", "--gestures", ""], ["some folder/", "video.mp4"]),
                (["track", "--model="], ["--model=some folder/", "--model=it's.task"]),
                (["run", "-o", ""], ["some folder/"]),
                (["help", "r"], ["recognize", "record", "report", "run"]),
                (["help", "detect", "--"], ["--help", "--man"]),
                (["train", "p"], ["pose"]),
                (["completions", ""], ["bash", "zsh", "fish"]),
            ],
        )

    @needs("zsh")
    def test_completes_in_zsh(self):
        script = self.script("zsh")
        terminal, inner = pty.openpty()
        self.addCleanup(os.close, terminal)
        answer = self.folder / ".answer"
        shell = subprocess.Popen(
            ["zsh", "-f", "-i"],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            cwd=self.folder,
            start_new_session=True,
            env=dict(os.environ, HOME=str(self.folder), TERM="dumb"),
        )
        os.close(inner)
        self.addCleanup(shell.wait)
        self.addCleanup(shell.kill)

        def answered():
            while not answer.exists():
                self.assertIsNone(shell.poll(), "the shell has ended")
                time.sleep(0.002)
            text = answer.read_text()
            answer.unlink()
            return text

        # Ctrl-X writes the command line to a file.
        setup = [
            "autoload -Uz compinit; compinit -u -D",
            f"source {script}",
            "tell() { print -rn -- $BUFFER > .tmp; mv .tmp .answer; BUFFER= }",
            "zle -N tell; bindkey '^X' tell",
            "print -n ready > .tmp; mv .tmp .answer",
        ]
        os.write(terminal, "; ".join(setup).encode() + b"\n")
        self.assertEqual(answered(), "ready")
        for typed, expected in [
            ("tegata det", "tegata detect "),
            ("tegata detect --ro", "tegata detect --rotation="),
            ("tegata detect --rotation=9", "tegata detect --rotation=90 "),
            ("tegata detect --rotation 9", "tegata detect --rotation 90 "),
            ("tegata detect --isa=b", "tegata detect --isa=baseline "),
            ("tegata detect b", "tegata detect b.png "),
            ("tegata detect a", "tegata detect a\\ picture.JPG "),
            ("tegata detect n", "tegata detect n"),
            ("tegata track --gestures v", "tegata track --gestures video.mp4 "),
            ("tegata track -m i", "tegata track -m it\\'s.task "),
            ("tegata run --output=s", "tegata run --output=some\\ folder/"),
            ("tegata help ins", "tegata help inspect "),
            ("tegata completions f", "tegata completions fish "),
        ]:
            with self.subTest(typed):
                os.write(terminal, typed.encode() + b"\t\x18")
                self.assertEqual(answered(), expected)


if __name__ == "__main__":
    unittest.main()
