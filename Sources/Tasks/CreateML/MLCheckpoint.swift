/// A stand-in for a training at one of its iterations, as it is kept in a session's folder.
public struct MLCheckpoint: Codable, Hashable, Sendable {
    /// The folder of the checkpoint.
    public var url: URL
    /// What was being done: features were extracted, or the classifier was trained.
    public var phase: MLPhase
    /// How many pictures, videos or rows had been looked at, or how many iterations made.
    public var iteration: Int
    /// When that was.
    public var date: Date
    private var numbers: [MLProgress.Metric: Double]

    init(url: URL, phase: MLPhase, iteration: Int, date: Date, metrics: [MLProgress.Metric: Double]) {
        self.url = url
        self.phase = phase
        self.iteration = iteration
        self.date = date
        numbers = metrics
    }

    /// What had been measured, each a `Double`: loss and accuracy.
    public var metrics: [MLProgress.Metric: Any] {
        get { numbers }
        // Other values than numbers could not be written.
        set { numbers = newValue.compactMapValues { $0 as? Double } }
    }

    private enum CodingKeys: String, CodingKey {
        case url, phase, iteration, date, metrics
    }

    /// Reads what ``encode(to:)`` has written.
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

    /// Writes everything; the metrics by their names.
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
