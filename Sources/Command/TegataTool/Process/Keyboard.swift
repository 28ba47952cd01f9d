import Synchronization
import TegataSystem

/// The keys of the terminal that is the standard input, one by one as they are pressed and without showing them.
///
/// Ctrl-C stays the signal that it is. ``restore()`` sets the terminal back; whoever ends the process calls it.
package enum Keyboard {
    /// How the terminal was before; nil while it is as it was.
    private static let before = Mutex<termios?>(nil)

    /// Begins to read keys; false where the standard input is no terminal.
    package static func open() -> Bool {
        before.withLock { before in
            guard before == nil else { return true }
            var settings = termios()
            guard System.isTerminal(STDIN_FILENO), tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
            let usual = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VMIN)] = 0
                characters[Int(VTIME)] = 0
                // A shell that gets its terminal back meanwhile would find it changed.
                characters[Int(VSUSP)] = 0
            }
            guard tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return false }
            before = usual
            return true
        }
    }

    /// The keys pressed since the last call, without waiting for any; nil where there will be no more.
    package static func pressed() -> [UInt8]? {
        var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 && errno == EINTR { return [] }
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    /// Sets the terminal back, if it was changed.
    package static func restore() {
        before.withLock { before in
            guard var settings = before else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            before = nil
        }
    }
}
