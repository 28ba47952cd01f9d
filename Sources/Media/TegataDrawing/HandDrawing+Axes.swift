import TegataHands
import TegataImages

extension HandDrawing {
    /// Draws the axes of palms, farthest first.
    func drawAxes(of hands: [HandResult], in picture: inout RGBImage) {
        let known = hands.compactMap { hand in hand.metric.map { (metric: $0, scale: scale(for: hand.landmarks)) } }
        for hand in known.sorted(by: { $0.metric.position.z > $1.metric.position.z }) {
            drawAxes(of: hand.metric, radius: HandPart.indexFinger.lineWidth / 2 * hand.scale, in: &picture)
        }
    }

    /// Draws the axes of a palm; an axis that ends behind the camera is not visible.
    private func drawAxes(of hand: MetricHand, radius: Float, in picture: inout RGBImage) {
        let (axes, length) = (hand.palmAxes, hand.palmLength)
        let ends = [(axes.across, Self.acrossColour), (axes.along, Self.alongColour), (axes.normal, Self.normalColour)]
            .map { (place: hand.position + $0.0 * length, colour: $0.1) }
        guard let start = hand.camera.pixelPoint(of: hand.position) else { return }
        for end in ends.sorted(by: { $0.place.z > $1.place.z }) {
            guard let place = hand.camera.pixelPoint(of: end.place) else { continue }
            picture.drawLine(from: start, to: place, radius: radius, end.colour)
        }
    }

    private static let acrossColour = RGBColor(red: 255, green: 60, blue: 60)
    private static let alongColour = RGBColor(red: 60, green: 220, blue: 60)
    private static let normalColour = RGBColor(red: 70, green: 130, blue: 255)
}

extension CameraIntrinsics {
    /// Returns the pixel of a point, with (0, 0) at the centre of the first pixel, as in drawing.
    fileprivate func pixelPoint(of point: HandPoint) -> PixelPoint? {
        pixel(of: point).map { PixelPoint(x: $0.x - 0.5, y: $0.y - 0.5) }
    }
}

extension MetricHand {
    /// The distance as text, such as `0.62 m`.
    package var distanceLabel: String {
        guard let centimetres = Int(exactly: (distance * 100).rounded()) else { return "? m" }
        let fraction = centimetres % 100
        return "\(centimetres / 100).\(fraction < 10 ? "0" : "")\(fraction) m"
    }
}
