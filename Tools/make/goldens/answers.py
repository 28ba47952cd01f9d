"""The format of results for images in Tests/Goldens."""

import json


def text(found):
    """Returns a line for each run and hand, so that differences are readable."""
    lines = []
    for run in found:
        head = json.dumps({name: value for name, value in run.items() if name != "hands"})[:-1]
        body = ",\n".join(json.dumps(hand, separators=(",", ":")) for hand in run["hands"])
        lines.append(f'{head}, "hands": [' + (f"\n{body}\n" if body else "") + "]}")
    return "[\n" + ",\n".join(lines) + "\n]\n"
