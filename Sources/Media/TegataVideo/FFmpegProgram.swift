import TegataCapture
import TegataSystem

/// The version of the program that decodes and encodes video files.
package struct FFmpegVersion: Equatable, Sendable, CustomStringConvertible {
    /// As the program says it, such as "5.1.6-0+deb12u1".
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The oldest that knows all the options that are used.
    package static let oldest = FFmpegVersion("5.1")

    /// Asks the program, which is searched on the PATH; nil where its answer has no version.
    package init?(asking program: String) throws(VideoError.Problem) {
        let process = try ChildProcess(video: program, ["-version"], connecting: .output)
        let line = try InputStream(descriptor: process.descriptor, closing: false).line(atMost: 1000) ?? []
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count > 2, words[1] == "version" else { return nil }
        description = String(words[2])
    }

    /// Whether this is the oldest one or a newer one. Where there are no numbers, somebody has built it from the newest
    /// sources.
    package var isRecent: Bool {
        numbers.isEmpty || !numbers.lexicographicallyPrecedes(Self.oldest.numbers)
    }

    /// The first two of the numbers, which may stand behind an "n".
    private var numbers: [Int] {
        let text = description.hasPrefix("n") ? description.dropFirst() : description[...]
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return digits.split(separator: ".").prefix(2).map { Int($0) ?? .max }
    }
}

extension ChildProcess {
    /// Starts a program that decodes or encodes.
    convenience init(
        video program: String, _ arguments: [String], connecting connection: Connection
    ) throws(VideoError.Problem) {
        do throws(ChildProcessError) {
            try self.init(program, arguments, connecting: connection)
        } catch {
            switch error {
            case .programMissing(let name): throw .programMissing(name)
            case .system(let operation, let code): throw .system(operation: operation, code: code)
            }
        }
    }
}
