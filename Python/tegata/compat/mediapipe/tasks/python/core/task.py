"""The common part of both tasks."""

from __future__ import annotations

import _thread
import atexit
import ctypes
import logging
import os
import threading
import weakref
from typing import Any, Callable

from ....._native import Structure, call, exception, native, whole
from ..vision.core.image import Image
from ..vision.core.image_processing_options import ImageProcessingOptions
from ..vision.core.vision_task_running_mode import VisionTaskRunningMode

# The open tasks. They are closed before Python exits, because their threads call back into it.
_open: weakref.WeakSet[Task] = weakref.WeakSet()
# The callbacks of the library. It may still call them after a task was closed on one of the library's threads.
_called: dict[int, Any] = {}
# The state of each thread: whether it calls users' functions, and whether the library has called it.
_here = threading.local()
# Locks that are held until an abandoned task is closed.
_closing: set[_thread.LockType] = set()


class Task:
    """A task of the library. A subclass gives its name and converts its results."""

    _name: str
    _verb: str
    _Result: type[Structure]
    _Callback: Any

    def __init__(self, options: Structure, callback: Callable[..., Any] | None) -> None:
        library = native()
        self._library = library
        self._detect_image = getattr(library, f"{self._name}{self._verb}Image")
        self._detect_video = getattr(library, f"{self._name}{self._verb}ForVideo")
        self._detect_stream = getattr(library, f"{self._name}{self._verb}Async")
        self._close_result = getattr(library, f"{self._name}CloseResult")
        self._handle: ctypes.c_void_p | None = None
        self._process = os.getpid()
        self._deliveries = _Deliveries(callback) if callback is not None else None
        if self._deliveries is not None:
            deliveries, converted = self._deliveries, self._converted

            def tell(status: int, result: Any, image: int, timestamp_ms: int) -> None:
                # Runs on a thread of the library. The arguments are freed when this function returns.
                _here.is_called = True
                try:
                    item = (
                        (converted(result.contents), Image._of(image), timestamp_ms)
                        if status == 0
                        else exception(status)
                    )
                except Exception as error:
                    item = error
                try:
                    deliveries.put(item)
                finally:
                    _here.is_called = False

            self._tell = self._Callback(tell)
            options.result_callback = self._tell
            self._deliveries.start()
        handle = ctypes.c_void_p()
        try:
            call(getattr(library, f"{self._name}Create"), ctypes.byref(options), ctypes.byref(handle))
        except BaseException:
            if self._deliveries is not None:
                self._deliveries.end()
                self._deliveries.wait()
            raise
        if self._deliveries is not None:
            _called[id(self._tell)] = self._tell
        self._handle = handle
        _open.add(self)

    @staticmethod
    def _converted(result: Any) -> Any:
        raise NotImplementedError

    def _image(self, image: Image, options: ImageProcessingOptions | None) -> Any:
        return self._answer(self._detect_image, image._handle, _native(options))

    def _video(self, image: Image, timestamp_ms: int, options: ImageProcessingOptions | None) -> Any:
        return self._answer(self._detect_video, image._handle, _native(options), whole(timestamp_ms, 64))

    def _stream(self, image: Image, timestamp_ms: int, options: ImageProcessingOptions | None) -> None:
        pixels = image._handle
        if self._handle is not None:
            call(self._detect_stream, self._handle, pixels, _native(options), whole(timestamp_ms, 64))

    def _answer(self, function: Any, *arguments: Any) -> Any:
        result = self._Result()
        # A closed task returns an empty result.
        if self._handle is None:
            return self._converted(result)
        call(function, self._handle, *arguments, ctypes.byref(result))
        try:
            return self._converted(result)
        finally:
            self._close_result(ctypes.byref(result))

    def close(self) -> None:
        """Ends the task after all pending frames are processed. Further calls have no effect."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        _open.discard(self)
        deliveries = self._deliveries if self._is_at_home else None
        # Pending frames must not wait for the callback that waits for them, nor for another stream's callback, which
        # may wait for this one.
        is_delivering = getattr(_here, "is_delivering", False)
        if deliveries is not None and is_delivering:
            deliveries.end()
        call(getattr(self._library, f"{self._name}Close"), handle)
        if deliveries is None:
            return
        deliveries.end()
        # The library has not waited for the callback that is still running.
        if getattr(_here, "is_called", False):
            return
        del _called[id(self._tell)]
        if not is_delivering:
            deliveries.wait()

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a task can be neither copied nor pickled")

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is None:
            return
        if self._deliveries is not None and self._is_at_home:
            _close_elsewhere(self)
        else:
            self.close()

    @property
    def _is_at_home(self) -> bool:
        """Whether this process created the task. A fork does not copy the threads of a stream, and their locks stay as
        they were."""
        return self._process == os.getpid()


def _close_elsewhere(task: Task) -> None:
    """Closes an abandoned stream on a separate thread. The garbage collector may run on a thread that holds a lock
    which the stream's threads need to end."""
    closed = _thread.allocate_lock()
    closed.acquire()

    def close() -> None:
        try:
            task.close()
        finally:
            _closing.discard(closed)
            closed.release()

    _closing.add(closed)
    try:
        _thread.start_new_thread(close, ())
    except RuntimeError:
        close()


