import TegataClassifiers
import TegataTables

/// How hands are written in lines of JSON.
enum LandmarkLine {
    /// A hand and the number that it has in a video.
    struct Hand {
        var points: HandKeyPoints
        var identifier: Int
    }

    /// That of a picture, 1 where it does not say.
    static func aspectRatio(of picture: JSONNode) -> Float {
        let width = picture["width"]?.number ?? 1
        let height = picture["height"]?.number ?? 1
        let ratio = width > 0 && height > 0 ? Float(width / height) : 1
        return ratio.isFinite && ratio > 0 ? ratio : 1
    }

    /// Nil where it has not 21 points.
    static func hand(_ node: JSONNode, aspectRatio: Float) -> Hand? {
        guard let points = node["landmarks"]?.elements, points.count == HandKeyPoints.pointCount else { return nil }
        var places: [(Float, Float)] = []
        for point in points {
            guard let x = point["x"]?.number, let y = point["y"]?.number, x.magnitude < 100, y.magnitude < 100 else {
                return nil
            }
            places.append((Float(x), Float(y)))
        }
        let chirality: Chirality =
            switch node["handedness"]?["categoryName"]?.string {
            case "Left"?: .left
            case "Right"?: .right
            default: .unknown
            }
        let identifier = node["id"]?.number.flatMap { Int(exactly: $0) } ?? 0
        return Hand(
            points: HandKeyPoints(chirality: chirality, aspectRatio: aspectRatio) {
                (places[$0].0, places[$0].1, 1)
            }, identifier: identifier)
    }
}
