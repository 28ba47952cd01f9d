import CTegataCapture
import TegataSystem

/// The system calls for reading a camera; negative results are the kernel's error codes.
package protocol VideoDeviceCalls: AnyObject {
    func isVideoDevice(_ path: String) -> Bool
    /// Opens a device in non-blocking mode, and returns its descriptor.
    func openDevice(_ path: String) -> Int32
    func closeDevice(_ descriptor: Int32)
    /// Sends a video request with its structure; returns 0 or a negative error code.
    func request(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
    /// Maps the device's memory for reading; nil if that fails.
    func map(_ descriptor: Int32, count: Int, offset: UInt32) -> UnsafeRawBufferPointer?
    func unmap(_ memory: UnsafeRawBufferPointer)
    /// Waits for a frame or the end of live streams, and returns a positive number; 0 after the timeout.
    func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32
    /// Whether live streams must end.
    var mustEnd: Bool { get }
    /// The current time on the clock with which drivers timestamp frames.
    func monotonicMicroseconds() -> Int64
}

/// The real system calls.
package final class LinuxVideoDeviceCalls: VideoDeviceCalls {
    package init() {}

    package func isVideoDevice(_ path: String) -> Bool { tegata_is_video_device(path) }

    package func openDevice(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : -errno
    }

    package func closeDevice(_ descriptor: Int32) { _ = close(descriptor) }

    package func request(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        -tegata_device_request(descriptor, request, argument)
    }

    package func map(_ descriptor: Int32, count: Int, offset: UInt32) -> UnsafeRawBufferPointer? {
        guard let offset = off_t(exactly: offset),
            let memory = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, offset),
            memory != MAP_FAILED
        else { return nil }
        return UnsafeRawBufferPointer(start: memory, count: count)
    }

    package func unmap(_ memory: UnsafeRawBufferPointer) {
        _ = munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
    }

    package func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32 {
        LiveStreams.wait(for: descriptor, milliseconds: milliseconds)
    }

    package var mustEnd: Bool { LiveStreams.haveEnded }

    package func monotonicMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
