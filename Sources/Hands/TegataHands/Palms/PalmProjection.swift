/// The map from fractions of the detector's input to fractions of the picture.
package struct PalmProjection: Equatable {
    private let x: SIMD3<Float>
    private let y: SIMD3<Float>

    /// For an input that shows `region` of a picture.
    package init(_ region: PixelRegion, _ size: PixelSize) {
        let (width, height) = (region.width, region.height)
        let (cosine, sine) = (cosine(region.rotation), sine(region.rotation))
        let (perWidth, perHeight) = (1 / size.width, 1 / size.height)
        x = SIMD3(
            width * cosine * perWidth, -height * sine * perWidth,
            (-0.5 * width * cosine + 0.5 * height * sine + region.centerX) * perWidth)
        y = SIMD3(
            width * sine * perHeight, height * cosine * perHeight,
            (-0.5 * height * cosine - 0.5 * width * sine + region.centerY) * perHeight)
    }

    func callAsFunction(_ px: Float, _ py: Float) -> SIMD2<Float> {
        SIMD2(px * x.x + py * x.y + x.z, px * y.x + py * y.y + y.z)
    }
}
