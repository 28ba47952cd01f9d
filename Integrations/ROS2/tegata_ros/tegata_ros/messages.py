"""The parts of the node that do not need ROS: pixels of sensor_msgs/Image, and messages from dictionaries."""

import numpy as np

# Image encodings, with the format of the Python package and the bytes per pixel.
ENCODINGS = {
    "rgb8": ("rgb", 3),
    "bgr8": ("bgr", 3),
    "rgba8": ("rgba", 4),
    "bgra8": ("bgra", 4),
    "mono8": ("gray", 1),
    "yuv422_yuy2": ("yuyv", 2),
}


def pixels(image):
    """Returns the array of an image, without a copy, and its format."""
    if image.encoding not in ENCODINGS:
        raise ValueError(f"images in {image.encoding} are not supported; use one of {', '.join(ENCODINGS)}")
    format, size = ENCODINGS[image.encoding]
    # Rows that are shorter than their pixels would make the view read other memory.
    if image.step < image.width * size:
        raise ValueError(f"rows of {image.step} bytes are too short for {image.width} pixels in {image.encoding}")
    rows = np.frombuffer(image.data, np.uint8).reshape(image.height, image.step)[:, : image.width * size]
    shape = (image.height, image.width) if size == 1 else (image.height, image.width, size)
    strides = (image.step, 1) if size == 1 else (image.step, size, 1)
    return np.lib.stride_tricks.as_strided(rows, shape, strides, writeable=False), format


def fill(message, values, types):
    """Sets the fields of a message from a dictionary. `types` creates the elements of lists: {"poses": Pose}."""
    for name, value in values.items():
        if isinstance(value, dict):
            fill(getattr(message, name), value, types)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            setattr(message, name, [fill(types[name](), one, types) for one in value])
        else:
            setattr(message, name, value)
    return message
