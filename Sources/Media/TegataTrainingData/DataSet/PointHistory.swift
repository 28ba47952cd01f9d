import TegataClassifiers

/// Makes hands of the way of one point, the tip of the index finger.
enum PointHistory {
    /// The usual sides of the pictures that such rows are fractions of: 960 × 540.
    private static let aspectRatio: Float = 16 / 9

    /// A pointing hand, its index finger's tip at the origin, in hand lengths.
    private static let form: [(x: Float, y: Float)] = [
        (0.20, 1.00), (0.02, 0.88), (-0.08, 0.72), (-0.02, 0.60), (0.08, 0.56),
        (0.02, 0.46), (0.01, 0.26), (0.00, 0.12), (0.00, 0.00),
        (0.16, 0.44), (0.17, 0.34), (0.17, 0.46), (0.17, 0.56),
        (0.28, 0.48), (0.29, 0.40), (0.28, 0.50), (0.27, 0.59),
        (0.38, 0.54), (0.39, 0.48), (0.38, 0.55), (0.37, 0.62),
    ]

    /// How long the hand is, in heights of the picture.
    private static let length: Float = 0.35

    /// One hand for each pair of numbers, which are fractions of the picture's sides from where the point began.
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
