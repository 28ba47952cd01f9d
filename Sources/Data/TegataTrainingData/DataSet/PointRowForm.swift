import TegataClassifiers

/// The meaning of the cells in a row of points.
struct PointRowForm {
    let kind: DataSetKind
    /// The column of the label; nil if rows have no label.
    let labelColumn: Int?
    /// The cells with coordinates.
    let values: Range<Int>
    let cellCount: Int
    /// Whether every point has a third number: its confidence or depth.
    let hasThirdValue: Bool

    /// Recognises the format from an example row; returns nil if the row does not consist of points.
    ///
    /// A hand has 42 or 63 numbers, with a class before or after them. Any other even count of at least 8, after a
    /// class, holds the successive positions of one point.
    init?(_ cells: [String]) {
        let cells = cells.map { AnnotationTable.trimmed($0) }
        let isNumber = cells.map { Double($0) != nil }
        cellCount = cells.count
        switch cells.count {
        case 42, 63:
            guard isNumber.allSatisfy({ $0 }) else { return nil }
            (kind, labelColumn, values) = (.poses, nil, 0..<cells.count)
        case 43, 64:
            if isNumber.dropFirst().allSatisfy({ $0 }) {
                // A class number is whole. If the last column is whole and the first is not, the last one holds the
                // class.
                let first = Double(cells[0]).map { $0 == $0.rounded() } ?? true
                let last = Double(cells[cells.count - 1]).map { $0 == $0.rounded() && $0 >= 0 } ?? true
                let isFirst = first || !last
                (labelColumn, values) = isFirst ? (0, 1..<cells.count) : (cells.count - 1, 0..<cells.count - 1)
            } else if isNumber.dropLast().allSatisfy({ $0 }) {
                (labelColumn, values) = (cells.count - 1, 0..<cells.count - 1)
            } else {
                return nil
            }
            kind = .poses
        case 9...4097 where cells.count % 2 == 1 && isNumber.dropFirst().allSatisfy({ $0 }):
            (kind, labelColumn, values) = (.actions, 0, 1..<cells.count)
        default: return nil
        }
        hasThirdValue = values.count == HandKeyPoints.valueCount
    }

    /// Returns the hand of a row; depths are skipped.
    func hand(_ values: [Float], hasDepth: Bool) -> HandKeyPoints {
        let step = hasThirdValue ? 3 : 2
        return HandKeyPoints { point in
            let confidence = hasThirdValue && !hasDepth ? values[step * point + 2] : 1
            return (values[step * point], values[step * point + 1], confidence)
        }
    }
}

/// Creates hands from the path of one point, the tip of the index finger.
enum PointHistory {
    /// The usual aspect ratio of the images that such rows refer to: 960 × 540.
    private static let aspectRatio: Float = 16 / 9

    /// A pointing hand, measured in hand lengths from the tip of its index finger.
    private static let form: [(x: Float, y: Float)] = [
        (0.20, 1.00), (0.02, 0.88), (-0.08, 0.72), (-0.02, 0.60), (0.08, 0.56),
        (0.02, 0.46), (0.01, 0.26), (0.00, 0.12), (0.00, 0.00),
        (0.16, 0.44), (0.17, 0.34), (0.17, 0.46), (0.17, 0.56),
        (0.28, 0.48), (0.29, 0.40), (0.28, 0.50), (0.27, 0.59),
        (0.38, 0.54), (0.39, 0.48), (0.38, 0.55), (0.37, 0.62),
    ]

    /// The length of the hand, as a fraction of the image's height.
    private static let length: Float = 0.35

    /// Returns one hand per pair of numbers, which are fractions of the image's sides relative to the point's start.
    static func frames(_ values: [Float]) -> [HandKeyPoints] {
        stride(from: 0, to: values.count - 1, by: 2).map { index in
            HandKeyPoints(aspectRatio: aspectRatio) { point in
                (
                    0.5 + values[index] + form[point].x * length / aspectRatio,
                    0.5 + values[index + 1] + form[point].y * length, 1
                )
            }
        }
    }
}
