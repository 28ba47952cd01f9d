"""Annotates many videos with Daft, Ray Data or Spark, on all processors of a machine or cluster.

    python archive_engines.py daft|ray|spark [--workers 4] OUT VIDEO…

Each worker processes one video at a time and writes its Parquet file into OUT, a folder that all machines share. Videos
that have a file are skipped, so start the program again if a machine fails. The last lines list the videos that cannot
be read. Needs `tegata[arrow]` and the engine on every machine.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Callable
from typing import Any

import tegata.archive

#: A function that annotates a video, such as `tegata.archive.annotate_video`.
Annotate = Callable[[str], tegata.archive.Annotated]


def with_daft(annotate: Annotate, videos: list[str], workers: int) -> list[dict[str, Any]]:
    import daft

    text = daft.DataType.string()

    @daft.cls(max_concurrency=workers, use_process=True)
    class Archivist:
        @daft.method(return_dtype=daft.DataType.struct({"file": text, "error": text}), unnest=True)
        def annotate(self, video: str) -> dict[str, Any]:
            return annotate(video)._asdict()

    paths = daft.from_pydict({"video": videos}).into_batches(1)
    return paths.select("video", Archivist().annotate(daft.col("video"))).to_pylist()


def with_ray(annotate: Annotate, videos: list[str], workers: int) -> list[dict[str, Any]]:
    import ray.data

    paths = ray.data.from_items([{"video": video} for video in videos], override_num_blocks=len(videos))
    return paths.map(lambda row: annotate(row["video"])._asdict(), concurrency=workers).take_all()


def with_spark(annotate: Annotate, videos: list[str], workers: int) -> list[dict[str, Any]]:
    from pyspark.sql import SparkSession

    # Use this Python, because the first one on the PATH may lack its packages.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master(f"local[{workers}]").getOrCreate()
    paths = spark.sparkContext.parallelize(videos, len(videos))
    return [video._asdict() for video in paths.map(annotate).collect()]


ENGINES = {"daft": with_daft, "ray": with_ray, "spark": with_spark}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("folder", metavar="OUT", help="the folder for the Parquet files")
    parser.add_argument("videos", nargs="+", metavar="VIDEO")
    parser.add_argument("--workers", type=int, default=2, help="how many videos to process at a time [default: 2]")
    parser.add_argument("--model", help="the bundle to use")
    arguments = parser.parse_args()
    # Workers may have another current directory.
    folder, videos = os.path.abspath(arguments.folder), [os.path.abspath(video) for video in arguments.videos]
    annotate = functools.partial(tegata.archive.annotate_video, folder=folder, model=arguments.model)
    for video in ENGINES[arguments.engine](annotate, videos, arguments.workers):
        if video["error"]:
            print(video["error"])


if __name__ == "__main__":
    main()
