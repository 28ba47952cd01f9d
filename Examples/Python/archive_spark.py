"""Tracks the hands of many videos with PySpark, and writes the results as Parquet.

    spark-submit archive_spark.py OUT VIDEO…       python archive_spark.py --workers 4 OUT VIDEO…

Each video is one task. A video that cannot be read becomes a row with an error, and the job continues. Needs `pyspark`,
`pandas`, `pyarrow` and `tegata` on every machine of a cluster.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

import pandas as pd
import pyarrow as pa
from pyspark.sql import SparkSession

COLUMNS = """source string, frame long, milliseconds long, hand int, id long, handedness string,
handedness_score float, presence float, landmarks array<float>,
world_landmarks array<float>, gesture string, gesture_score float, error string"""
# Integer columns in which values can be missing.
KINDS = {pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype()}


def archive(spark: SparkSession, videos: list[str], folder: str, model: str | None = None) -> None:
    def follow(numbers: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        # Import on the worker, once per task.
        import tegata.arrow

        with tegata.Tracker(model, threads=1, identifies_hands=True) as tracker:
            for frame in numbers:
                for number in frame["id"]:
                    for batch in tegata.arrow.track(videos[number], tracker=tracker, records_errors=True):
                        yield batch.to_pandas(types_mapper=KINDS.get)

    # Create as many tasks as videos.
    tasks = spark.range(0, len(videos), 1, len(videos))
    tasks.mapInPandas(follow, COLUMNS).write.mode("overwrite").parquet(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="OUT", help="the folder for the Parquet files")
    parser.add_argument("videos", nargs="+", metavar="VIDEO")
    parser.add_argument(
        "--workers",
        type=int,
        help="how many videos to process at a time on this machine [default: as spark-submit sets it]",
    )
    parser.add_argument("--model", help="the bundle to use")
    arguments = parser.parse_args()
    builder = SparkSession.builder.appName("hands")
    if arguments.workers is not None:
        builder = builder.master(f"local[{arguments.workers}]")
        # Use this Python, because the first one on the PATH may lack its packages.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = builder.getOrCreate()
    try:
        archive(spark, arguments.videos, arguments.folder, arguments.model)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
