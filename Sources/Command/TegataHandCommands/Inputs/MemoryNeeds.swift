import TegataSystem
import TegataTool

/// What the command keeps to if the memory of the process is limited (`ulimit -v`).
enum MemoryNeeds {
    /// Networks are packed, some widened, and have values beside their weights; the libraries for pictures come on top.
    private static func byteCount(ofFile fileByteCount: Int) -> Int { (24 << 20) + 4 * fileByteCount }

    /// The stack of a further thread, what it works with, and what the memory allocator reserves for it.
    private static let byteCountOfThread = 80 << 20
    /// What is left to everything else.
    private static let byteCountOfRest = 128 << 20

    /// Throws if there is too little memory for the networks in a file of that size.
    static func require(forFileOf fileByteCount: Int, _ file: String) throws {
        let needed = byteCount(ofFile: fileByteCount)
        guard let left = System.memoryLeft, left < needed else { return }
        throw .failure(
            "\(file): needs about \(needed >> 20) MiB of memory, and \(left >> 20) MiB are left; raise the limit (ulimit -v)"
        )
    }

    /// As many of `count` threads as there is memory for. Results do not depend on it.
    package static func threadCount(_ count: Int) -> Int {
        guard let left = System.memoryLeft else { return count }
        return min(count, 1 + max(0, left - byteCountOfRest) / byteCountOfThread)
    }
}
