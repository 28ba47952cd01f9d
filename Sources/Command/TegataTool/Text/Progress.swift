/// Shows on a terminal how far a piece of work is: how much is done, how fast, and how long it will take.
package struct Progress {
    private let name: String
    private let total: Int?
    private let start = System.nanoseconds()
    private var count = 0
    private var shownAt: UInt64 = 0

    /// `total` is how much there is to do, where that is known.
    package init(_ name: String, total: Int?) {
        self.name = name
        self.total = total
    }

    /// One more is done.
    package mutating func advance(_ console: Console) {
        advance(to: count + 1, console)
    }

    /// So many are done; `remark` is said behind them.
    package mutating func advance(to count: Int, remark: String = "", _ console: Console) {
        self.count = count
        let now = System.nanoseconds()
        guard now - shownAt >= Self.interval else { return }
        shownAt = now
        console.status(text(seconds: Double(now - start) / 1e9) + remark)
    }

    /// Such as `hands.mp4: ███████████░░░░░░░░░ 120 of 202, 131.0 per second, 1 s left`.
    func text(seconds: Double) -> String {
        let rate = seconds > 0 ? Double(count) / seconds : 0
        let place = "\(name): " + (total.map { "\(bar(of: $0)) \(count) of \($0)" } ?? "\(count)")
        guard rate > 0 else { return place }
        let left = total.map { ", \(fixed(Double(max(0, $0 - count)) / rate, 0)) s left" } ?? ""
        return "\(place), \(fixed(rate, 1)) per second\(left)"
    }

    private func bar(of total: Int) -> String {
        let width = 20
        let done = total > 0 ? min(width, count * width / total) : 0
        return String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
    }

    /// Ten times per second are enough.
    private static let interval: UInt64 = 100_000_000
}
