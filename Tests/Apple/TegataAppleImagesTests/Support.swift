import CoreVideo
import TegataPixels

/// Returns a pixel buffer filled with `bytes`, plane by plane and row by row, without gaps.
func pixelBuffer(_ type: OSType, width: Int, height: Int, bytes: [UInt8]) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    guard CVPixelBufferCreate(nil, width, height, type, nil, &made) == kCVReturnSuccess, let buffer = made else {
        throw NoBuffer()
    }
    var rest = bytes[...]
    let isPlanar = CVPixelBufferIsPlanar(buffer)
    let planes = isPlanar ? CVPixelBufferGetPlaneCount(buffer) : 1
    for plane in 0..<planes {
        let rows = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, plane) : height
        let rowStride =
            isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
        let start = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
        guard let start else { throw NoBuffer() }
        let rowBytes = plane < planes - 1 ? width : rest.count / rows
        for row in 0..<rows {
            for byte in rest.prefix(rowBytes).enumerated() {
                start.storeBytes(of: byte.element, toByteOffset: row * rowStride + byte.offset, as: UInt8.self)
            }
            rest = rest.dropFirst(rowBytes)
        }
    }
    return buffer
}

struct NoBuffer: Error {}

extension ImageView {
    /// The red, green and blue values of each pixel, row by row.
    var colors: [[UInt8]] {
        let bytes = rgbBytes()
        return stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<$0 + 3]) }
    }
}
