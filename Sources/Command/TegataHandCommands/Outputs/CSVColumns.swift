import TegataHands
import TegataRecords
import TegataTables

extension FrameRecord {
    /// A line per hand: what and where it is, then three numbers for each landmark and for each world landmark.
    /// Landmarks are in parts of the picture's sides or in pixels, depths as x.
    func csvLines(inPixels: Bool) -> [String] {
        let unit: (x: Float, y: Float) = inPixels ? (Float(width), Float(height)) : (1, 1)
        let fields = HandField.csvFields(hasMetric: hasMetric)
        return hands.enumerated().map { place, hand in
            let start = [
                csvText(source), frame.map { "\($0.index)" } ?? "", frame.map { "\($0.milliseconds)" } ?? "",
                "\(width)", "\(height)", "\(place)",
            ]
            return (start + fields.flatMap { $0.csvCells(of: hand, unit) }).joined(separator: ",")
        }
    }

    /// The names of the columns.
    static func csvHeader(hasMetric: Bool) -> String {
        let start = ["source", "frame", "timestamp_ms", "width", "height", "hand"]
        return (start + HandField.csvFields(hasMetric: hasMetric).flatMap(\.csvColumns)).joined(separator: ",")
    }
}

extension HandField {
    /// Those that have columns, in their order; those of hands in space come last.
    fileprivate static func csvFields(hasMetric: Bool) -> [HandField] {
        hasMetric ? csvFields + all.filter(\.isMetric) : csvFields
    }

    private static let csvFields: [HandField] = {
        let fields = all.filter { !$0.isMetric && !$0.csvColumns.isEmpty }
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

    /// A cell for each column, empty where the hand has nothing.
    fileprivate func csvCells(of hand: HandResult, _ unit: (x: Float, y: Float)) -> [String] {
        switch content {
        case .integer(let value): [value(hand).map { "\($0)" } ?? ""]
        case .category(let value), .listedCategory(let value): csvCells(value(hand))
        case .categories(let value): csvCells(value(hand)?.first)
        case .points(let value):
            // World landmarks are in metres anyway.
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

/// In quotes where commas, quotes or line ends would be misread.
private func csvText(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else {
        return text
    }
    return cellBetweenQuotes(text)
}
