import Synchronization
import TegataSystem

/// The output of a command: results and, separately, errors and messages for a person at a terminal.
///
/// Used by one thread only.
package final class Console {
    package let style: Style
    /// Whether errors go to a terminal, which can show status messages.
    private let showsStatus: Bool
    /// Whether the terminal for errors shows colours.
    private let showsColours: Bool
    /// Whether results go to a terminal, which may be the same one.
    package let outputIsTerminal: Bool
    /// Whether to write only results and errors.
    package var isQuiet = false
    private let descriptors: (output: Int32, error: Int32)?
    /// The height of the last image in lines; 0 if something was written below it.
    private var pictureHeight = 0
    private var outputError: SystemError?

    /// Whether the terminal shows a status that the next message replaces.
    private static let isStatusShown = Mutex(false)
    /// Whether the process is ending early, so that further failures are not reported.
    private static let isSilent = Atomic<Bool>(false)

    /// Whether an input failed.
    package private(set) var hasFailures = false
    /// Whether results are missing because they could not be written.
    package var hasOutputFailed: Bool { outputError != nil }
    /// The captured text, for a console in memory.
    package private(set) var capturedOutput = ""
    package private(set) var capturedErrors = ""

    /// Creates a console in memory, without colours.
    package init() {
        style = .plain
        showsStatus = false
        showsColours = false
        outputIsTerminal = false
        descriptors = nil
    }

    private init(style: Style, showsStatus: Bool, showsColours: Bool) {
        self.style = style
        self.showsStatus = showsStatus
        self.showsColours = showsColours
        outputIsTerminal = System.isTerminal(1)
        descriptors = (1, 2)
    }

    /// Returns a console for the process's standard output and standard error.
    static func standard() -> Console {
        let isTerminal = System.isTerminal(1)
        let width =
            isTerminal ? min(max(System.terminalSize(1)?.columns ?? Style.plain.width, 40), 110) : Style.plain.width
        let wantsColour = System.environment("NO_COLOR")?.isEmpty ?? true && System.environment("TERM") != "dumb"
        let hasTerminal = System.isTerminal(2) && System.environment("TERM") != "dumb"
        return Console(
            style: Style(width: width, isColoured: isTerminal && wantsColour), showsStatus: hasTerminal,
            showsColours: hasTerminal && wantsColour)
    }

    /// Writes one or more lines of results at once, without buffering.
    package func print(_ text: String) {
        guard let descriptors else {
            capturedOutput += text + "\n"
            return
        }
        guard outputError == nil else { return }
        if outputIsTerminal {
            clearStatus()
            pictureHeight = 0
        }
        do {
            try System.write(Array((text + "\n").utf8), to: descriptors.output)
        } catch {
            if error.isBrokenPipe { Interruption.endAfterBrokenPipe() }
            outputError = error
        }
    }

    /// Reports that an input failed, on one line even if names in the message contain line breaks.
    package func report(_ message: String) {
        hasFailures = true
        writeMessage(message)
    }

    /// Warns about an input that did not fail.
    package func warn(_ message: String) {
        if !isQuiet { writeMessage(message) }
    }

    /// Writes a note about the whole run for people.
    package func note(_ text: String) {
        guard !isQuiet else { return }
        pictureHeight = 0
        writeError(printable(text) + "\n")
    }

    /// Shows help that the user did not ask for.
    func explain(_ text: String) {
        writeError(text + "\n")
    }

    private func writeMessage(_ message: String) {
        pictureHeight = 0
        writeError("tegata: " + printable(message) + "\n")
    }

    /// Shows a status until the next message replaces it; only on terminals.
    package func status(_ text: String) {
        guard showsStatus, !isQuiet else { return }
        // Shorten the line, because a wrapped one could not be replaced. Its end is more informative than its start.
        let columns = (System.terminalSize(2)?.columns ?? Style.plain.width) - 1
        let text = printable(text)
        writeError(text.count > columns ? "…" + text.suffix(max(0, columns - 1)) : text, isStatus: true)
    }

    /// Removes the status from the terminal.
    package func clearStatus() {
        writeError("")
    }

    /// The largest possible size of images; nil if none can be shown.
    package var pictureSize: TerminalPicture.Size? {
        guard showsColours else { return nil }
        let size = System.terminalSize(2) ?? (columns: Style.plain.width, rows: 24)
        // Leave room for the prompt line and the status line.
        return .init(columns: size.columns, rows: max(1, size.rows - 2))
    }

    /// Shows an image made of text. With `replacing`, it replaces the last one if nothing has been written below it.
    package func show(_ picture: TerminalPicture, replacing: Bool) {
        let start = replacing && pictureHeight > 0 ? "\u{1B}[\(pictureHeight)A" : ""
        writeError(start + picture.lines.joined(separator: "\n") + "\n")
        pictureHeight = picture.lines.count
    }

    /// If results could not be written, reports this and returns false.
    func finish() -> Bool {
        clearStatus()
        if let outputError { writeError("tegata: standard output: \(outputError); results are incomplete\n") }
        return outputError == nil
    }

    /// Drops all further messages on standard error.
    static func silence() {
        isSilent.store(true, ordering: .releasing)
    }

    /// Removes the status even from a silenced console, unless another thread is writing.
    static func clearLastStatus() {
        _ = isStatusShown.withLockIfAvailable { isShown in
            if isShown { try? System.write(Array(Self.lineEraser.utf8), to: 2) }
            isShown = false
        }
    }

    private static let lineEraser = "\r\u{1B}[2K"

    private func writeError(_ text: String, isStatus: Bool = false) {
        guard let descriptors else {
            capturedErrors += text
            return
        }
        Self.isStatusShown.withLock { isShown in
            guard !Self.isSilent.load(ordering: .acquiring) else { return }
            let line = (isShown ? Self.lineEraser : "") + text
            // Ignore failures, because there is nowhere else to report them.
            if !line.isEmpty { try? System.write(Array(line.utf8), to: descriptors.error) }
            isShown = isStatus
        }
    }
}

/// The style of the text on a stream.
package struct Style: Sendable {
    /// The line width in characters.
    package let width: Int
    package let isColoured: Bool

    /// The style for files, pipes and tests.
    package static let plain = Style(width: 80, isColoured: false)

    package func heading(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    package func faint(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
    package func warning(_ text: String) -> String { isColoured ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
}
