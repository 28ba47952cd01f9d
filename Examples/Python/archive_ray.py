"""Follows the hands of many videos with Ray Data, on all processors of a machine or cluster, and writes what it finds
as Parquet.

    python archive_ray.py --workers 4 OUT VIDEO…

Each worker is an actor with a tracker of its own, and takes one video at a time. A video that cannot be read is a row
with an error, and the work goes on. Needs `ray[data]`, `pyarrow` and `tegata`, on every machine of a cluster.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pyarrow as pa
import ray
import tegata.arrow


class Archivist:
    """Follows the hands of videos, one after the other."""

    def __init__(self, model: str | None) -> None:
        # A processor is enough for each, as there are many.
        self.tracker = tegata.Tracker(model, threads=1, identifies_hands=True)

    def __call__(self, videos: pa.Table) -> Iterator[pa.Table]:
        for path in videos["path"].to_pylist():
            for batch in tegata.arrow.track(path, tracker=self.tracker, records_errors=True):
                yield pa.Table.from_batches([batch])


def archive(videos: list[str], folder: str, workers: int, model: str | None = None) -> None:
    paths = ray.data.from_items([{"path": path} for path in videos], override_num_blocks=len(videos))
    # Something of a processor is left for writing, so that there can be as many workers as processors.
    hands = paths.map_batches(
        Archivist,
        fn_constructor_args=(model,),
        batch_size=1,
        batch_format="pyarrow",
        num_cpus=0.9,
        compute=ray.data.ActorPoolStrategy(size=workers),
    )
    hands.write_parquet(folder, ray_remote_args={"num_cpus": 0.1})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="OUT", help="the folder that Parquet files are written to")
    parser.add_argument("videos", nargs="+", metavar="VIDEO")
    parser.add_argument("--workers", type=int, default=2, help="how many videos are looked at at a time (2)")
    parser.add_argument("--model", help="the bundle to use")
    arguments = parser.parse_args()
    archive(arguments.videos, arguments.folder, arguments.workers, arguments.model)


if __name__ == "__main__":
    main()
