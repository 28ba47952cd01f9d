import CZlib

/// The compression and the checksums of archives and PNG files.
enum Deflate {
    /// Returns the decompressed bytes for a window size as zlib encodes it: negative without a header. Returns nil if
    /// they are damaged, or too large to be worth a mutation.
    static func unpacked(_ bytes: ArraySlice<UInt8>, windowBits: Int32) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var input = Array(bytes)
        var output = [UInt8](repeating: 0, count: 1 << 16)
        let capacity = output.count
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        return Array(output.prefix(capacity - Int(stream.avail_out)))
    }

    /// Returns the bytes compressed by zlib, with its header.
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(count))
        guard compress(&output, &count, bytes, UInt(bytes.count)) == Z_OK else { return [] }
        return Array(output.prefix(Int(count)))
    }

    static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
        let bytes = Array(bytes)
        return UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
    }
}
