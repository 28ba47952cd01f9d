"""Prints every bit of the hands and gestures in a program for MediaPipe's tasks: in files, and in video frames."""

import sys

import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision

model, *paths = sys.argv[1:]


def show(result):
    for side, hand, gestures in zip(result.handedness, result.hand_landmarks, result.gestures):
        print(side[0].category_name, float(side[0].score).hex(), gestures[0].category_name if gestures else None)
        for point in hand:
            print(*(float(value).hex() for value in (point.x, point.y, point.z)))


for mode in (vision.RunningMode.IMAGE, vision.RunningMode.VIDEO):
    options = vision.GestureRecognizerOptions(
        base_options=BaseOptions(model_asset_path=model), running_mode=mode, num_hands=2
    )
    with vision.GestureRecognizer.create_from_options(options) as recognizer:
        for index, path in enumerate(paths):
            image = mp.Image.create_from_file(path)
            show(
                recognizer.recognize(image)
                if mode == vision.RunningMode.IMAGE
                else recognizer.recognize_for_video(image, 40 * index)
            )
