"""Tracks the hands of many videos with Ray Data, on all processors of a machine or cluster, and writes the results
as Parquet.

    python archive_ray.py --workers 4 OUT VIDEO…

Each worker is an actor with its own tracker, and processes one video at a time. A video that cannot be read becomes a
row with an error, and the work continues. Needs `ray[data]`, `pyarrow` and `tegata` on every machine of a cluster.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pyarrow as pa
import ray
import tegata.arrow


class Archivist:
    """Tracks the hands of videos, one after the other."""

    def __init__(self, model: str | None) -> None:
        # Use one thread per worker, because there are many workers.
        self.tracker = tegata.Tracker(model, threads=1, identifies_hands=True)

    def __call__(self, videos: pa.Table) -> Iterator[pa.Table]:
        for path in videos["path"].to_pylist():
            for batch in tegata.arrow.track(path, tracker=self.tracker, records_errors=True):
                yield pa.Table.from_batches([batch])


def archive(videos: list[str], folder: str, workers: int, model: str | None = None) -> None:
    paths = ray.data.from_items([{"path": path} for path in videos], override_num_blocks=len(videos))
    # Reserve less than a whole processor per worker, so that writing has room even with as many workers as processors.
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
    parser.add_argument("folder", metavar="OUT", help="the folder for the Parquet files")
    parser.add_argument("videos", nargs="+", metavar="VIDEO")
    parser.add_argument("--workers", type=int, default=2, help="how many videos to process at a time [default: 2]")
    parser.add_argument("--model", help="the bundle to use")
    arguments = parser.parse_args()
    archive(arguments.videos, arguments.folder, arguments.workers, arguments.model)


if __name__ == "__main__":
    main()
