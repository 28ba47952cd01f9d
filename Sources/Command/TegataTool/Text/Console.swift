import Synchronization
import TegataSystem

/// Where a command writes: results, and apart from them errors and what only a person at a terminal wants to see.
///
/// Used by one thread.
package final class Console {
    package let style: Style
    /// Whether errors go to a terminal, where passing messages are welcome.
    private let showsStatus: Bool
    /// Whether that terminal shows colours.
    private let showsColours: Bool
    /// Whether results go to a terminal too, which may be the same.
    package let outputIsTerminal: Bool
    /// Whether only results and errors are wanted.
    package var isQuiet = false
    private let descriptors: (output: Int32, error: Int32)?
    /// The lines of the last picture, while nothing has been written below it.
    private var pictureHeight = 0
    private var outputError: SystemError?

    /// Whether a message is on the terminal that is to be replaced by the next.
    private static let isStatusShown = Mutex(false)
    /// Whether the process is ending early, so that what fails now is not worth telling.
    private static let isSilent = Atomic<Bool>(false)

    /// Whether an input failed.
    package private(set) var hasFailures = false
    /// Whether results are missing, because they could not be written.
    package var hasOutputFailed: Bool { outputError != nil }
    /// What was written, for consoles in memory.
    package private(set) var capturedOutput = ""
    package private(set) var capturedErrors = ""

    /// A console that keeps what is written, without colours.
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

    /// The process's own streams.
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

    /// Writes a line, or several, of results, which whoever reads them gets at once.
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

    /// Reports that an input failed: one line, whatever the names in it contain.
    package func report(_ message: String) {
        hasFailures = true
        writeMessage(message)
    }

    /// Says something about an input that did not fail.
    package func warn(_ message: String) {
        if !isQuiet { writeMessage(message) }
    }

    /// Says how the whole run went, to people.
    package func note(_ text: String) {
        guard !isQuiet else { return }
        pictureHeight = 0
        writeError(printable(text) + "\n")
    }

    /// Shows help to somebody who has not asked for it.
    func explain(_ text: String) {
        writeError(text + "\n")
    }

    private func writeMessage(_ message: String) {
        pictureHeight = 0
        writeError("tegata: " + printable(message) + "\n")
    }

    /// Shows what is going on, to be replaced by the next message; on terminals only.
    package func status(_ text: String) {
        guard showsStatus, !isQuiet else { return }
        // A line that is broken could not be replaced. Its end tells more than the name at its start.
        let columns = (System.terminalSize(2)?.columns ?? Style.plain.width) - 1
        let text = printable(text)
        writeError(text.count > columns ? "…" + text.suffix(max(0, columns - 1)) : text, isStatus: true)
    }

    /// Removes what ``status(_:)`` showed.
    package func clearStatus() {
        writeError("")
    }

    /// How large pictures may be; nil where none can be shown.
    package var pictureSize: TerminalPicture.Size? {
        guard showsColours else { return nil }
        let size = System.terminalSize(2) ?? (columns: Style.plain.width, rows: 24)
        // Below it are the line of the prompt and that of the status.
        return .init(columns: size.columns, rows: max(1, size.rows - 2))
    }

    /// Shows a picture made of text, in place of the last one if that still is the last on the terminal.
    package func show(_ picture: TerminalPicture, replacing: Bool) {
        let start = replacing && pictureHeight > 0 ? "\u{1B}[\(pictureHeight)A" : ""
        writeError(start + picture.lines.joined(separator: "\n") + "\n")
        pictureHeight = picture.lines.count
    }

    /// Says what could not be written; false where results are missing.
    func finish() -> Bool {
        clearStatus()
        if let outputError { writeError("tegata: standard output: \(outputError); results are incomplete\n") }
        return outputError == nil
    }

    /// Makes the process's streams ignore what is said from here on.
    static func silence() {
        isSilent.store(true, ordering: .releasing)
    }

    /// Removes what ``status(_:)`` showed, though the console is silent; not where somebody is still writing.
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
            // Nothing is left to tell where errors cannot be written either.
            if !line.isEmpty { try? System.write(Array(line.utf8), to: descriptors.error) }
            isShown = isStatus
        }
    }
}

/// How text looks on a stream.
package struct Style: Sendable {
    /// Letters per line.
    package let width: Int
    package let isColoured: Bool

    /// For files, pipes and tests.
    package static let plain = Style(width: 80, isColoured: false)

    package func heading(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    package func faint(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
    package func warning(_ text: String) -> String { isColoured ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
}
