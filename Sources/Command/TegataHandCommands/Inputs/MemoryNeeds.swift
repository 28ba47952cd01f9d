import TegataSystem
import TegataTool

/// The memory that the command needs, which matters if the process's memory is limited (`ulimit -v`).
enum MemoryNeeds {
    /// Returns an estimate for the networks of a file: packed or widened weights, values, and the image libraries.
    private static func byteCount(ofFile fileByteCount: Int) -> Int { (24 << 20) + 4 * fileByteCount }

    /// The memory for each additional thread: its stack, its working memory and the allocator's reserve.
    private static let byteCountOfThread = 80 << 20
    /// The memory reserved for everything else.
    private static let byteCountOfRest = 128 << 20

    /// Throws if there is too little memory for the networks in a file of that size.
    static func require(forFileOf fileByteCount: Int, _ file: String) throws {
        let needed = byteCount(ofFile: fileByteCount)
        guard let left = System.memoryLeft, left < needed else { return }
        throw .failure(
            "\(file): needs about \(needed >> 20) MiB of memory, but only \(left >> 20) MiB are left; raise the limit (ulimit -v)"
        )
    }

    /// Returns the number of threads for which there is memory, at most `count`. The number does not affect results.
    package static func threadCount(_ count: Int) -> Int {
        guard let left = System.memoryLeft else { return count }
        return min(count, 1 + max(0, left - byteCountOfRest) / byteCountOfThread)
    }
}
