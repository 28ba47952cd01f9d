import TegataHands
import TegataRecords

/// The first line of the page's code, with the names, lines and colours that all parts of Tegata share, and the fields
/// of a hand.
enum PageVocabulary {
    static func code(hasMetric: Bool) -> String {
        let members = [
            ("pointCount", "\(HandPoints.count)"),
            ("handedness", list(Handedness.allCases.map { quoted($0.name) })),
            ("eventKinds", list(GestureEvent.Kind.allCases.map { quoted($0.name) } + [quoted("action")])),
            ("noGestureNames", list(Gesture.noneNames.map(quoted))),
            ("unnamedGesture", quoted(Gesture.unnamedLabel)),
            ("rimColour", text(HandPart.rimColour)),
            ("rimRadius", "\(HandPart.rimRadius)"),
            ("pointRadius", "\(HandPart.pointRadius)"),
            ("edgeColour", text(HandPart.edgeColour)),
            ("edgeWidth", "\(HandPart.edgeWidth)"),
            ("fullSize", "\(HandPart.fullSize)"),
            ("tipRadius", "\(HandPart.tipRadius)"),
            ("parts", list(HandPart.all.map(text))),
            ("angles", list(PlottedAngle.all.map { quoted($0.name) })),
            ("bones", list((0..<HandSkeleton.count).map(bone))),
            ("fields", list(HandField.ofPages(hasMetric: hasMetric).map(text))),
        ]
        return "const vocabulary = " + object(members) + ";\n"
    }

    private static func text(_ part: HandPart) -> String {
        object([
            ("connections", list(part.connections.map { list(["\($0.start.index)", "\($0.end.index)"]) })),
            ("lineColour", text(part.lineColour)),
            ("lineWidth", "\(part.lineWidth)"),
            ("points", list(part.points.map { "\($0.index)" })),
            ("pointColour", text(part.pointColour)),
        ])
    }

    /// Returns the parent of a joint of the skeleton, if it has one, and the joint's colour, if it is a landmark.
    private static func bone(_ joint: Int) -> String {
        let landmark = HandSkeleton.landmark(of: joint)
        // The palm lies on a bone of the middle finger.
        let parent = joint == 0 ? nil : HandSkeleton.parent(of: joint)
        let part = landmark.flatMap { landmark in HandPart.all.first { $0.points.contains(landmark) } }
        return object([
            ("parent", parent.map(String.init) ?? "null"),
            ("colour", part.map { text($0.pointColour) } ?? "null"),
        ])
    }

    private static func text(_ field: HandField) -> String {
        let kind =
            switch field.content {
            case .integer: "integer"
            case .category: "category"
            case .listedCategory, .categories: "categories"
            case .points, .knownPoints: "points"
            case .place: "place"
            case .number: "number"
            case .numbers: "numbers"
            }
        return object([("name", quoted(field.name)), ("kind", quoted(kind)), ("isShort", "\(field.isShort)")])
    }

    private static func text(_ colour: HandPart.Colour) -> String {
        quoted("rgb(\(colour.red),\(colour.green),\(colour.blue))")
    }

    private static func object(_ members: [(name: String, value: String)]) -> String {
        "{" + members.map { "\($0.name):\($0.value)" }.joined(separator: ",") + "}"
    }

    private static func list(_ values: [String]) -> String {
        "[" + values.joined(separator: ",") + "]"
    }

    /// Returns a quoted word; Tegata's own words need no escaping.
    private static func quoted(_ word: String) -> String { "\"\(word)\"" }
}
