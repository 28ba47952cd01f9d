/// Where luma and chroma of a picture lie in memory.
package struct LumaChroma {
    /// The first luma sample, and the bytes from one to the next in its row.
    package let luma: UnsafeRawPointer
    package let lumaStep: Int
    package let lumaRowStride: Int
    /// The chroma samples of the first pixel.
    package let u: UnsafeRawPointer
    package let v: UnsafeRawPointer
    package let uRowStride: Int
    package let vRowStride: Int
    /// Bytes from one chroma sample to the next in its row.
    package let chromaStep: Int
    /// 1 where two rows of pixels share a row of chroma samples, otherwise 0.
    package let chromaRowShift: Int
}

extension ImageView {
    /// Nil for formats of other pixels.
    package var lumaChroma: LumaChroma? {
        func planar(
            _ u: UnsafeRawPointer, _ v: UnsafeRawPointer, vRowStride: Int? = nil, chromaStep: Int
        ) -> LumaChroma {
            LumaChroma(
                luma: planes.0, lumaStep: 1, lumaRowStride: rowStrides.0, u: u, v: v, uRowStride: rowStrides.1,
                vRowStride: vRowStride ?? rowStrides.1, chromaStep: chromaStep, chromaRowShift: 1)
        }
        switch format {
        case .rgb, .rgba, .bgra, .gray: return nil
        case .nv12: return planar(planes.1, planes.1 + 1, chromaStep: 2)
        case .nv21: return planar(planes.1 + 1, planes.1, chromaStep: 2)
        case .i420: return planar(planes.1, planes.2, vRowStride: rowStrides.2, chromaStep: 1)
        case .yuyv:
            return LumaChroma(
                luma: planes.0 + 2 * phaseX, lumaStep: 2, lumaRowStride: rowStrides.0, u: planes.0 + 1,
                v: planes.0 + 3, uRowStride: rowStrides.0, vRowStride: rowStrides.0, chromaStep: 4, chromaRowShift: 0)
        }
    }
}
