@_exported import CTegataKernelABI

// Additions to the C arguments. Choices are Swift enumerations, passed as raw values, because switching over C
// enumerations would require code that the kernel levels share.

/// The pixels that the warp reads outside the image.
@frozen
package enum WarpBorder: UInt8, Sendable, CaseIterable {
    case black
    /// The nearest pixel in the image, for each tap separately.
    case replicated
}

extension PixelSource {
    /// The layout of an image's pixels in memory.
    @frozen
    package enum Layout: UInt8, Sendable, CaseIterable {
        /// Bytes in a single plane; if a pixel has a fourth byte, it is ignored.
        case rgb, rgba, bgra, gray
        /// A luma plane, and chroma samples that pixels share.
        case yuv
    }

    /// Creates an image with a single plane.
    package init(layout: Layout, width: Int, height: Int, pixels: UnsafeRawPointer, rowStride: Int) {
        self.init(
            layout: layout.rawValue, width: width, height: height, pixels: pixels, rowStride: rowStride, lumaStep: 0,
            u: pixels, v: pixels, uRowStride: 0, vRowStride: 0, chromaStep: 0, phaseX: 0, phaseY: 0, chromaRowShift: 0,
            colorTable: nil)
    }
}

extension SourceWeights {
    package static func float32(_ elements: UnsafePointer<Float>) -> SourceWeights {
        SourceWeights(elements: elements, element: KernelElement.float32.rawValue)
    }

    /// Creates weights from their bits.
    package static func float16(_ elements: UnsafePointer<UInt16>) -> SourceWeights {
        SourceWeights(elements: elements, element: KernelElement.float16.rawValue)
    }
}

extension PeakArguments {
    /// The number of chains: enough to hide the latency of a multiply-add, few enough for sixteen registers.
    package static let chainCount = 12
}
