"""Figures that several pages state agree with their source: a table of measurements."""

import re
import unittest

from project import ROOT


def page(path):
    return " ".join((ROOT / path).read_text(encoding="utf-8").split("\n"))


def table(path, heading):
    """Returns the cells of each row of the first table behind a heading."""
    text = (ROOT / path).read_text(encoding="utf-8").split(f"\n{heading}\n")[1]
    rows = []
    for line in text.splitlines():
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[2:]


def ratios():
    """Returns the ratios to MediaPipe's time: of the engine with one thread and with two, and of Python."""
    text = (ROOT / "docs/performance.md").read_text(encoding="utf-8")
    pairs = re.findall(r"^\| \d \| (\d) \|.*\| ([\d.]+) \|$", text, re.MULTILINE)
    one, two = ([float(ratio) for threads, ratio in pairs if threads == count] for count in "12")
    for first, second in re.findall(r"^\| AMD .*\| ([\d.]+) \| ([\d.]+|–) \|$", text, re.MULTILINE):
        one.append(float(first))
        two += [float(second)] if second != "–" else []
    python = [float(row[3]) for row in table("docs/python.md", "## Speed and memory") if row[0].startswith("time")]
    return one, two, python


def span(figures):
    return f"{min(figures):.2f} to {max(figures):.2f}"


class FigureTests(unittest.TestCase):
    def test_ratios_agree_with_the_tables(self):
        one, two, python = ratios()
        self.assertGreater(min(len(one), len(two), len(python)), 1)
        self.assertIn(f"in {span(one + two + python)} of the time", page("README.md"))
        comparison = page("docs/tegata-and-mediapipe.md")
        self.assertIn(f"[{span(one + python)} of MediaPipe's](#time)", comparison)
        self.assertIn(f"needs {span(one)} of MediaPipe's time on one thread, and {span(two)} on two", comparison)
        self.assertIn(f"Through Python, the ratio is {span(python)}", comparison)

    def test_memory_agrees_with_the_table(self):
        rows = table("docs/python.md", "## Speed and memory")
        memory = [float(row[3]) for row in rows if row[0].startswith("memory")]
        self.assertIn(
            f"[{span(memory)} of MediaPipe's](python.md#speed-and-memory)", page("docs/tegata-and-mediapipe.md")
        )

    def test_sizes_agree_with_the_release(self):
        sizes = {row[0].strip("`"): float(row[1]) for row in table("Benchmarks/RESULTS.md", "## Sizes of a release")}
        for path, pattern, name, places in (
            ("docs/installing.md", r"`\.build/tegata_VERSION_ARCHITECTURE\.deb`, ([\d.]+) MB", "tegata amd64.deb", 0),
            ("docs/python.md", r"\| wheel for arm64, without models \| ([\d.]+) MB", "wheel arm64", 1),
            ("docs/browser.md", r"`hands\.html` is one file of ([\d.]+) MB", "hands.html", 1),
            ("docs/raspberry-pi.md", r"`python3-tegata` \|.*?\| ([\d.]+) MB", "python3-tegata.deb", 2),
            ("docs/raspberry-pi.md", r"`libtegata0`, `libtegata-dev` \|.*?\| ([\d.]+) MB", "libtegata0 arm64.deb", 1),
            ("docs/raspberry-pi.md", r"`libtegata-dev` \|.*?, ([\d.]+) MB", "libtegata-dev arm64.deb", 1),
            ("docs/raspberry-pi.md", r"`tegata-models` \|.*?\| ([\d.]+) MB", "tegata-models.deb", 1),
            ("docs/raspberry-pi.md", r"`tegata-device` \|.*?\| ([\d.]+) MB", "tegata-device arm64.deb", 1),
        ):
            with self.subTest(path, name=name):
                stated = re.search(pattern, page(path))
                assert stated, pattern
                self.assertEqual(float(stated[1]), round(sizes[name], places))


if __name__ == "__main__":
    unittest.main()
