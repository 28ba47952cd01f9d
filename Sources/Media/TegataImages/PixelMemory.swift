import TegataSystem

/// Memory for pixels, which is asked for before an array of them is made: arrays end the process where there is none.
enum PixelMemory {
    /// What several threads have asked for and not yet taken.
    private static let promised = Lock<Int>.openInForks(0)

    /// Whether there are so many more bytes to be had, as far as the limits of the process and the system tell.
    static func has(_ count: Int) -> Bool {
        promised.withLock { SystemMemory.has(count + $0) }
    }

    /// Keeps so many bytes from other threads until ``take(_:)``; false where there are none.
    static func promise(_ count: Int) -> Bool {
        promised.withLock { promised in
            guard SystemMemory.has(count + promised) else { return false }
            promised += count
            return true
        }
    }

    /// Says that what was promised has been used, or is not needed.
    static func take(_ count: Int) {
        promised.withLock { $0 -= count }
    }
}

/// Samples that `initialize` fills completely, without writing zeros first.
func newPixels(
    count: Int,
    initializingWith initialize: (UnsafeMutableBufferPointer<UInt8>) throws(ImageFileError.Problem) -> Void
) throws(ImageFileError.Problem) -> [UInt8] {
    guard PixelMemory.promise(count) else { throw .memoryShort(byteCount: count) }
    var failure: ImageFileError.Problem?
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        PixelMemory.take(count)
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
