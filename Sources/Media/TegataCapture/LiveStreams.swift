import CTegataSystem
import Synchronization
import TegataSystem

/// Pipes, cameras and other streams that may go on for ever.
package enum LiveStreams {
    /// A pipe that can be read from once the streams are to end; negative where the system gives none.
    private static let ends: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard tegata_pipe(&ends, 1) == 0 else { return (-1, -1) }
        return (ends[0], ends[1])
    }()
    private static let isEnding = Atomic<Bool>(false)

    /// Whether ``end()`` was called; a frame that is not whole is no fault then.
    package static var haveEnded: Bool { isEnding.load(ordering: .acquiring) }

    /// Makes ready what ``end()`` needs, so that handlers of signals may call it.
    package static func prepare() {
        _ = ends
    }

    /// Makes all of them end as if nothing came any more, also those that another thread is waiting for.
    package static func end() {
        isEnding.store(true, ordering: .releasing)
        // Not an array: handlers of signals must not ask for memory.
        var byte: UInt8 = 0
        _ = write(ends.writing, &byte, 1)
    }

    /// Waits until there is something to read; false where streams are to end.
    package static func wait(for descriptor: Int32) -> Bool {
        while !haveEnded {
            if wait(for: descriptor, milliseconds: -1) > 0 && !haveEnded { return true }
        }
        return false
    }

    /// Waits until there is something to read or streams are to end: above zero; 0 after the time, and the error's
    /// number below zero.
    package static func wait(for descriptor: Int32, milliseconds: Int32) -> Int32 {
        wait(for: Int16(POLLIN), of: descriptor, milliseconds).count
    }

    /// Waits until something can be written; false where streams are to end and nothing can be written at once.
    package static func waitToWrite(to descriptor: Int32) -> Bool {
        while true {
            let mustEnd = haveEnded
            if wait(for: Int16(POLLOUT), of: descriptor, mustEnd ? 0 : -1).isReady { return true }
            if mustEnd { return false }
        }
    }

    /// What polling answers, and whether the descriptor is the reason.
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
