/// The state of training at one of its iterations, stored in a session's directory.
public struct MLCheckpoint: Codable, Hashable, Sendable {
    /// The directory of the checkpoint.
    public var url: URL
    /// The training phase: extracting features, or training the classifier.
    public var phase: MLPhase
    /// The number of processed images, videos or rows, or of iterations, depending on the phase.
    public var iteration: Int
    /// The time of the checkpoint.
    public var date: Date
    private var numbers: [MLProgress.Metric: Double]

    init(url: URL, phase: MLPhase, iteration: Int, date: Date, metrics: [MLProgress.Metric: Double]) {
        self.url = url
        self.phase = phase
        self.iteration = iteration
        self.date = date
        numbers = metrics
    }

    /// The loss and accuracy at the checkpoint, each a `Double`.
    public var metrics: [MLProgress.Metric: Any] {
        get { numbers }
        // Drop values that are not `Double`, because they cannot be written.
        set { numbers = newValue.compactMapValues { $0 as? Double } }
    }

    private enum CodingKeys: String, CodingKey {
        case url, phase, iteration, date, metrics
    }

    /// Reads the output of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.decode(URL.self, forKey: .url)
        phase = try container.decode(MLPhase.self, forKey: .phase)
        iteration = try container.decode(Int.self, forKey: .iteration)
        date = try container.decode(Date.self, forKey: .date)
        let named = try container.decode([String: Double].self, forKey: .metrics)
        numbers = Dictionary(
            named.compactMap { name, value in MLProgress.Metric(rawValue: name).map { ($0, value) } },
            uniquingKeysWith: { $1 })
    }

    /// Writes all values, including the metrics by name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url, forKey: .url)
        try container.encode(phase, forKey: .phase)
        try container.encode(iteration, forKey: .iteration)
        try container.encode(date, forKey: .date)
        try container.encode(
            Dictionary(numbers.map { ($0.rawValue, $1) }, uniquingKeysWith: { $1 }), forKey: .metrics)
    }
}
