import Synchronization
import TegataSystem

/// The keys pressed at the terminal on standard input, one by one and without echo.
///
/// Ctrl-C still sends its signal. Code that ends the process must call ``restore()``, which resets the terminal.
package enum Keyboard {
    /// The previous settings of the terminal; nil while they are unchanged.
    private static let before = Mutex<termios?>(nil)

    /// Begins reading keys; returns false if standard input is not a terminal.
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
                // Disable Ctrl-Z, because the shell would get the terminal back with changed settings.
                characters[Int(VSUSP)] = 0
            }
            guard tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return false }
            before = usual
            return true
        }
    }

    /// Returns the keys pressed since the last call, without waiting; nil at the end of the input.
    package static func pressed() -> [UInt8]? {
        var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 && errno == EINTR { return [] }
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    /// Restores the settings of the terminal if they were changed.
    package static func restore() {
        before.withLock { before in
            guard var settings = before else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            before = nil
        }
    }
}
