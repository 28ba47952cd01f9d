"""Networks that the caller runs, such as on a graphics processor or an accelerator."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, Structure, c_int32, c_void_p
from typing import Any, Callable

import numpy as np

from ._errors import InvalidArgumentError
from ._library import library, struct


def _elements() -> list[str]:
    """Returns the names of the types of elements."""
    return library().choices["encoding.element"]


class Encoding:
    """How the elements of a tensor encode numbers.

    - `element` ("float32"): "float32", "float16", "uint8" or "int8".
    - `scale` (0): the distance between the numbers of adjacent bytes; ignored for floats.
    - `zero_point` (0): the byte that stands for 0; ignored for floats.
    """

    def __init__(self, element: str = "float32", scale: float = 0.0, zero_point: int = 0) -> None:
        if element not in _elements():
            raise InvalidArgumentError(f"unknown element {element!r}; choose one of {', '.join(_elements())}")
        self.element, self.scale, self.zero_point = element, scale, zero_point


class Network:
    """The form in which a function takes and returns the tensors of a network.

    - `input` (floats): the encoding of pixels from 0 for black to 1 for white.
    - `outputs` (floats): the encodings of the outputs.
    - `batch` (1): the largest number of images in a call.
    """

    def __init__(self, input: Encoding | None = None, outputs: Sequence[Encoding | None] = (), batch: int = 1) -> None:
        self.input, self.outputs, self.batch = input, outputs, batch


class Networks:
    """Networks that a function runs instead of Tegata, which does everything else.

    - `run`: called with the name of a network and an array of images, count × height × width × 3, whose elements are
      valid until it returns. It returns the outputs as arrays, in this order and for each image. For "palm_detector":
      2016 × 18 boxes and points relative to anchors, and 2016 logits. For "hand_landmarks": 63 coordinates in pixels,
      the presence, the probability of a right hand, and 63 coordinates in metres. Its exceptions reach the caller of
      the tracker.
    - `palm_detector`, `hand_landmarks` (floats, one image at a time): the form of the tensors.
    """

    def __init__(
        self,
        run: Callable[[str, np.ndarray], Sequence[np.ndarray]],
        *,
        palm_detector: Network | None = None,
        hand_landmarks: Network | None = None,
    ) -> None:
        self.run = run
        self.palm_detector, self.hand_landmarks = palm_detector, hand_landmarks


class Running:
    """The networks of one tracker as the library takes them. It must live as long as the tracker."""

    def __init__(self, networks: Networks) -> None:
        self._run = networks.run
        # The exception of the last call.
        self._fault: BaseException | None = None
        self.described = struct("networks")()
        # The fields of both networks, in the order of their numbers.
        self._names = [field[0] for field in self.described._fields_ if field[1] is struct("network")]
        for name in self._names:
            network = getattr(networks, name) or Network()
            target = getattr(self.described, name)
            target.batch = network.batch
            if len(network.outputs) > len(target.outputs):
                raise InvalidArgumentError(f"{name} has {len(network.outputs)} outputs; give at most 4 encodings")
            for place, encoding in zip((target.input, *target.outputs), (network.input, *network.outputs)):
                if encoding is not None:
                    place.element = _elements().index(encoding.element)
                    place.scale, place.zero_point = encoding.scale, encoding.zero_point
        # The library keeps the address of this function.
        self._function = CFUNCTYPE(c_int32, c_void_p, POINTER(struct("network_call")))(self._called)
        self.described.run = ctypes.cast(self._function, c_void_p).value

    def _called(self, _: int, call: Any) -> int:
        try:
            asked = call.contents
            name = self._names[asked.network]
            answers = self._run(name, self._array(asked.input))
            if len(answers) != asked.output_count:
                raise InvalidArgumentError(
                    f"the function returned {len(answers)} outputs of {name}; return {asked.output_count}"
                )
            for place, answer in enumerate(answers):
                target, answer = self._array(asked.outputs[place]), np.asarray(answer)
                if answer.size != target.size or answer.dtype != target.dtype:
                    raise InvalidArgumentError(
                        f"output {place} of {name} is {answer.dtype} {answer.shape}; return {target.dtype}"
                        f" {target.shape}"
                    )
                target[...] = answer.reshape(target.shape)
        except BaseException as fault:
            self._fault = fault
            return 1
        return 0

    def _array(self, tensor: Structure) -> np.ndarray:
        """Returns the elements of a tensor, which are not copied."""
        memory = (ctypes.c_uint8 * tensor.byte_count).from_address(tensor.data)
        array = np.frombuffer(memory, _elements()[tensor.encoding.element])
        return array.reshape(tensor.shape[: tensor.dimension_count])

    def take_fault(self) -> BaseException | None:
        """Returns the exception of the last call, once."""
        fault, self._fault = self._fault, None
        return fault
