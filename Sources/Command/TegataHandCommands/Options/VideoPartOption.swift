import TegataCapture
import TegataTool
import TegataVideo

/// The options that select video frames.
package enum VideoPartOption {
    package static let start = time(
        "--start", "skip TIME at the start of each video, in seconds or as [HH:]MM:SS (default: 0)")
    package static let duration = time(
        "--duration", "stop after TIME of each video, in seconds or as [HH:]MM:SS (default: whole video)")
    package static let every = Option<Int>.integer(
        "--every", "N", in: 1...1_000_000, "read only every Nth frame (default: 1)")
    package static let pictureRate = Option<FrameRate>(
        "--fps", "RATE",
        "frame rate of a directory or stream of images; videos keep their own rate (default: 25)",
        expectation: "a rate such as 25, 29.97 or 30000/1001", parse: rate)

    package static let all = [start.description, duration.description, every.description, pictureRate.description]

    private static func time(_ name: String, _ summary: String) -> Option<Double> {
        Option(name, "TIME", summary, expectation: "a time such as 90, 1:30 or 00:01:30.5", parse: seconds)
    }

    /// Returns the seconds of a time in ffmpeg's syntax, which must not be negative or have a unit; nil for other text.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = number(parts[parts.count - 1]) else { return nil }
        guard parts.count > 1 else { return last }
        var total = 0
        for part in parts.dropLast() {
            guard let value = Int(part), part.allSatisfy(isDigit), value < 1_000_000 else { return nil }
            total = 60 * total + value
        }
        // Minutes and seconds that follow a larger unit must be below 60.
        guard last < 60, parts.count < 3 || Int(parts[1]) ?? 60 < 60 else { return nil }
        return 60 * Double(total) + last
    }

    private static func rate(_ text: String) -> FrameRate? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let frames = Int(parts[0]), let seconds = Int(parts[1]) else { return nil }
            return FrameRate(frames: frames, seconds: seconds)
        }
        guard let value = number(text[...]), value <= 1000 else { return nil }
        return value == value.rounded()
            ? FrameRate(frames: Int(value), seconds: 1)
            : FrameRate(frames: Int((value * 1000).rounded()), seconds: 1000)
    }

    /// Returns the value of digits with an optional decimal point; nil for other text.
    private static func number(_ text: Substring) -> Double? {
        guard text.contains(where: isDigit), text.allSatisfy({ isDigit($0) || $0 == "." }), let value = Double(text),
            value < 1e9
        else { return nil }
        return value
    }

    private static func isDigit(_ letter: Character) -> Bool { ("0"..."9").contains(letter) }
}

extension VideoSelection {
    /// Reads the frame selection from the arguments.
    package init(_ arguments: Arguments) throws {
        let duration = try arguments.value(of: VideoPartOption.duration)
        guard duration != 0 else { throw .usage("--duration 0 leaves nothing to read; give a longer time") }
        self.init(
            pictureRate: try arguments.value(of: VideoPartOption.pictureRate),
            start: try arguments.value(of: VideoPartOption.start) ?? 0, duration: duration,
            every: try arguments.value(of: VideoPartOption.every) ?? 1)
    }
}
