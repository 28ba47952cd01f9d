import CTegataShims
import TegataSystem
import TegataVideo

/// The operating system functions that commands need. Signals and process termination are in System+Ending.swift.
package enum System {
    // MARK: Process

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The peak memory of the process in bytes, including pages of mapped files.
    package static var peakResidentByteCount: Int {
        // The figure from getrusage would include the program that started this one.
        if let status = try? readSmallFile("/proc/self/status") {
            for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
                let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
                if let kibibytes = Int(digits) { return kibibytes << 10 }
            }
        }
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
    }

    /// The number of bytes that the process can still map; nil if there is no limit.
    package static var memoryLeft: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < UInt64(Int.max),
            let pages = (try? readSmallFile("/proc/self/statm"))?.split(separator: " ").first.flatMap({ Int($0) })
        else { return nil }
        return max(0, Int(limit.rlim_cur) - pages * sysconf(Int32(_SC_PAGESIZE)))
    }

    package static func nanoseconds() -> UInt64 {
        tegata_monotonic_nanoseconds()
    }

    /// The local date and time, such as `2026-11-22-0402`.
    package static var dateAndTime: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let day = "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
        return day + "-" + digits(parts.tm_hour) + digits(parts.tm_min)
    }

    // MARK: Streams

    static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// Returns the size of the terminal in characters; nil if it is unknown.
    static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        try OngoingWrite.noted(descriptor) { () throws(SystemError) in
            try writeAll(bytes.span.bytes, to: descriptor)
        }
    }

    /// The start time of an ongoing write to a reader, and the number of bytes that the reader has not taken; nil if
    /// no thread is writing.
    static var writing: (since: UInt64, untaken: Int)? {
        guard let (since, descriptor) = OngoingWrite.current else { return nil }
        var count: Int32 = 0
        // Terminals and sockets support the first request, pipes the second.
        guard ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 || ioctl(descriptor, UInt(FIONREAD), &count) == 0 else {
            return (since, 0)
        }
        return (since, Int(count))
    }

    // MARK: Files

    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    package static func mayReadAndWrite(_ path: String) -> Bool {
        access(path, R_OK | W_OK) == 0
    }

    /// Whether there is a directory at `path` or, if links are followed, a link to one.
    package static func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
        FileTree.isFolder(path, followingLinks: followingLinks)
    }

    /// Whether there is a regular file, or a link to one, at `path`; false for pipes and devices.
    package static func isFile(_ path: String) -> Bool {
        FileTree.isFile(path)
    }

    /// A lock that shows other processes that this one is writing into a directory. It is held as long as the object
    /// exists.
    package final class FolderLock {
        private let descriptor: Int32

        /// Takes the lock; nil if another process holds it. File systems without locks always grant it.
        package init?(_ path: String) {
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
        }

        deinit { if descriptor >= 0 { _ = close(descriptor) } }
    }

    /// Whether a program with this name is on the PATH.
    package static func hasProgram(_ name: String) -> Bool {
        (environment("PATH") ?? "").split(separator: ":", omittingEmptySubsequences: false).contains { folder in
            access((folder.isEmpty ? "." : String(folder)) + "/" + name, X_OK) == 0
        }
    }

    /// The identity of a file, which does not depend on its path.
    package typealias FileIdentity = FileTree.Identity

    /// Returns the identity of the file at `path`; nil if there is none.
    package static func identity(_ path: String) -> FileIdentity? { FileIdentity(path) }

    /// Returns the identities of the inputs. "-" is standard input, which is included if it is a file.
    package static func identities(ofInputs paths: [String]) -> Set<FileIdentity> {
        let files = paths.map { $0 == "-" && isFile("/dev/stdin") ? "/dev/stdin" : $0 }
        return Set(files.compactMap(identity))
    }

    /// Returns the path of a file, which need not exist yet, with links and `..` resolved.
    package static func straightPath(_ path: String) -> String {
        var path = path
        // The path may be a link to a file that does not exist yet.
        if case .file(let final)? = try? PendingFile.place(of: path) { path = final }
        func resolved(_ path: String) -> String? {
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved)
        }
        if let whole = resolved(path) { return whole }
        let parts = PathParts(ofFolder: path)
        return (resolved(parts.folder.isEmpty ? "." : parts.folder) ?? parts.folder) + "/" + parts.name
    }

    /// Returns the names of the entries in a directory, in any order.
    package static func namesInFolder(_ path: String) throws(SystemError) -> [String] {
        try FileTree.names(in: path)
    }

    /// Creates the directory and its missing parents. `advice` is added to the error message if that fails.
    package static func makeFolder(_ path: String, advice: String = "") throws {
        do { try FileTree.makeFolder(path) } catch { throw .failure("\(path): cannot be created: \(error)\(advice)") }
    }

    /// Removes a file that is no longer needed. Failures are ignored, because a leftover file does no harm.
    package static func removeFile(_ path: String) {
        _ = unlink(path)
    }

    /// Returns the text of a file, reading at most 16 KiB.
    package static func readSmallFile(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw SystemError(code: errno) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
