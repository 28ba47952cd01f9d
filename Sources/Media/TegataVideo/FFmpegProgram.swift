import TegataCapture
import TegataSystem

/// The version of ffmpeg, which decodes and encodes video files.
package struct FFmpegVersion: Equatable, Sendable, CustomStringConvertible {
    /// The version as ffmpeg prints it, such as "5.1.6-0+deb12u1".
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The oldest version with all the options that Tegata uses.
    package static let oldest = FFmpegVersion("5.1")

    /// Runs the program, which is searched for on the PATH; nil if its output contains no version.
    package init?(asking program: String) throws(VideoError.Problem) {
        let process = try ChildProcess(video: program, ["-version"], connecting: .output)
        let line = try InputStream(descriptor: process.descriptor, closing: false).line(atMost: 1000) ?? []
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count > 2, words[1] == "version" else { return nil }
        description = String(words[2])
    }

    /// Whether this is the oldest supported version or a newer one. A version without numbers is assumed to be a build
    /// from recent sources.
    package var isRecent: Bool {
        numbers.isEmpty || !numbers.lexicographicallyPrecedes(Self.oldest.numbers)
    }

    /// The first two numbers, which may follow an "n".
    private var numbers: [Int] {
        let text = description.hasPrefix("n") ? description.dropFirst() : description[...]
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return digits.split(separator: ".").prefix(2).map { Int($0) ?? .max }
    }
}

extension ChildProcess {
    /// Starts a program that decodes or encodes video.
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
