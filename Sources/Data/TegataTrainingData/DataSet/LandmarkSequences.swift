import TegataClassifiers

/// Collects the frames of each hand in each video.
struct LandmarkSequences {
    struct Sequence {
        var source: String
        var label: String
        var place: DataPlace
        var frames: [HandKeyPoints]
        var rate: Double?
    }

    private struct Key: Hashable {
        var source: String
        var identifier: Int
    }

    /// The maximum number of frames in all sequences, per hand and frame read.
    private static let mostFramesEach = 16

    private var order: [Key] = []
    private var hands: [Key: [Double: HandKeyPoints]] = [:]
    private var times: [String: [Double]] = [:]
    private var labels: [Key: (label: String, place: DataPlace)] = [:]

    mutating func add(
        _ found: [LandmarkLine.Hand], source: String, label: String, milliseconds: Double, place: DataPlace
    ) {
        times[source, default: []].append(milliseconds)
        for hand in found {
            let key = Key(source: source, identifier: hand.identifier)
            if hands[key] == nil {
                order.append(key)
                labels[key] = (label, place)
            }
            hands[key, default: [:]][milliseconds] = hand.points
        }
    }

    /// Returns each hand from its first to its last frame, at `rate` or else at the rate of the video's frames.
    ///
    /// Returns nil if the sequences would be far longer than the data read. A small file must not fill the memory with
    /// frames that have no hand.
    func finished(rate: Double?) -> [Sequence]? {
        let times = times.mapValues { $0.sorted() }
        let read = times.values.reduce(0) { $0 + $1.count } + hands.values.reduce(0) { $0 + $1.count }
        var rest = Self.mostFramesEach * read
        var sequences: [Sequence] = []
        for key in order {
            guard let points = hands[key], let (label, place) = labels[key], let times = times[key.source],
                let first = points.keys.min(), let last = points.keys.max()
            else { continue }
            let span = (times.last ?? 0) - (times.first ?? 0)
            let own = span > 0 ? Double(times.count - 1) * 1000 / span : nil
            let seen = times[Self.count(times) { $0 < first }..<Self.count(times) { $0 <= last }]
            rest -= seen.count
            guard rest >= 0 else { return nil }
            sequences.append(
                Sequence(
                    source: key.source, label: label, place: place, frames: seen.map { points[$0] ?? HandKeyPoints() },
                    rate: rate ?? own))
        }
        return sequences
    }

    /// Returns the number of sorted values, from the start, for which `isBefore` is true.
    private static func count(_ sorted: [Double], _ isBefore: (Double) -> Bool) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(sorted[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
