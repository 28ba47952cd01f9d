/// How much deflated members may grow, so that a small file cannot ask for much memory.
///
/// Deflate itself cannot do better than 1032 to 1. Weights hardly shrink and labels by a small factor, so that honest
/// members stay far below the multiple allowed here.
struct InflationLimit {
    private static let deflateRatio = 1032
    private static let multiple = 32
    private static let leastArchiveLimit = 1 << 20
    private static let largest = 256 << 20

    private var remaining: Int

    init(archiveByteCount byteCount: Int) {
        let (product, overflow) = byteCount.multipliedReportingOverflow(by: Self.multiple)
        remaining = overflow ? Self.largest : min(max(product, Self.leastArchiveLimit), Self.largest)
    }

    /// What an archive inside one of `archiveByteCount` bytes may use: what its own packed bytes may grow to, less what
    /// unpacking it took, and of what is left no more than its share, so that all such archives together stay within it.
    func share(of member: ZipMember, in archiveByteCount: Int) -> InflationLimit {
        // Products of larger ones could overflow.
        let packed = min(UInt64(min(member.compressedSize, archiveByteCount)), 1 << 34)
        let unpacked = member.method == ZipMember.deflated ? UInt64(member.size) : 0
        let grown = max(UInt64(Self.multiple) * packed, unpacked) - unpacked
        var share = self
        share.remaining = Int(min(grown, UInt64(remaining) * packed / UInt64(max(archiveByteCount, 1))))
        return share
    }

    /// Counts `member`; gives the limit where it exceeds one.
    mutating func take(_ member: ZipMember) -> Int? {
        let (product, overflow) = member.compressedSize.multipliedReportingOverflow(by: Self.deflateRatio)
        let limit = min(remaining, overflow ? .max : product)
        guard member.size <= limit else { return limit }
        remaining -= member.size
        return nil
    }
}
