import Foundation
import TegataAppleImages
import TegataHands

/// Pixels of a frame whose memory is the caller's and may change when the call is over. Used by one thread at a time.
final class FrameCopy: @unchecked Sendable {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    private var description = ImageDescription(format: .rgb, width: 0, height: 0, encoding: ColorEncoding())
    private var byteCount = 0

    deinit {
        free(memory)
    }

    /// Takes the pixels of `view`, without gaps between rows.
    func fill(with view: ImageView) throws {
        description = ImageDescription(
            format: view.format, width: view.width, height: view.height, encoding: view.encoding)
        byteCount = view.format.byteCount(width: view.width, height: view.height)
        try reserve(byteCount)
        guard var target = memory else { return }
        for index in 0..<view.format.planeCount {
            let rowBytes = view.format.rowByteCount(plane: index, width: view.width)
            let rows = view.format.rowCount(plane: index, height: view.height)
            let plane = view.plane(index)
            if plane.rowStride == rowBytes {
                target.copyMemory(from: plane.start, byteCount: rows * rowBytes)
                target += rows * rowBytes
            } else {
                for row in 0..<rows {
                    target.copyMemory(from: plane.start + row * plane.rowStride, byteCount: rowBytes)
                    target += rowBytes
                }
            }
        }
    }

    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        try body(description.view(of: UnsafeRawBufferPointer(start: memory, count: byteCount)))
    }

    private func reserve(_ count: Int) throws {
        guard count > capacity else { return }
        free(memory)
        capacity = 0
        memory = malloc(count)
        guard memory != nil else {
            throw taskError(
                .resourceExhausted, "There is no memory for a frame of \(count) bytes. Pass smaller images.")
        }
        capacity = count
    }
}
