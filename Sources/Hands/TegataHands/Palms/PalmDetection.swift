/// A palm as the detector sees it, in fractions of the image's width and height.
public struct PalmDetection: Sendable {
    /// The keypoints of a palm, in the detector's order.
    public enum Keypoint: Int, Sendable, CaseIterable {
        /// The wrist, the knuckles of the four fingers, and the two joints of the thumb nearest to the wrist.
        case wrist, indexMCP, middleMCP, ringMCP, pinkyMCP, thumbCMC, thumbMCP
    }

    /// The detector's confidence, between 0 and 1.
    public internal(set) var score: Float
    /// The upright box around the palm.
    public internal(set) var box: Box
    package var keypoints: [7 of SIMD2<Float>]

    package init(score: Float, box: Box, keypoints: [7 of SIMD2<Float>]) {
        self.score = score
        self.box = box
        self.keypoints = keypoints
    }

    /// The position of a keypoint.
    public subscript(keypoint: Keypoint) -> SIMD2<Float> { keypoints[keypoint.rawValue] }

    /// The rectangle of the whole hand to which the palm belongs.
    public package(set) var handRectangle = HandRectangle(centerX: 0, centerY: 0, width: 0, height: 0, rotation: 0)
}

extension PalmDetection {
    /// Returns the detection in fractions of the image rather than of the detector's input.
    package func projected(by projection: PalmProjection) -> PalmDetection {
        var result = self
        for index in 0..<7 { result.keypoints[index] = projection(keypoints[index].x, keypoints[index].y) }
        let corners = (
            projection(box.x, box.y), projection(box.x + box.width, box.y),
            projection(box.x + box.width, box.y + box.height), projection(box.x, box.y + box.height)
        )
        func smallest(_ axis: Int) -> Float {
            min(min(corners.0[axis], corners.1[axis]), min(corners.2[axis], corners.3[axis]))
        }
        func largest(_ axis: Int) -> Float {
            max(max(corners.0[axis], corners.1[axis]), max(corners.2[axis], corners.3[axis]))
        }
        let (left, top) = (smallest(0), smallest(1))
        result.box = Box(x: left, y: top, width: largest(0) - left, height: largest(1) - top)
        return result
    }

    /// Returns the detection in fractions of an upright image that lies between borders in the detector's input.
    package func removing(_ letterbox: Letterbox) -> PalmDetection {
        var result = self
        for index in 0..<7 {
            result.keypoints[index] = SIMD2(
                letterbox.removed(fromX: keypoints[index].x), letterbox.removed(fromY: keypoints[index].y))
        }
        result.box = Box(
            x: letterbox.removed(fromX: box.x), y: letterbox.removed(fromY: box.y),
            width: box.width / letterbox.innerWidth, height: box.height / letterbox.innerHeight)
        return result
    }
}

/// The mapping from fractions of the detector's input to fractions of the image.
package struct PalmProjection: Equatable {
    private let x: SIMD3<Float>
    private let y: SIMD3<Float>

    /// Creates the mapping for an input that shows `region` of an image.
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
