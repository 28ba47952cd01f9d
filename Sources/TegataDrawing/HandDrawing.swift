import TegataHands
import TegataImages

/// Draws hands with MediaPipe's colours and order: first the lines between landmarks, then the landmarks.
public struct HandDrawing: Sendable {
    private let width: Int
    private let height: Int
    /// Lines and points have MediaPipe's sizes in pictures with 640 pixels on the long side.
    private let scale: Float

    /// For pictures of this size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        scale = Float(max(width, height)) / 640
    }

    /// Draws the landmarks of a hand, which are fractions of the picture's sides; those outside 0…1 are left out, with their lines.
    public func draw(_ landmarks: HandPoints, in picture: inout RGBImage) {
        precondition(picture.width == width && picture.height == height, "the picture must have the size of the drawing")
        for part in HandPart.all {
            for (first, second) in part.connections {
                guard let start = place(of: landmarks[first]), let end = place(of: landmarks[second]) else { continue }
                picture.drawLine(from: start, to: end, radius: part.lineWidth / 2 * scale, part.lineColour)
            }
        }
        for part in HandPart.all {
            for index in part.points {
                guard let centre = place(of: landmarks[index]) else { continue }
                picture.drawLine(from: centre, to: centre, radius: 6 * scale, HandPart.rimColour)
                picture.drawLine(from: centre, to: centre, radius: 5 * scale, part.pointColour)
            }
        }
    }

    private func place(of point: HandPoint) -> PixelPoint? {
        guard 0 <= point.x, point.x <= 1, 0 <= point.y, point.y <= 1 else { return nil }
        return PixelPoint(
            x: min((point.x * Float(width)).rounded(.down), Float(width - 1)),
            y: min((point.y * Float(height)).rounded(.down), Float(height - 1)))
    }
}

/// What is drawn alike: the palm or a finger.
private struct HandPart {
    let connections: [(Int, Int)]
    let lineColour: RGBColor
    let lineWidth: Float
    let points: [Int]
    let pointColour: RGBColor

    static let rimColour = RGBColor(red: 224, green: 224, blue: 224)

    static let all = [
        HandPart(
            connections: [(0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17)],
            lineColour: RGBColor(red: 128, green: 128, blue: 128), lineWidth: 3, points: [0, 1, 5, 9, 13, 17],
            pointColour: RGBColor(red: 255, green: 48, blue: 48)),
        finger(from: 1, RGBColor(red: 255, green: 229, blue: 180)),
        finger(from: 5, RGBColor(red: 128, green: 64, blue: 128)),
        finger(from: 9, RGBColor(red: 255, green: 204, blue: 0)),
        finger(from: 13, RGBColor(red: 48, green: 255, blue: 48)),
        finger(from: 17, RGBColor(red: 21, green: 101, blue: 192)),
    ]

    private static func finger(from first: Int, _ colour: RGBColor) -> HandPart {
        HandPart(
            connections: [(first, first + 1), (first + 1, first + 2), (first + 2, first + 3)], lineColour: colour, lineWidth: 2,
            points: [first + 1, first + 2, first + 3], pointColour: colour)
    }
}
