import TegataSystem

/// Checks memory before a pixel array is allocated, because a failed allocation of an array ends the process.
enum PixelMemory {
    /// The bytes that threads have reserved and not yet allocated.
    private static let promised = Lock<Int>.openInForks(0)

    /// Whether `count` more bytes are available, as far as the limits of the process and the system show.
    static func has(_ count: Int) -> Bool {
        promised.withLock { SystemMemory.has(count + $0) }
    }

    /// Reserves bytes until ``take(_:)``; returns false if they are not available.
    static func promise(_ count: Int) -> Bool {
        promised.withLock { promised in
            guard SystemMemory.has(count + promised) else { return false }
            promised += count
            return true
        }
    }

    /// Ends a reservation once the memory is allocated or no longer needed.
    static func take(_ count: Int) {
        promised.withLock { $0 -= count }
    }
}

/// Returns samples that `initialize` fills completely, without writing zeros first.
package func newPixels<Sample: BitwiseCopyable>(
    count: Int,
    initializingWith initialize: (UnsafeMutableBufferPointer<Sample>) throws(ImageFileError.Problem) -> Void
) throws(ImageFileError.Problem) -> [Sample] {
    let byteCount = count * MemoryLayout<Sample>.stride
    guard PixelMemory.promise(byteCount) else { throw .memoryShort(byteCount: byteCount) }
    var failure: ImageFileError.Problem?
    let pixels = [Sample](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        PixelMemory.take(byteCount)
        do throws(ImageFileError.Problem) {
            try initialize(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
            initializedCount = count
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    return pixels
}
