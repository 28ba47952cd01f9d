import CTegataSystem
import Synchronization
import TegataSystem

/// Ends pipes, cameras and other streams that may be endless.
package enum LiveStreams {
    /// A pipe that becomes readable when streams must end; both descriptors are negative if the system has none.
    private static let ends: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard tegata_pipe(&ends, 1) == 0 else { return (-1, -1) }
        return (ends[0], ends[1])
    }()
    private static let isEnding = Atomic<Bool>(false)

    /// Whether ``end()`` was called; an incomplete frame is then not an error.
    package static var haveEnded: Bool { isEnding.load(ordering: .acquiring) }

    /// Creates the pipe for ``end()``, so that signal handlers can call it.
    package static func prepare() {
        _ = ends
    }

    /// Ends all live streams, including those that other threads are waiting for.
    package static func end() {
        isEnding.store(true, ordering: .releasing)
        // Use no array, because signal handlers must not allocate memory.
        var byte: UInt8 = 0
        _ = write(ends.writing, &byte, 1)
    }

    /// Waits until the descriptor is readable; returns false once streams must end.
    package static func wait(for descriptor: Int32) -> Bool {
        while !haveEnded {
            if wait(for: descriptor, milliseconds: -1) > 0 && !haveEnded { return true }
        }
        return false
    }

    /// Waits until the descriptor is readable or streams must end, and returns a positive number. Returns 0 after the
    /// timeout, or the negative error code.
    package static func wait(for descriptor: Int32, milliseconds: Int32) -> Int32 {
        wait(for: Int16(POLLIN), of: descriptor, milliseconds).count
    }

    /// Waits until the descriptor is writable; returns false if streams must end and it is not immediately writable.
    package static func waitToWrite(to descriptor: Int32) -> Bool {
        while true {
            let mustEnd = haveEnded
            if wait(for: Int16(POLLOUT), of: descriptor, mustEnd ? 0 : -1).isReady { return true }
            if mustEnd { return false }
        }
    }

    /// Returns the result of `poll`, and whether the descriptor itself is ready.
    private static func wait(
        for events: Int16, of descriptor: Int32, _ milliseconds: Int32
    ) -> (count: Int32, isReady: Bool) {
        var sources: [2 of pollfd] = [
            pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
        ]
        let count = withUnsafeMutableBytes(of: &sources) { sources in
            poll(sources.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, milliseconds)
        }
        return (count >= 0 ? count : -errno, count > 0 && sources[0].revents != 0)
    }
}
