import CoreGraphics
import CoreVideo
import Foundation
import TegataHands
import UIKit

extension MPImage {
    /// Gives `body` the pixels as they are stored.
    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        switch source {
        case .image(_, let image): try image.withView(body)
        case .pixelBuffer(let buffer), .sampleBuffer(_, let buffer): try buffer.withView(body)
        case .memory(let memory): try memory.withView(body)
        }
    }

    /// Whether the pixels stay as they are for as long as the image exists. Pixel buffers may be written again.
    var isOwned: Bool {
        switch source {
        case .image: true
        case .pixelBuffer, .sampleBuffer: false
        case .memory(let memory): memory.isOwned
        }
    }
}

extension UIImage.Orientation {
    /// By how many degrees a picture must be turned clockwise to be upright; nil where it would have to be mirrored,
    /// too.
    var rotationDegrees: Int? {
        switch self {
        case .up: 0
        case .right: 90
        case .down: 180
        case .left: 270
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: nil
        }
    }
}

extension CGImage {
    fileprivate func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        let description = ImageDescription(
            format: bitsPerPixel == 24 ? .rgb : .rgba, width: width, height: height, bytesPerRow: bytesPerRow,
            encoding: ColorEncoding())
        return try pixels.withUnsafeBytes { try body(description.view(of: $0)) }
    }
}

extension CVBuffer {
    fileprivate func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        let type = CVPixelBufferGetPixelFormatType(self)
        guard let (format, encoding) = pixelFormat(of: type) else {
            throw taskError(
                .invalidArgument,
                "The pixel buffer has the pixel format \(name(of: type)), which is not supported. Use kCVPixelFormatType_32BGRA."
            )
        }
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
        let isPlanar = CVPixelBufferIsPlanar(self)
        func plane(_ index: Int) -> ImageView.Plane {
            let start = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(self, index) : CVPixelBufferGetBaseAddress(self)
            let rowStride =
                isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(self, index) : CVPixelBufferGetBytesPerRow(self)
            // The last row of memory that a buffer was made over may end with its last pixel.
            let count =
                rowStride * (format.rowCount(plane: index, height: height) - 1)
                + format.rowByteCount(plane: index, width: width)
            return ImageView.Plane(UnsafeRawBufferPointer(start: start, count: count), rowStride: rowStride)
        }
        return try body(
            ImageView(
                format, width: width, height: height, plane(0), format.planeCount > 1 ? plane(1) : nil,
                encoding: encoding))
    }
}

/// How the pipeline reads a pixel buffer of this type, or nil if it cannot.
private func pixelFormat(of type: OSType) -> (format: PixelFormat, encoding: ColorEncoding)? {
    switch type {
    case kCVPixelFormatType_32BGRA: (.bgra, ColorEncoding())
    case kCVPixelFormatType_32RGBA: (.rgba, ColorEncoding())
    case kCVPixelFormatType_24RGB: (.rgb, ColorEncoding())
    case kCVPixelFormatType_OneComponent8: (.gray, ColorEncoding())
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (.nv12, ColorEncoding(isFullRange: false))
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (.nv12, ColorEncoding(isFullRange: true))
    case kCVPixelFormatType_422YpCbCr8_yuvs: (.yuyv, ColorEncoding())
    default: nil
    }
}

/// The four characters of a pixel format, or its number where they cannot be printed.
private func name(of type: OSType) -> String {
    let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }
    guard characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return String(type) }
    return "'" + String(decoding: characters, as: UTF8.self) + "'"
}
