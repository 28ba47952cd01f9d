import CoreVideo

/// Pixel buffers that are used again once nobody else holds them. Used by one thread.
struct PixelBufferPool {
    private var buffers: [CVPixelBuffer] = []
    /// More are made where all are held, but not kept.
    private static let mostKept = 8

    /// A buffer with anything in it; nil where there is no memory.
    mutating func buffer(width: Int, height: Int, format: OSType) -> CVPixelBuffer? {
        buffers.removeAll {
            CVPixelBufferGetWidth($0) != width || CVPixelBufferGetHeight($0) != height
                || CVPixelBufferGetPixelFormatType($0) != format
        }
        for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) { return buffers[index] }
        var made: CVPixelBuffer?
        guard CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made) == kCVReturnSuccess,
            let made
        else { return nil }
        if buffers.count < Self.mostKept { buffers.append(made) }
        return made
    }
}
