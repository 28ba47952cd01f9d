import TabularData
import TegataClassifiers
import TegataTables
import TegataTrainingData

/// A column of a client's table, which may have gaps and any type.
struct TableColumn {
    private let column: AnyColumn
    let name: String

    init(_ name: String, of frame: DataFrame) throws(MLCreateError) {
        guard let index = frame.indexOfColumn(name) else {
            let names = frame.columns.map { "'\($0.name)'" }.joined(separator: ", ")
            throw .type(reason: "the data frame has no column '\(name)'; it has \(names.isEmpty ? "none" : names)")
        }
        column = frame.columns[index]
        self.name = name
    }

    /// The value in a row.
    subscript(row: Int) -> Any? { column[row] }

    /// Returns the value in a row as text; empty if it is missing.
    func text(_ row: Int) -> String {
        switch column[row] {
        case nil: ""
        case let value as String: value
        case let value as URL: value.isFileURL ? value.path : value.absoluteString
        // Write the number as it reads after a round trip through JSON.
        case let value as Double: Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case let value as Float: Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case let value?: "\(value)"
        }
    }

    /// Returns the value in a row as a number; nil if it is missing or not finite.
    func number(_ row: Int) throws(MLCreateError) -> Double? {
        let number: Double
        switch column[row] {
        case nil: return nil
        case let value as Double: number = value
        case let value as Float: number = Double(value)
        case let value as Int: number = Double(value)
        case let value?:
            guard let read = Double("\(value)") else {
                throw .type(reason: "row \(row), column '\(name)': \(value) is not a number; write seconds")
            }
            number = read
        }
        // Drop infinities, NaN and the sign of 0, because files cannot hold them.
        return number.isFinite ? number + 0 : nil
    }
}

/// A table of paths and labels.
struct MediaTable {
    private let frame: DataFrame
    private let media: TableColumn
    private let label: TableColumn
    private let start: TableColumn?
    private let end: TableColumn?

    init(_ frame: DataFrame, _ columns: AnnotationColumns) throws(MLCreateError) {
        self.frame = frame
        media = try TableColumn(columns.media ?? "", of: frame)
        label = try TableColumn(columns.label ?? "", of: frame)
        start = if let name = columns.start { try TableColumn(name, of: frame) } else { nil }
        end = if let name = columns.end { try TableColumn(name, of: frame) } else { nil }
    }

    /// Returns only the columns in use, with the strings and numbers that training uses.
    func normalized() throws(MLCreateError) -> DataFrame {
        var result = DataFrame()
        for column in [media, label] where !result.containsColumn(column.name) {
            result.append(column: Column(name: column.name, contents: (0..<frame.shape.rows).map { column.text($0) }))
        }
        for column in [start, end].compactMap(\.self) where !result.containsColumn(column.name) {
            var times = Column<Double>(name: column.name, capacity: frame.shape.rows)
            for row in 0..<frame.shape.rows { times.append(try column.number(row)) }
            result.append(column: times)
        }
        return result
    }

    func add(to builder: inout DataSetBuilder, kind: DataSetKind) throws(MLCreateError) {
        for row in 0..<frame.shape.rows {
            let path = media.text(row)
            let place = DataPlace(file: "the data frame", row: row)
            guard !path.isEmpty, FileManager.default.fileExists(atPath: path) else {
                builder.notices.append(.mediaMissing(place, path: path))
                continue
            }
            let content: DataItem.Content
            switch kind {
            case .poses: content = .picture(PictureItem(path: path))
            case .actions:
                content = .clip(
                    ClipItem(
                        path: path, start: try start?.number(row).map { .seconds($0) },
                        end: try end?.number(row).map { .seconds($0) }))
            }
            builder.add(content, label: label.text(row), place: place)
        }
    }
}

/// A table of key points, labels and sessions.
struct PointTable {
    private let frame: DataFrame
    private let session: TableColumn
    private let label: TableColumn
    private let feature: TableColumn

    init(_ frame: DataFrame, session: String, label: String, feature: String) throws(MLCreateError) {
        self.frame = frame
        self.session = try TableColumn(session, of: frame)
        self.label = try TableColumn(label, of: frame)
        self.feature = try TableColumn(feature, of: frame)
    }

    /// Returns only the columns in use, with the strings and numbers that training uses.
    func normalized() throws(MLCreateError) -> DataFrame {
        var features: [MLMultiArray] = []
        for row in 0..<frame.shape.rows {
            let numbers = try numbers(row)
            let shape = [numbers.count / HandKeyPoints.valueCount, 3, HandKeyPoints.pointCount]
            features.append(MLMultiArray(MLShapedArray(scalars: numbers, shape: shape)))
        }
        var result = DataFrame()
        result.append(column: Column(name: feature.name, contents: features))
        for column in [label, session] where !result.containsColumn(column.name) {
            result.append(column: Column(name: column.name, contents: (0..<frame.shape.rows).map { column.text($0) }))
        }
        return result
    }

