import ExampleGestures
import Foundation
import TegataDrawing
import TegataImages

/// A frame with its hands, which examples draw on.
///
/// Places are in pixels from the lower left corner, with y upwards, like the points of hands.
package struct ExampleFrame {
    /// The colours of the examples.
    package enum Ink: Sendable {
        case red, green, blue, yellow, white

        var colour: RGBColor {
            switch self {
            case .red: RGBColor(red: 230, green: 60, blue: 50)
            case .green: RGBColor(red: 60, green: 200, blue: 90)
            case .blue: RGBColor(red: 60, green: 130, blue: 250)
            case .yellow: RGBColor(red: 255, green: 210, blue: 40)
            case .white: .white
            }
        }
    }

    /// The hands, the largest first.
    package let hands: [SeenHand]
    /// The time of the frame in seconds after the first one.
    package let seconds: Double
    /// The text of the frame, line by line.
    package private(set) var lines: [String] = []
    /// The image with everything drawn so far.
    package private(set) var picture: RGBImage

    package init(_ picture: RGBImage, hands: [SeenHand], seconds: Double) {
        self.picture = picture
        self.hands = hands
        self.seconds = seconds
    }

    /// The size of the image.
    package var size: CGSize { CGSize(width: picture.width, height: picture.height) }

    /// A line width that is clearly visible at this size.
    package var stroke: Double { max(1, min(size.width, size.height) / 120) }

    /// Prints a line to standard output and in the upper left corner of the image.
    package mutating func say(_ text: String) {
        let size = Float(max(8, stroke * 4.5))
        let height = 1.6 * size
        let top = Float(lines.count) * height
        picture.fillBox(
            from: PixelPoint(x: 0, y: top),
            to: PixelPoint(x: RGBImage.textWidth(text, size: size) + size, y: top + height), .black, opacity: 0.65)
        picture.drawText(text, at: PixelPoint(x: 0.5 * size, y: top + 1.15 * size), size: size, .white)
        lines.append(text)
    }

    /// Draws a dot.
    package mutating func drawDot(at place: CGPoint, size: Double = 1, _ ink: Ink) {
        let point = pixel(place)
        let radius = Float(stroke * 1.6 * size)
        picture.drawLine(from: point, to: point, radius: radius + Float(stroke) / 2, .black)
        picture.drawLine(from: point, to: point, radius: radius, ink.colour)
    }

    /// Draws a line through places, or a dot if there is only one.
    package mutating func drawLine(through places: [CGPoint], _ ink: Ink) {
        guard let first = places.first else { return }
        for (start, end) in zip([first] + places, places) {
            picture.drawLine(from: pixel(start), to: pixel(end), radius: Float(stroke), ink.colour)
        }
    }

    /// Draws the visible fingers of a hand as lines from the wrist.
    package mutating func drawFingers(of hand: HandPoints, ink: (Finger) -> Ink) {
        for finger in Finger.allCases {
            drawLine(through: ([.wrist] + finger.joints).compactMap { hand.location(of: $0) }, ink(finger))
        }
    }

    private func pixel(_ place: CGPoint) -> PixelPoint {
        PixelPoint(x: Float(place.x) - 0.5, y: Float(size.height - place.y) - 0.5)
    }
}
