import TegataKernelABI
import TegataPixels

extension ImageView {
    /// The picture as the warp reads it; `table` is filled for its encoding if it needs one.
    func source(_ table: ColorTable) -> PixelSource {
        guard let lumaChroma else {
            return PixelSource(
                layout: layout, width: width, height: height, pixels: planes.0, rowStride: rowStrides.0)
        }
        table.use(encoding)
        return PixelSource(
            layout: PixelSource.Layout.yuv.rawValue, width: width, height: height, pixels: lumaChroma.luma,
            rowStride: lumaChroma.lumaRowStride,
            lumaStep: lumaChroma.lumaStep, u: lumaChroma.u, v: lumaChroma.v, uRowStride: lumaChroma.uRowStride,
            vRowStride: lumaChroma.vRowStride, chromaStep: lumaChroma.chromaStep, phaseX: phaseX, phaseY: phaseY,
            chromaRowShift: lumaChroma.chromaRowShift, colorTable: table.entries)
    }

    private var layout: PixelSource.Layout {
        switch format {
        case .rgb: .rgb
        case .rgba: .rgba
        case .bgra: .bgra
        case .gray: .gray
        case .nv12, .nv21, .i420, .yuyv: .yuv
        }
    }
}
