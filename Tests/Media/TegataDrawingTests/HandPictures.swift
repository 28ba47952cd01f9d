import TegataHands
import TegataImages

/// Returns a hand with raised fingers. `left`, `top`, `width` and `height` bound its points in a square image, before
/// they are rotated about their middle.
func raisedHand(left: Float, top: Float, width: Float, height: Float, rotation: Float = 0) -> HandResult {
    let (middleX, middleY) = (left + width / 2, top + height / 2)
    let points = HandPoints { index in
        guard index > 0 else { return HandPoint(x: middleX, y: top + height, z: 0) }
        let (finger, joint) = ((index - 1) / 4, (index - 1) % 4)
        return HandPoint(
            x: left + width * Float(finger) / 4, y: top + height * (0.6 - 0.2 * Float(joint)), z: 0)
    }
    let (cosine, sine) = (cosine(rotation), sine(rotation))
    let turned = points.map { point in
        let (x, y) = (point.x - middleX, point.y - middleY)
        return HandPoint(x: middleX + x * cosine - y * sine, y: middleY + x * sine + y * cosine, z: 0)
    }
    return HandResult(
        landmarks: HandPoints { turned[$0] }, worldLandmarks: HandPoints(), presence: 1, rightProbability: 0.98,
        rectangle: HandRectangle(
            centerX: middleX, centerY: middleY, width: max(width, height), height: max(width, height),
            rotation: rotation))
}

/// Returns an image in which every pixel differs from its neighbours.
func checkered(width: Int, height: Int) -> RGBImage {
    var picture = RGBImage(width: width, height: height)
    picture.withMutablePixels { samples in
        for y in 0..<height {
            for x in 0..<width {
                samples[3 * (y * width + x)] = (x + y) % 2 == 0 ? 250 : 50
                samples[3 * (y * width + x) + 1] = UInt8(x * 255 / width)
                samples[3 * (y * width + x) + 2] = UInt8(y * 255 / height)
            }
        }
    }
    return picture
}
