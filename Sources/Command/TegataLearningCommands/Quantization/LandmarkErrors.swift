import TegataQuantization

/// The distances between the landmarks of two networks on the same crops, in crop pixels.
struct LandmarkErrors {
    /// The distances, smallest first.
    private let sorted: [Float]

    /// Compares only the crops in which the network without 8-bit weights sees a hand.
    init(_ outputs: [NetworkOutputs], _ expected: [NetworkOutputs]) {
        var distances: [Float] = []
        for (output, expected) in zip(outputs, expected) where expected.showsHand {
            let (points, others) = (output.values[0], expected.values[0])
            for point in stride(from: 0, to: min(points.count, others.count) - 2, by: 3) {
                let (dx, dy) = (points[point] - others[point], points[point + 1] - others[point + 1])
                distances.append((dx * dx + dy * dy).squareRoot())
            }
        }
        sorted = distances.sorted()
    }

    var largest: Double { Double(sorted.last ?? 0) }
    var percentile99: Double { sorted.isEmpty ? 0 : Double(sorted[(sorted.count - 1) * 99 / 100]) }
    /// The mean distance, which is influenced less than the root mean square by single crops that hardly show a hand.
    var mean: Double { sorted.reduce(0) { $0 + Double($1) } / Double(max(sorted.count, 1)) }
    var rootMeanSquare: Double {
        (sorted.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(sorted.count, 1))).squareRoot()
    }
}

extension NetworkOutputs {
    /// Whether the landmark network sees a hand.
    var showsHand: Bool { values.count > 1 && (values[1].first ?? 0) > 0.5 }
}
