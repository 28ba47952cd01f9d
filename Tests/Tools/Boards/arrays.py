"""Prints the hands in arrays from Picamera2: XBGR8888 and RGB888 (Linux names, so that red or blue comes first), and
YUV420 with padded rows."""

import sys

import numpy as np
import tegata
from tegata import _images

pixels = _images.read(sys.argv[1])
height, width = (side // 2 * 2 for side in pixels.shape[:2])
pixels = pixels[:height, :width]
alpha = np.full((height, width, 1), 255, np.uint8)
padded = np.zeros((height, width + 32, 4), np.uint8)
padded[:, :width] = np.concatenate([pixels, alpha], axis=2)
luma = pixels[:, :, 1]
planes = np.full((height * 3 // 2, width + 32), 128, np.uint8)
planes[:height, :width] = luma
tracker = tegata.Tracker()
for array, format in [
    (padded[:, :width], "rgba"),
    (np.ascontiguousarray(pixels[:, :, ::-1]), "bgr"),
    (planes[:, :width], "i420"),
]:
    for hand in tracker.detect(array, format=format).landmarks:
        print(format, *(float(value).hex() for value in hand.ravel()))
