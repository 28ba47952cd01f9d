"""Where models are, and how to get them."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from ._errors import MissingError, UnreadableError

_HERE = Path(__file__).resolve().parent


def folders() -> list[Path]:
    """Where models are looked for, in this order."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    given = os.environ.get("TEGATA_MODELS")
    places = [Path(given)] if given else []
    # The last of these is the checkout that the package lies in.
    return [*places, data / "tegata", Path("/usr/local/share/tegata"), Path("/usr/share/tegata"), _HERE.parents[1] / "Models"]


def find(name: str = "hand_landmarker.task") -> str:
    """The path of a model."""
    for folder in folders():
        if (folder / name).is_file(): return str(folder / name)
    places = ", ".join(str(folder) for folder in folders())
    raise MissingError(f"{name}: not in {places}; name its path, or get it with tegata.models.fetch({name!r})", name)


def fetch(name: str = "hand_landmarker.task", folder: str | os.PathLike[str] | None = None) -> str:
    """Gets a model from where its maker publishes it, into the first of the folders that belong to the user, and returns its path.

    What comes must have the published SHA-256. A model that is there already is not fetched again."""
    model = next((model for model in _manifest() if model["name"] == name), None)
    address = next((source["address"] for source in (model or {}).get("sources", []) if "address" in source), None)
    if model is None or address is None: raise MissingError(f"{name}: nobody publishes a model of that name", name)
    target = Path(folder) if folder is not None else next(place for place in folders() if not str(place).startswith("/usr/"))
    path = target / name
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == model["sha256"]: return str(path)
    # Nothing else here uses the network.
    from urllib.request import urlopen

    with urlopen(address, timeout=60) as answer: data = answer.read(model["size"] + 1)
    if hashlib.sha256(data).hexdigest() != model["sha256"]:
        raise UnreadableError(f"{address}: what came is not the published model; try again later", name)
    target.mkdir(parents=True, exist_ok=True)
    partial = target / f".{name}.{os.getpid()}"
    partial.write_bytes(data)
    os.replace(partial, path)
    return str(path)


def _manifest() -> list[dict]:
    packed = _HERE / "_models.json"
    text = packed if packed.is_file() else _HERE.parents[1] / "Models" / "manifest.json"
    return json.loads(text.read_text())["models"]
