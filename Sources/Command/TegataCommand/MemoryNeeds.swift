/// What the command keeps to where the memory of the process is limited (`ulimit -v`).
enum MemoryNeeds {
    /// Networks are packed, some widened, and have values beside their weights; the libraries for pictures come on top.
    private static func byteCount(ofFile fileByteCount: Int) -> Int { (24 << 20) + 4 * fileByteCount }

    /// The stack of a thread, what it works with, and what the memory allocator keeps for it.
    private static let byteCountOfThread = 32 << 20

    /// Throws where there is too little memory for the networks in a file of that size.
    static func require(forFileOf fileByteCount: Int, _ file: String) throws(CommandError) {
        let needed = byteCount(ofFile: fileByteCount)
        guard let left = System.memoryLeft, left < needed else { return }
        throw .failure(
            "\(file): needs about \(needed >> 20) MiB of memory, and \(left >> 20) MiB are left; raise the limit (ulimit -v)"
        )
    }

    /// As many of `count` threads as half of the memory that is left has room for. Results do not depend on it.
    static func threadCount(_ count: Int) -> Int {
        guard let left = System.memoryLeft else { return count }
        return max(1, min(count, left / 2 / byteCountOfThread))
    }
}
