"""The version of the package, as its sources state it.

    python3 Tools/lib/package_version.py

prints it.
"""

import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "Sources" / "Hands" / "TegataHands" / "Version.swift"


def constant(name):
    """Returns `number` or `date` of the version."""
    found = re.search(rf'static let {name} = "([^"]+)"', SOURCE.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{SOURCE}: has no constant {name}; add one")
    return found[1]


if __name__ == "__main__":
    print(constant("number"))