class _Deliveries:
    """Calls the user's function with one result after the other, on a separate thread. At most one result waits for it;
    the library meanwhile waits and skips frames of the stream."""

    def __init__(self, callback: Callable[..., Any]) -> None:
        self._callback = callback
        self._waiting: list[Any] = []
        self._ends = False
        self._changed = threading.Condition()
        # Held while the thread runs. A join would register the caller's thread in Python for good.
        self._serving = threading.Lock()
        self._thread = threading.Thread(target=self._serve, name="tegata results", daemon=True)

    def start(self) -> None:
        self._serving.acquire()
        try:
            self._thread.start()
        except BaseException:
            self._serving.release()
            raise

    def put(self, item: Any) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting or self._ends)
            self._waiting.append(item)
            self._changed.notify_all()

    def end(self) -> None:
        """Lets the thread end when no result waits."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()

    def wait(self) -> None:
        with self._serving:
            pass

    def _serve(self) -> None:
        _here.is_delivering = True
        try:
            while (item := self._next()) is not None:
                self._deliver(item)
        finally:
            # The library must not wait for results that are no longer consumed.
            self.end()
            self._serving.release()

    def _next(self) -> Any:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ends)
            item = self._waiting.pop(0) if self._waiting else None
            self._changed.notify_all()
            return item

    def _deliver(self, item: Any) -> None:
        # Catch every exception, including SystemExit, because the library waits for this thread.
        try:
            if isinstance(item, Exception):
                logging.error("Error in async operation: %r", item)
            else:
                self._callback(*item)
        except BaseException as error:
            # Logging handlers, filters and the text of the error may raise too.
            try:
                logging.exception("Error in callback: %r", error)
            except BaseException:
                pass


def _native(options: ImageProcessingOptions | None) -> Any:
    return ctypes.byref(options._native()) if options is not None else None


def check_mode(mode: VisionTaskRunningMode, callback: Callable[..., Any] | None) -> None:
    """Checks that live streams have a callback, and that the other modes have none."""
    if mode == VisionTaskRunningMode.LIVE_STREAM:
        if callback is None:
            raise ValueError("The vision task is in live stream mode, a user-defined result callback must be provided.")
    elif callback:
        raise ValueError(
            "The vision task is in image or video mode, a user-defined result callback should not be provided."
        )


def _forget_all() -> None:
    """In a forked process, forgets the parent's tasks, which need no closing, and the threads that close them."""
    global _open, _closing, _here
    _open, _closing, _here = weakref.WeakSet(), set(), threading.local()


os.register_at_fork(after_in_child=_forget_all)


@atexit.register
def _close_all() -> None:
    # Other threads may close tasks at the same time.
    while _open or _closing:
        try:
            if _open:
                _open.pop().close()
            else:
                _closing.pop().acquire()
        except KeyError:
            pass
