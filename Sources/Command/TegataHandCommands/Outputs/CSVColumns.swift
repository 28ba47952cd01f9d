import TegataHands
import TegataRecords
import TegataTables

/// The requested columns: the hand's own columns, three for each landmark and each world landmark, then the columns for
/// positions in space, skeletons and joints.
struct CSVColumns: Equatable, Sendable {
    /// Whether landmarks are in pixels instead of fractions of the image size; z has the same unit as x.
    let inPixels: Bool
    let hasMetric: Bool
    let hasSkeleton: Bool
    let hasJoints: Bool
    let isRevised: Bool

    /// The names of the columns.
    var header: String {
        let start = ["source", "frame", "timestamp_ms", "width", "height", "hand"]
        let joints = hasJoints ? HandJoints.csvColumns.map(\.name) : []
        return (start + fields.flatMap(\.csvColumns) + joints).joined(separator: ",")
    }

    /// Returns a line for each hand.
    func lines(for record: FrameRecord) -> [String] {
        let unit: (x: Float, y: Float) = inPixels ? (Float(record.width), Float(record.height)) : (1, 1)
        return record.hands.enumerated().map { place, hand in
            let start = [
                csvText(record.source), record.frame.map { "\($0.index)" } ?? "",
                record.frame.map { "\($0.milliseconds)" } ?? "", "\(record.width)", "\(record.height)", "\(place)",
            ]
            var joints: [String] = []
            if hasJoints {
                let found = hand.joints
                joints = HandJoints.csvColumns.map { $0.cell(found) }
            }
            return (start + fields.flatMap { $0.csvCells(of: hand, unit) } + joints).joined(separator: ",")
        }
    }

    private var fields: [HandField] {
        HandField.csvFields
            + HandField.all.filter {
                $0.isMetric && hasMetric || $0.isOfSkeleton && hasSkeleton || $0.isOfRevision && isRevised
            }
    }
}

extension HandJoints {
    /// A column of joint data.
    fileprivate struct CSVColumn: Sendable {
        let name: String
        let cell: @Sendable (HandJoints) -> String

        static func number(_ name: String, _ value: @escaping @Sendable (HandJoints) -> Float?) -> CSVColumn {
            CSVColumn(name: name) { joints in value(joints).map { "\($0)" } ?? "" }
        }
    }

    fileprivate static let csvColumns: [CSVColumn] = {
        var columns = [CSVColumn.number("joints_confidence") { $0.confidence }]
        for (finger, name) in fingerNames.enumerated() {
            columns.append(CSVColumn(name: "\(name)_state") { $0.fingers[finger].state.name })
            columns.append(.number("\(name)_state_confidence") { $0.fingers[finger].confidence })
            columns.append(.number("\(name)_curl") { $0.fingers[finger].curl })
        }
        for landmark in HandLandmark.allCases where HandJoints.canBend(landmark) {
            columns.append(.number("\(landmark.name)_flexion") { $0[landmark]?.flexion })
            columns.append(.number("\(landmark.name)_abduction") { $0[landmark]?.abduction })
            columns.append(.number("\(landmark.name)_twist") { $0[landmark]?.twist })
        }
        for (index, name) in fingerNames.dropFirst().enumerated() {
            columns.append(.number("\(name)_pinch_strength") { $0.pinches[index].strength })
            columns.append(.number("\(name)_pinch_distance") { $0.pinches[index].distance })
        }
        columns.append(.number("grab_strength") { $0.grabStrength })
        for landmark in HandLandmark.allCases {
            columns.append(.number("\(landmark.name)_visibility") { $0.visibility[Int(landmark.rawValue)] })
        }
        return columns
    }()
}

extension HandField {
    /// The fields that have columns and need neither a camera nor a skeleton, in column order.
    fileprivate static let csvFields: [HandField] = {
        let fields = all.filter {
            !$0.isMetric && !$0.isOfSkeleton && !$0.isOfRevision && !$0.csvColumns.isEmpty
        }
        return fields.filter { $0.points == nil } + fields.filter { $0.points != nil }
    }()

    fileprivate var csvColumns: [String] {
        guard let column else { return [] }
        return switch content {
        case .integer: [column]
        case .category, .listedCategory, .categories: [column, "\(column)_score"]
        case .number: [column]
        case .place: ["x", "y", "z"].map { "\(column)_\($0)" }
        case .points, .knownPoints:
            HandLandmark.allCases.flatMap { point in ["x", "y", "z"].map { "\(column)\(point.name)_\($0)" } }
        case .numbers: []
        }
    }

    /// Returns a cell for each column, empty if the hand has no value.
    fileprivate func csvCells(of hand: HandResult, _ unit: (x: Float, y: Float)) -> [String] {
        switch content {
        case .integer(let value): [value(hand).map { "\($0)" } ?? ""]
        case .category(let value), .listedCategory(let value): csvCells(value(hand))
        case .categories(let value): csvCells(value(hand)?.first)
        case .points(let value):
            // Scale only landmarks, because world landmarks are in metres.
            value(hand).flatMap { [unit = name == HandField.landmarks.name ? unit : (1, 1)] point in
                ["\(point.x * unit.x)", "\(point.y * unit.y)", "\(point.z * unit.x)"]
            }
        case .number(let value): [value(hand).map { "\($0)" } ?? ""]
        case .place(let value): csvCells(value(hand))
        case .knownPoints(let value):
            value(hand).map { $0.flatMap(csvCells) } ?? [String](repeating: "", count: 3 * HandPoints.count)
        case .numbers: []
        }
    }

    private func csvCells(_ place: HandPoint?) -> [String] {
        guard let place else { return ["", "", ""] }
        return ["\(place.x)", "\(place.y)", "\(place.z)"]
    }

    private func csvCells(_ category: HandCategory?) -> [String] {
        [csvText(category?.name ?? ""), category.map { "\($0.score)" } ?? ""]
    }
}

/// Returns the text, in quotes if it contains commas, quotes or line ends that would be misread.
private func csvText(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else {
        return text
    }
    return cellBetweenQuotes(text)
}
