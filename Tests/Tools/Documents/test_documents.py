"""The links, anchors and file names in the documents refer to existing targets."""

import re
import unittest

from project import ROOT

FENCED = re.compile(r"^([ \t]*)```.*?^\1```[ \t]*$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
# Folders whose files are named by their path from the root.
FOLDERS = ("Sources", "Tests", "Tools", "Examples", "Benchmarks", "Fuzz", "docs", ".github", ".ci")
# The files of the models are fetched and not committed.
COMMITTED_MODELS = ("Models/manifest.json", "Models/README.md")


def documents():
    """Returns every Markdown file of the project."""
    files = [*ROOT.glob("*.md"), *(ROOT / "Models").glob("*.md")]
    for folder in FOLDERS:
        files += (ROOT / folder).rglob("*.md")
    return sorted(files)


def anchors(text):
    """Returns the anchors of headings: lower case, hyphens for spaces, no punctuation; a repeated one gets a number."""
    found, counts = set(), {}
    for heading in HEADING.findall(FENCED.sub("", text)):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        count = counts[name] = counts.get(name, -1) + 1
        found.add(f"{name}-{count}" if count else name)
    return found


def named_paths(text):
    """Yields paths from the root that stand alone in backticks or begin a command in them."""
    for code in CODE.findall(text):
        word = code.split()[0].removeprefix("./")
        folder, slash, rest = word.partition("/")
        if (
            slash
            and rest
            and (folder in FOLDERS or word in COMMITTED_MODELS)
            and not re.search(r"[*{}<>$…]|NAME|OPERATOR", word)
        ):
            # A place in a file, as in Sources/a.swift:12.
            yield re.sub(r":\d+$", "", word)


class DocumentTests(unittest.TestCase):
    def setUp(self):
        self.texts = {path: path.read_text(encoding="utf-8") for path in documents()}

    def test_finds_the_documents(self):
        self.assertIn(ROOT / "README.md", self.texts)
        self.assertIn(ROOT / "docs" / "architecture.md", self.texts)

    def test_links_have_existing_targets(self):
        for path, text in self.texts.items():
            for target in LINK.findall(CODE.sub("", FENCED.sub("", text))):
                if re.match(r"[a-z]+:", target):
                    continue
                with self.subTest(document=str(path.relative_to(ROOT)), link=target):
                    name, _, anchor = target.partition("#")
                    file = (path.parent / name).resolve() if name else path
                    self.assertTrue(file.is_relative_to(ROOT) and file.exists(), "there is no such file")
                    if anchor:
                        self.assertIn(anchor, anchors(self.texts[file]), "there is no such heading")

    def test_named_files_exist(self):
        for path, text in self.texts.items():
            for name in named_paths(FENCED.sub("", text)):
                with self.subTest(document=str(path.relative_to(ROOT)), path=name):
                    self.assertTrue((ROOT / name).exists(), "there is no such file or folder")

    def test_scripts_in_examples_exist(self):
        for path, text in self.texts.items():
            for block in FENCED.finditer(text):
                for name in re.findall(
                    r"(?:^|[ ])(?:\./)?((?:Tools|Benchmarks|\.ci)/[\w./-]+)", block[0], re.MULTILINE
                ):
                    with self.subTest(document=str(path.relative_to(ROOT)), path=name):
                        self.assertTrue((ROOT / name).exists(), "there is no such file or folder")

    def test_every_page_is_linked_from_the_readme(self):
        reached, pages = set(), [ROOT / "README.md"]
        while pages:
            page = pages.pop()
            if page in reached or page not in self.texts:
                continue
            reached.add(page)
            pages += [(page.parent / target.partition("#")[0]).resolve() for target in LINK.findall(self.texts[page])]
        for path in (ROOT / "docs").rglob("*.md"):
            with self.subTest(document=path.name):
                self.assertIn(path, reached, "no page that README.md leads to has a link to it")


class AnchorTests(unittest.TestCase):
    def test_derives_anchors_from_headings(self):
        text = "# The `tegata` command\n\n## Two, three\n\n## Two, three\n\n```\n# no heading\n```\n"
        self.assertEqual(anchors(text), {"the-tegata-command", "two-three", "two-three-1"})

    def test_finds_paths_in_backticks(self):
        text = "`Tools/run detect`, `./Tools/test`, `a/b`, `Sources/x.swift:3`, `Tests/*.py`, `Models/x.task`, `Tools`"
        self.assertEqual(list(named_paths(text)), ["Tools/run", "Tools/test", "Sources/x.swift"])


if __name__ == "__main__":
    unittest.main()
