import TegataTool

/// A part of a video and what it shows.
struct RecordedRange: Sendable {
    let label: String
    /// In milliseconds after the first frame of the video.
    let start: Int
    /// `Int.max` is the end of the video.
    let end: Int

    /// Such as `rock=1.5-3`, `rock=1.5-` or `rock=-3`.
    init?(_ text: String) {
        guard let sign = text.lastIndex(of: "="), let label = RecordingClasses.label(String(text[..<sign])) else {
            return nil
        }
        let times = text[text.index(after: sign)...].split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, times != ["", ""], let start = Self.milliseconds(times[0], otherwise: 0),
            let end = Self.milliseconds(times[1], otherwise: .max), start < end
        else { return nil }
        (self.label, self.start, self.end) = (label, start, end)
    }

    private static func milliseconds(_ text: Substring, otherwise missing: Int) -> Int? {
        guard !text.isEmpty else { return missing }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }),
            let seconds = Double(text), seconds < 1e9
        else { return nil }
        return Int((1000 * seconds).rounded())
    }

    func contains(_ milliseconds: Int) -> Bool { milliseconds >= start && milliseconds < end }

    /// Such as `rock=1.5-3.0`.
    var text: String {
        "\(label)=\(Self.seconds(start))-\(end == .max ? "" : Self.seconds(end))"
    }

    private static func seconds(_ milliseconds: Int) -> String {
        fixed(Double(milliseconds) / 1000, milliseconds % 100 == 0 ? 1 : 3)
    }
}
