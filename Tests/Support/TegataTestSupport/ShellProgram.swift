import Foundation

/// A program in place of ffmpeg, made of lines for a shell. A shell writes it, too: were it this process, then a child
/// that another test starts at that moment would hold the file open, and the system starts no program that is being
/// written.
package func writeProgram(_ lines: String, to path: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", #"printf '#!/bin/sh\n%s\n' "$0" >"$1" && chmod 755 "$1""#, lines, path]
    try shell.run()
    shell.waitUntilExit()
}
