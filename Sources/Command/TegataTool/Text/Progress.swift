/// A progress display on a terminal: the amount done, the speed and the time left.
package struct Progress {
    private let name: String
    private let total: Int?
    private let start = System.nanoseconds()
    private var count = 0
    private var shownAt: UInt64 = 0

    /// `total` is the number of items; nil if it is unknown.
    package init(_ name: String, total: Int?) {
        self.name = name
        self.total = total
    }

    /// Counts one more item.
    package mutating func advance(_ console: Console) {
        advance(to: count + 1, console)
    }

    /// Sets the number of finished items; `remark` follows it in the display.
    package mutating func advance(to count: Int, remark: String = "", _ console: Console) {
        self.count = count
        let now = System.nanoseconds()
        guard now - shownAt >= Self.interval else { return }
        shownAt = now
        console.status(text(seconds: Double(now - start) / 1e9) + remark)
    }

    /// Returns a line such as `hands.mp4: ███████████░░░░░░░░░ 120 of 202, 131.0 per second, 1 s left`.
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

    /// The shortest time between updates, in nanoseconds.
    private static let interval: UInt64 = 100_000_000
}
