"""Prints every bit of the hands in a program for mediapipe 0.10.21."""

import sys

import mediapipe as mp
from tegata import _images

with mp.solutions.hands.Hands(static_image_mode=True, max_num_hands=2) as hands:
    for path in sys.argv[1:]:
        found = hands.process(_images.read(path))
        for side, hand in zip(found.multi_handedness or (), found.multi_hand_landmarks or ()):
            print(side.classification[0].label, side.classification[0].score.hex())
            for point in hand.landmark:
                print(point.x.hex(), point.y.hex(), point.z.hex())
