/// What ffmpeg has said.
struct FFmpegMessages {
    /// Its errors, each once, without the parts of the program that they come from.
    private(set) var errors: [String] = []
    /// In seconds.
    private(set) var duration: Double?
    /// Whether the average rate is the nominal one.
    private(set) var mayHaveConstantRate = true

    init(_ lines: [Substring], path: String) {
        for line in lines {
            for level in ["[error] ", "[fatal] "] {
                guard let start = line.firstRange(of: level)?.upperBound else { continue }
                var text = String(line[start...])
                let name = "file:" + path + ": "
                if text.hasPrefix(name) { text = String(text.dropFirst(name.count)) }
                if !errors.contains(text) { errors.append(text) }
            }
            if duration == nil, let start = line.firstRange(of: "  Duration: ")?.upperBound {
                duration = Self.seconds(line[start...].prefix { $0 != "," })
            }
            if let start = line.firstRange(of: ": Video: ")?.upperBound, line.contains("Stream #0:") {
                let rates = line[start...].split(separator: ", ").compactMap { part -> Substring? in
                    part.hasSuffix(" fps") || part.hasSuffix(" tbr") ? part.dropLast(4) : nil
                }
                if rates.count == 2, rates[0] != rates[1] { mayHaveConstantRate = false }
            }
        }
    }

    /// Of a text like 00:10:08.08.
    private static func seconds(_ text: Substring) -> Double? {
        var result = 0.0
        for part in text.split(separator: ":") {
            guard let value = Double(part) else { return nil }
            result = 60 * result + value
        }
        return result
    }

    /// The errors as one line.
    var failure: VideoError.Problem {
        if errors.contains(where: { $0.contains("does not contain any stream") }) {
            return .programFailed(program: "ffmpeg", reason: "there are no pictures in the file")
        }
        let parts = errors.count > 1 ? [errors[0], errors[errors.count - 1]] : errors
        return .programFailed(
            program: "ffmpeg", reason: parts.isEmpty ? "it ended without saying why" : parts.joined(separator: "; "))
    }
}
