import AVFoundation
import ExampleGestures
import Foundation

/// The main function of all examples: `NAME SOURCE [OUTPUT]`.
///
/// The source is an image, a video, a camera such as `/dev/video0`, or `test`; Control-C ends a camera. The output is
/// an image if the source is one. Otherwise it is a video if the file extension is known, or else a folder of images.
package func runExample(_ program: some ExampleProgram) -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let name = URL(fileURLWithPath: CommandLine.arguments.first ?? "example").lastPathComponent
    guard (1...2).contains(arguments.count) else {
        complain("\(type(of: program).purpose)\nUsage: \(name) PICTURE|VIDEO|/dev/video0|test [OUTPUT]")
        exit(64)
    }
    do {
        if arguments.count == 2, place(arguments[0]) == place(arguments[1]) {
            throw ExampleError("\(arguments[1]) is the source; choose another output")
        }
        try run(program, on: try ExampleSource(arguments[0]), to: arguments.dropFirst().first)
    } catch {
        complain("\(name): \(error)")
        exit(1)
    }
}

/// Returns the place of a file after all links are resolved.
private func place(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

private func run(_ program: some ExampleProgram, on source: ExampleSource, to output: String?) throws -> Never {
    switch source {
    case .picture(let path):
        var runner = ExampleRunner(program, output: nil) { print($0) }
        try runner.run(pictureAt: path, to: output)
        exit(0)
    case .device(let device):
        let runner = ExampleRunner(program, output: output.map { ExampleOutput($0) }) { print($0) }
        let capture = try ExampleCapture(device, runner) { error in
            if let error { complain("\(error)") }
            exit(error == nil ? 0 : 1)
        }
        signal(SIGINT, SIG_IGN)
        let interruption = DispatchSource.makeSignalSource(signal: SIGINT)
        interruption.setEventHandler { capture.stop() }
        interruption.activate()
        capture.start()
        // Keep the main thread free for blocks that wait for it.
        withExtendedLifetime(interruption) { dispatchMain() }
    }
}

private func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}

/// The part of an example that processes frames; ``ExampleRunner`` does everything else.
package protocol ExampleProgram: Sendable {
    /// A line that describes the program to its users.
    static var purpose: String { get }

    /// Processes the hands of a frame; prints and draws the result.
    mutating func look(at frame: inout ExampleFrame)
}

/// The reason why an example cannot run, as a line for its users.
package struct ExampleError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
