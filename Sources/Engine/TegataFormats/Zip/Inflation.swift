import TegataBuffers

#if canImport(CZlib)
    import CZlib

    /// Unpacks a raw deflate stream that must fill exactly `size` bytes; it never unpacks more.
    func inflate(
        _ packed: Bytes, size: Int, orThrow failure: (ModelFormatError.Problem) -> ModelFormatError
    ) throws(ModelFormatError) -> Bytes {
        try unsafe Bytes(count: size) { (memory) throws(ModelFormatError) in
            try packed.withSpan { (span) throws(ModelFormatError) in
                try unsafe span.withUnsafeBytes { (input) throws(ModelFormatError) in
                    var stream = unsafe z_stream()
                    // Negative window bits select a stream without zlib's own header.
                    let version = unsafe zlibVersion()
                    guard
                        unsafe inflateInit2_(&stream, -15, version, Int32(MemoryLayout<z_stream>.size)) == Z_OK
                    else { throw failure(.deflateCorrupt) }
                    defer { _ = unsafe inflateEnd(&stream) }
                    unsafe stream.next_in = UnsafeMutablePointer(
                        mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
                    unsafe stream.avail_in = UInt32(clamping: input.count)
                    unsafe stream.next_out = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    unsafe stream.avail_out = UInt32(clamping: memory.count)
                    let status = unsafe CZlib.inflate(&stream, Z_FINISH)
                    let found = unsafe Int(clamping: stream.total_out)
                    switch status {
                    case Z_STREAM_END where found != size:
                        throw failure(.inflatedSizeDiffers(declared: size, found: found))
                    case Z_STREAM_END where unsafe stream.avail_in == 0: return
                    case Z_BUF_ERROR where unsafe stream.avail_out == 0 && stream.avail_in != 0,
                        Z_OK where unsafe stream.avail_out == 0:
                        throw failure(.inflatedSizeDiffers(declared: size, found: size + 1))
                    default: throw failure(.deflateCorrupt)
                    }
                }
            }
        }
    }
#else
    func inflate(
        _ packed: Bytes, size: Int, orThrow failure: (ModelFormatError.Problem) -> ModelFormatError
    ) throws(ModelFormatError) -> Bytes {
        throw failure(.deflateUnavailable)
    }
#endif

/// The memory that deflated members may still take up, so that a small file cannot demand much memory.
///
/// Deflate itself compresses at most 1032 to 1. Weights hardly shrink, and labels shrink by a small factor, so valid
/// members stay well below the multiple allowed here.
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

    /// Returns the limit for an archive inside one of `archiveByteCount` bytes. It may use the size that its packed
    /// bytes may expand to, less the memory used to unpack it. It also gets at most its share of the remaining limit,
    /// so that all such archives together stay within it.
    func share(of member: ZipMember, in archiveByteCount: Int) -> InflationLimit {
        // The value is limited, because products of larger numbers could overflow.
        let packed = min(UInt64(min(member.compressedSize, archiveByteCount)), 1 << 34)
        let unpacked = member.method == ZipMember.deflated ? UInt64(member.size) : 0
        let grown = max(UInt64(Self.multiple) * packed, unpacked) - unpacked
        var share = self
        share.remaining = Int(min(grown, UInt64(remaining) * packed / UInt64(max(archiveByteCount, 1))))
        return share
    }

    /// Counts `member` towards the limit. Returns the limit if `member` exceeds it, otherwise nil.
    mutating func take(_ member: ZipMember) -> Int? {
        let (product, overflow) = member.compressedSize.multipliedReportingOverflow(by: Self.deflateRatio)
        let limit = min(remaining, overflow ? .max : product)
        guard member.size <= limit else { return limit }
        remaining -= member.size
        return nil
    }
}
