/// A part of a hand that is drawn alike, the palm or a finger, with MediaPipe's colours and sizes.
///
/// Sizes are pixels of a picture with 640 on the long side.
package struct HandPart: Sendable {
    /// The lines of the part.
    package let connections: [HandConnection]
    package let lineColour: Colour
    package let lineWidth: Float
    /// The points that have the part's colour; those where fingers begin are the palm's.
    package let points: [HandLandmark]
    package let pointColour: Colour

    package struct Colour: Sendable, Equatable {
        package let red: UInt8
        package let green: UInt8
        package let blue: UInt8
    }

    /// Around every point is a rim.
    package static let rimColour = Colour(red: 224, green: 224, blue: 224)
    package static let rimRadius: Float = 6
    package static let pointRadius: Float = 5

    package static let palm = HandPart(
        connections: [
            HandConnection(.wrist, .thumbCMC), HandConnection(.wrist, .indexFingerMCP),
            HandConnection(.middleFingerMCP, .ringFingerMCP), HandConnection(.ringFingerMCP, .pinkyMCP),
            HandConnection(.indexFingerMCP, .middleFingerMCP), HandConnection(.wrist, .pinkyMCP),
        ],
        lineColour: Colour(red: 128, green: 128, blue: 128), lineWidth: 3,
        points: [.wrist, .thumbCMC, .indexFingerMCP, .middleFingerMCP, .ringFingerMCP, .pinkyMCP],
        pointColour: Colour(red: 255, green: 48, blue: 48))
    package static let thumb = finger(
        .thumbCMC, .thumbMCP, .thumbIP, .thumbTIP, Colour(red: 255, green: 229, blue: 180))
    package static let indexFinger = finger(
        .indexFingerMCP, .indexFingerPIP, .indexFingerDIP, .indexFingerTIP, Colour(red: 128, green: 64, blue: 128))
    package static let middleFinger = finger(
        .middleFingerMCP, .middleFingerPIP, .middleFingerDIP, .middleFingerTIP, Colour(red: 255, green: 204, blue: 0))
    package static let ringFinger = finger(
        .ringFingerMCP, .ringFingerPIP, .ringFingerDIP, .ringFingerTIP, Colour(red: 48, green: 255, blue: 48))
    package static let pinky = finger(
        .pinkyMCP, .pinkyPIP, .pinkyDIP, .pinkyTIP, Colour(red: 21, green: 101, blue: 192))

    /// All parts, in the order in which they are drawn and their connections are listed.
    package static let all = [palm, thumb, indexFinger, middleFinger, ringFinger, pinky]

    private static func finger(
        _ base: HandLandmark, _ second: HandLandmark, _ third: HandLandmark, _ tip: HandLandmark, _ colour: Colour
    ) -> HandPart {
        HandPart(
            connections: [HandConnection(base, second), HandConnection(second, third), HandConnection(third, tip)],
            lineColour: colour, lineWidth: 2, points: [second, third, tip], pointColour: colour)
    }
}
