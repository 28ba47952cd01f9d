import TegataBuffers

#if canImport(CZlib)
    import CZlib

    /// Unpacks a raw deflate stream that must fill exactly `size` bytes; nothing beyond them is unpacked.
    func inflate(
        _ packed: Bytes, size: Int, orThrow failure: (ModelFormatError.Problem) -> ModelFormatError
    ) throws(ModelFormatError) -> Bytes {
        try unsafe Bytes(count: size) { (memory) throws(ModelFormatError) in
            try packed.withSpan { (span) throws(ModelFormatError) in
                try unsafe span.withUnsafeBytes { (input) throws(ModelFormatError) in
                    var stream = unsafe z_stream()
                    // Negative window bits mean a stream without zlib's own header.
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