    /// Adds a hand for every row, or a sequence for all rows with the same session and label, at `frameRate`.
    func add(to builder: inout DataSetBuilder, kind: DataSetKind, frameRate: Double?) throws(MLCreateError) {
        var sequences: [Sequence] = []
        var places: [[String]: Int] = [:]
        for row in 0..<frame.shape.rows {
            let hands = try hands(row)
            let (session, label) = (session.text(row), label.text(row))
            let place = DataPlace(file: "the data frame", row: row)
            guard kind == .actions else {
                guard hands.count == 1 else {
                    throw .type(
                        reason:
                            "row \(row), column '\(feature.name)': \(hands.count) frames, but a pose has one; pass 1"
                            + " × 3 × 21 numbers"
                    )
                }
                builder.add(.hand(hands[0]), label: label, group: session.isEmpty ? nil : session, place: place)
                continue
            }
            let key = [session, label]
            if let index = places[key] {
                sequences[index].frames += hands
            } else {
                places[key] = sequences.count
                sequences.append(Sequence(session: session, label: label, place: place, frames: hands))
            }
        }
        for sequence in sequences {
            builder.add(
                .sequence(sequence.frames, rate: frameRate), label: sequence.label,
                group: sequence.session.isEmpty ? nil : sequence.session, place: sequence.place)
        }
    }

    private struct Sequence {
        var session: String
        var label: String
        var place: DataPlace
        var frames: [HandKeyPoints]
    }

    private func hands(_ row: Int) throws(MLCreateError) -> [HandKeyPoints] {
        let numbers = try numbers(row)
        return stride(from: 0, to: numbers.count, by: HandKeyPoints.valueCount).compactMap {
            HandKeyPoints(poses: numbers[$0..<$0 + HandKeyPoints.valueCount])
        }
    }

    private func numbers(_ row: Int) throws(MLCreateError) -> [Float] {
        guard let numbers = FeatureValue.numbers(feature[row]), !numbers.isEmpty,
            numbers.count % HandKeyPoints.valueCount == 0
        else {
            let found = FeatureValue.numbers(feature[row]).map { "\($0.count) numbers" } ?? "no array of numbers"
            throw .type(
                reason: "row \(row), column '\(feature.name)': \(found); each hand must have 1 × 3 × 21 values: x, y"
                    + " and confidence")
        }
        // Use one NaN for all values that are not finite, and drop the sign of 0, because files cannot hold them.
        return numbers.map { $0.isFinite ? $0 + 0 : .nan }
    }
}

/// A value in a feature column.
enum FeatureValue {
    /// Returns the numbers of an array of any type, in row order; nil for other values.
    static func numbers(_ value: Any?) -> [Float]? {
        switch value {
        case let value as MLMultiArray: value.numbers(as: Float.self)
        case let value as MLShapedArray<Float>: value.scalars
        case let value as MLShapedArray<Double>: value.scalars.map { Float($0) }
        case let value as [Float]: value
        case let value as [Double]: value.map { Float($0) }
        case let value as [Any?]: nested(value)
        case let value as String:
            (try? JSONReader.value(Array(value.utf8), file: "")).flatMap(nested)
        default: nil
        }
    }

    private static func nested(_ values: [Any?]) -> [Float]? {
        var all: [Float] = []
        for value in values {
            switch value {
            case nil: all.append(.nan)
            case let value as Int: all.append(Float(value))
            case let value as Double: all.append(Float(value))
            case let value as Float: all.append(value)
            case let value as [Any?]:
                guard let inner = nested(value) else { return nil }
                all += inner
            default: return nil
            }
        }
        return all
    }

    private static func nested(_ node: JSONNode) -> [Float]? {
        switch node {
        case .null: return [.nan]
        case .number(let number): return [Float(number)]
        case .array(let nodes):
            var all: [Float] = []
            for node in nodes {
                guard let inner = nested(node) else { return nil }
                all += inner
            }
            return all
        default: return nil
        }
    }
}

extension MLMultiArray: TabularValue {
    /// The numbers as nested arrays, one level for each axis.
    package var tabularJSON: any Encodable & Sendable {
        NestedNumbers(numbers: numbers(as: Float.self)[...], shape: shape.map(\.intValue)[...])
    }
}

extension MLShapedArray: TabularValue where Scalar: BinaryFloatingPoint {
    /// The numbers as nested arrays, one level for each axis.
    package var tabularJSON: any Encodable & Sendable {
        NestedNumbers(numbers: scalars.map { Float($0) }[...], shape: shape[...])
    }
}

/// Numbers with axes, in JSON's form; null for numbers that JSON cannot represent.
private struct NestedNumbers: Encodable, Sendable {
    let numbers: ArraySlice<Float>
    let shape: ArraySlice<Int>

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        guard shape.count > 1, !numbers.isEmpty, let first = shape.first, first > 0 else {
            for number in numbers { try container.encode(number.isFinite ? number : nil) }
            return
        }
        let size = numbers.count / first
        for index in 0..<first {
            let start = numbers.startIndex + index * size
            try container.encode(NestedNumbers(numbers: numbers[start..<start + size], shape: shape.dropFirst()))
        }
    }
}
