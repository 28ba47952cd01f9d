import CTegataImageCodecs
import TegataBuffers
import TegataSystem

/// Calls `body` with an image library's decoder for the bytes, and with the memory for its error.
func withDecoder<Result>(
    of bytes: Bytes,
    _ create: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<tegata_codec_failure>) -> OpaquePointer?,
    _ destroy: (OpaquePointer) -> Void,
    _ body: (OpaquePointer, UnsafeMutablePointer<tegata_codec_failure>) throws(ImageFileError.Problem) -> Result
) throws(ImageFileError.Problem) -> Result {
    try bytes.withSpan { (span) throws(ImageFileError.Problem) in
        try span.withUnsafeBytes { (input) throws(ImageFileError.Problem) in
            var failure = tegata_codec_failure()
            // The decoder keeps the address of the failure throughout its life.
            return try withUnsafeMutablePointer(to: &failure) { (failure) throws(ImageFileError.Problem) in
                let start = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                guard let decoder = create(start, input.count, failure) else {
                    throw failure.pointee.library_missing ? failure.pointee.problem : .memoryShort(byteCount: 1 << 20)
                }
                defer { destroy(decoder) }
                return try body(decoder, failure)
            }
        }
    }
}

/// Returns the file that an image library's encoder creates from samples.
func encode(
    _ pixels: [UInt8], width: Int, height: Int,
    _ encode: (UnsafePointer<UInt8>?, UInt32, UInt32, UnsafeMutablePointer<tegata_codec_failure>) -> tegata_encoded_file
) throws(ImageFileError.Problem) -> [UInt8] {
    guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height) else {
        throw .tooManyPixels(width: width, height: height)
    }
    var failure = tegata_codec_failure()
    let file = pixels.withUnsafeBufferPointer { encode($0.baseAddress, columns, rows, &failure) }
    guard let start = file.bytes else {
        throw failure.library_missing || failure.memory_short ? failure.problem : .notEncoded(failure.text)
    }
    defer { free(start) }
    return Array(UnsafeBufferPointer(start: start, count: file.count))
}

extension tegata_image_header {
    /// The maximum number of pixels in an image that is reduced while being read.
    private static var largestPixelCount: Int { 1 << 30 }

    /// The size at which the image is read, and the divisor of its sides: 1, 2 or 4.
    func size() throws(ImageFileError.Problem) -> (width: Int, height: Int, reduction: Int) {
        let (stored, limit) = ((width: Int(width), height: Int(height)), Self.largestPixelCount)
        let (count, overflows) = stored.width.multipliedReportingOverflow(by: stored.height)
        guard !overflows, count <= limit else {
            throw .tooManyPixels(width: stored.width, height: stored.height, limit: limit)
        }
        func side(_ length: Int, _ reduction: Int) -> Int { (length + reduction - 1) / reduction }
        let reduction =
            [1, 2].first { RGBImage.fits(width: side(stored.width, $0), height: side(stored.height, $0)) } ?? 4
        let size = (width: side(stored.width, reduction), height: side(stored.height, reduction))
        try RGBImage.check(width: size.width, height: size.height)
        return (size.width, size.height, reduction)
    }
}

extension tegata_codec_failure {
    /// The problem with the file that corresponds to the failure.
    var problem: ImageFileError.Problem {
        if library_missing { return .libraryMissing(text) }
        if memory_short { return .memoryShort(byteCount: Int(memory_needed)) }
        return truncated ? .truncated : .damaged(text)
    }

    /// The library's message.
    var text: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
