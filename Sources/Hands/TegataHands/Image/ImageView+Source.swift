import TegataKernelABI

extension ImageView {
    /// The picture as the warp reads it; `table` is filled for its encoding if it needs one.
    func source(_ table: ColorTable) -> PixelSource {
        if format.isYUV { table.use(encoding) }
        func packed(_ layout: PixelSource.Layout) -> PixelSource {
            PixelSource(layout: layout, width: width, height: height, pixels: planes.0, rowStride: rowStrides.0)
        }
        func chroma(
            lumaStep: Int = 1, luma: UnsafeRawPointer? = nil, u: UnsafeRawPointer, v: UnsafeRawPointer,
            vRowStride: Int? = nil,
            step: Int, rowShift: Int = 1
        ) -> PixelSource {
            PixelSource(
                layout: .yuv, width: width, height: height, pixels: luma ?? planes.0, rowStride: rowStrides.0,
                lumaStep: lumaStep,
                u: u, v: v, uRowStride: rowStrides.1, vRowStride: vRowStride ?? rowStrides.1, chromaStep: step,
                phaseX: phaseX,
                phaseY: phaseY, chromaRowShift: rowShift, colorTable: table.entries)
        }
        switch format {
        case .rgb: return packed(.rgb)
        case .rgba: return packed(.rgba)
        case .bgra: return packed(.bgra)
        case .gray: return packed(.gray)
        case .nv12: return chroma(u: planes.1, v: planes.1 + 1, step: 2)
        case .nv21: return chroma(u: planes.1 + 1, v: planes.1, step: 2)
        case .i420: return chroma(u: planes.1, v: planes.2, vRowStride: rowStrides.2, step: 1)
        case .yuyv:
            return chroma(
                lumaStep: 2, luma: planes.0 + 2 * phaseX, u: planes.0 + 1, v: planes.0 + 3, step: 4, rowShift: 0)
        }
    }
}
