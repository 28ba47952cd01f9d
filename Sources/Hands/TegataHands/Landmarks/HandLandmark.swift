/// The 21 points of a hand, in the order in which results list them: the wrist, then four points for each finger,
/// starting with the thumb and ending at each tip.
public enum HandLandmark: UInt, CaseIterable, Sendable {
    /// The wrist.
    case wrist = 0
    /// The thumb from the wrist to its tip.
    case thumbCMC, thumbMCP, thumbIP, thumbTIP
    /// The index finger from the knuckle to its tip.
    case indexFingerMCP, indexFingerPIP, indexFingerDIP, indexFingerTIP
    /// The middle finger from the knuckle to its tip.
    case middleFingerMCP, middleFingerPIP, middleFingerDIP, middleFingerTIP
    /// The ring finger from the knuckle to its tip.
    case ringFingerMCP, ringFingerPIP, ringFingerDIP, ringFingerTIP
    /// The little finger from the knuckle to its tip.
    case pinkyMCP, pinkyPIP, pinkyDIP, pinkyTIP

    /// The index of the point in ``HandPoints``.
    package var index: Int { Int(rawValue) }

    /// The point's name in files, such as `index_finger_tip`.
    package var name: String { Self.names[index] }

    private static let names: [String] = [
        "wrist",
        "thumb_cmc", "thumb_mcp", "thumb_ip", "thumb_tip",
        "index_finger_mcp", "index_finger_pip", "index_finger_dip", "index_finger_tip",
        "middle_finger_mcp", "middle_finger_pip", "middle_finger_dip", "middle_finger_tip",
        "ring_finger_mcp", "ring_finger_pip", "ring_finger_dip", "ring_finger_tip",
        "pinky_mcp", "pinky_pip", "pinky_dip", "pinky_tip",
    ]

    /// The points of the palm and the first finger joints, from which a hand's rectangle is computed.
    static let stable: [12 of HandLandmark] = [
        .wrist, .thumbCMC, .thumbMCP, .thumbIP, .indexFingerMCP, .indexFingerPIP, .middleFingerMCP, .middleFingerPIP,
        .ringFingerMCP, .ringFingerPIP, .pinkyMCP, .pinkyPIP,
    ]
}

/// A line between two points of a hand.
package struct HandConnection: Sendable, Equatable {
    package let start: HandLandmark
    package let end: HandLandmark

    init(_ start: HandLandmark, _ end: HandLandmark) {
        self.start = start
        self.end = end
    }
}

/// A part of a hand that is drawn in one style, either the palm or a finger, with MediaPipe's colours and sizes.
///
/// Sizes are in pixels for an image whose longer side is 640 pixels.
package struct HandPart: Sendable {
    /// The lines of the part.
    package let connections: [HandConnection]
    package let lineColour: Colour
    package let lineWidth: Float
    /// The points that have the part's colour; the points where fingers begin belong to the palm.
    package let points: [HandLandmark]
    package let pointColour: Colour

    package struct Colour: Sendable, Equatable {
        package let red: UInt8
        package let green: UInt8
        package let blue: UInt8
    }

    /// The colour of the rim around every point.
    package static let rimColour = Colour(red: 224, green: 224, blue: 224)
    package static let rimRadius: Float = 6
    package static let pointRadius: Float = 5
    /// The colour and width of the dark edge around lines and points, which makes MediaPipe's colours visible on skin.
    package static let edgeColour = Colour(red: 32, green: 32, blue: 32)
    package static let edgeWidth: Float = 1.25
    /// The longer side, in pixels, of hands drawn with these sizes; smaller hands are drawn finer, because their points
    /// would otherwise cover each other.
    package static let fullSize: Float = 130
    /// The radius of a fingertip, as a fraction of the hand's longer side.
    package static let tipRadius: Float = 0.08

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

    /// All parts, in the order in which they are drawn and in which their connections are listed.
    package static let all = [palm, thumb, indexFinger, middleFinger, ringFinger, pinky]

    private static func finger(
        _ base: HandLandmark, _ second: HandLandmark, _ third: HandLandmark, _ tip: HandLandmark, _ colour: Colour
    ) -> HandPart {
        HandPart(
            connections: [HandConnection(base, second), HandConnection(second, third), HandConnection(third, tip)],
            lineColour: colour, lineWidth: 2, points: [second, third, tip], pointColour: colour)
    }
}
