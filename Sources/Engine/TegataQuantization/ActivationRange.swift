/// The values of a tensor on calibration inputs, for each channel of its last dimension.
struct ActivationRange {
    private(set) var minimums: [Float]
    private(set) var maximums: [Float]
    private var sums: [Double]
    private var pixelCount = 0

    init(channels: Int) {
        minimums = [Float](repeating: 0, count: channels)
        maximums = minimums
        sums = [Double](repeating: 0, count: channels)
    }

    mutating func add(_ values: UnsafeBufferPointer<Float>) {
        let channels = minimums.count
        for first in stride(from: 0, to: values.count - channels + 1, by: channels) {
            for channel in 0..<channels {
                let value = values[first + channel]
                minimums[channel] = min(minimums[channel], value)
                maximums[channel] = max(maximums[channel], value)
                sums[channel] += Double(value)
            }
        }
        pixelCount += values.count / max(channels, 1)
    }

    /// The smallest value, at most 0: integers must represent 0, because padding consists of zeros.
    var lowest: Float { minimums.min() ?? 0 }
    /// The largest value, at least 0.
    var highest: Float { maximums.max() ?? 0 }

    func mean(_ channel: Int) -> Double { sums[channel] / Double(max(pixelCount, 1)) }
}
