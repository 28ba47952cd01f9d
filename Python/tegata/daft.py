"""Hands in the image columns of Daft; needs daft.

import daft
import tegata.daft

images = daft.from_glob_path("images/*.jpg").with_column("image", daft.col("path").download().decode_image(mode="RGB"))
images.select("path", tegata.daft.track_hands(images["image"]).alias("hands")).write_parquet("hands")
"""

from __future__ import annotations

from typing import Any

from ._errors import needed
from ._tracker import Model, Tracker

daft = needed("daft", "daft")

_POINTS = daft.DataType.list(daft.DataType.list(daft.DataType.float32()))

#: The hands of an image.
HANDS = daft.DataType.list(
    daft.DataType.struct(
        {
            # "right" or "left", and the confidence of that.
            "handedness": daft.DataType.string(),
            "confidence": daft.DataType.float32(),
            # x and y of 21 points in pixels, and x, y and z in metres.
            "kp2d": _POINTS,
            "kp3d": _POINTS,
        }
    )
)


def track_hands(
    images: daft.Expression, model: Model = None, *, workers: int | None = None, **options: Any
) -> daft.Expression:
    """Returns the hands of each image of a column, as `daft_physical_ai.hands.track_hands` does: the same columns, with
    `kp3d` in metres. Images do not depend on each other.

    - `images`: a column of images.
    - `model`, `options`: the arguments of `Tracker`; `threads` is 1 by default.
    - `workers` (Daft's choice): the number of trackers that work at the same time.
    """
    return daft.cls(_Hands, max_concurrency=workers)(model, {"threads": 1, **options}).detect(images)


class _Hands:
    def __init__(self, model: Model, options: dict[str, Any]) -> None:
        self.tracker = Tracker(model, **options)

    @daft.method.batch(return_dtype=HANDS, batch_size=16)
    def detect(self, images: daft.Series) -> list[Any]:
        return [None if image is None else self._hands(image) for image in images.to_pylist()]

    def _hands(self, image: Any) -> list[dict[str, Any]]:
        size = image.shape[1::-1]
        return [
            {
                "handedness": hand.handedness.lower(),
                "confidence": hand.handedness_score,
                "kp2d": (hand.landmarks[:, :2] * size).tolist(),
                "kp3d": hand.world_landmarks.tolist(),
            }
            for hand in self.tracker.detect(image)
        ]
