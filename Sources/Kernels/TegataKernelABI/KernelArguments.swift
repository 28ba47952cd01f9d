@_exported import CTegataKernelABI

// What arguments in C cannot say for themselves. Choices are Swift enumerations, handed over by their raw values: switches
// over enumerations of C would ask for code that the levels of kernels share.

/// What pixels are where the warp looks beside the picture.
@frozen
package enum WarpBorder: UInt8, Sendable, CaseIterable {
    case black
    /// The nearest pixel of the picture, for each tap by itself.
    case replicated
}

extension PixelSource {
    /// How the bytes of a picture make pixels.
    @frozen
    package enum Layout: UInt8, Sendable, CaseIterable {
        /// Bytes of one plane; the fourth byte of a pixel is not looked at.
        case rgb, rgba, bgra, gray
        /// A luma plane and chroma samples that pixels share.
        case yuv
    }

    /// A picture of one plane.
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

    /// Weights by their bits.
    package static func float16(_ elements: UnsafePointer<UInt16>) -> SourceWeights {
        SourceWeights(elements: elements, element: KernelElement.float16.rawValue)
    }
}

extension PeakArguments {
    /// Enough to hide the time that one multiply-add takes, few enough for sixteen registers.
    package static let chainCount = 12
}
