import CTegataLibrary
import TegataBuffers
import TegataSystem
import TegataTaskSupport

/// The reason why a library function fails.
package struct CallError: Error {
    let status: Status
    let message: String
    /// The faulty file and the place in it; empty if there is none or it is unknown.
    var file = ""
    private(set) var place = ""

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ error: TegataError) {
        self.init(Status(error.kind), error.description)
        file = error.file
        place = error.place
    }

    /// Creates an error with a message that programs recognise, followed by the text of `error`.
    init(_ status: Status, _ message: String, for error: TegataError) {
        self.init(status, "\(message) (\(error.description))")
        file = error.file
        place = error.place
    }

    static func nullPointer(_ name: String) -> CallError {
        CallError(.invalidArgument, "The argument `\(name)` is a null pointer.")
    }

    static func noHandle(_ name: String) -> CallError {
        CallError(.invalidArgument, "There is no such \(name), or it has been freed.")
    }

    static let outOfMemory = CallError(.resourceExhausted, "There is not enough memory.")
}

extension OwnProcess {
    /// Throws in any other process.
    func check() throws(CallError) {
        guard isThis else {
            throw CallError(
                .failedPrecondition,
                "This object was created before the process was forked, and has no threads here. Create a new one.")
        }
    }
}

/// Runs `body`, and converts its errors into the ones that library functions report.
func withCallErrors<Result>(_ body: () throws(TegataError) -> Result) throws(CallError) -> Result {
    do { return try body() } catch { throw CallError(error) }
}

/// The status that functions return, with MediaPipe's numbers.
enum Status: Int32 {
    case ok = 0
    case unknown = 2
    case invalidArgument = 3
    case notFound = 5
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case outOfRange = 11
    case `internal` = 13

    /// Converts the kind of an error from a lower-level module.
    init(_ kind: TegataError.Kind) {
        switch kind {
        case .notFound: self = .notFound
        case .permissionDenied: self = .permissionDenied
        case .unreadable: self = .unknown
        case .unusableModel, .invalidArgument: self = .invalidArgument
        case .unavailable: self = .failedPrecondition
        case .failedNetwork: self = .internal
        }
    }
}

/// Throws if a `size_t` is larger than memory can be; Swift imports it as a signed number.
func checkCount(_ count: Int, _ name: String) throws(CallError) {
    guard count >= 0 else {
        throw CallError(
            .invalidArgument, "The \(name) is \(UInt(bitPattern: count)), which is not possible; correct it.")
    }
}

/// Returns a caller's text. Throws if it is not UTF-8, because a repaired text could be the name of another object.
func string(_ text: UnsafePointer<CChar>, _ name: String) throws(CallError) -> String {
    guard let string = String(validatingCString: text) else {
        throw CallError(
            .invalidArgument, "The \(name) \"\(String(cString: text))\" is not UTF-8; pass it in UTF-8.")
    }
    return string
}

/// The place where functions in MediaPipe's interface store a message.
typealias MessagePlace = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Runs a function's work, stores its error message, and returns its status.
func answering(_ place: MessagePlace?, _ body: () throws(CallError) -> Void) -> Int32 {
    do {
        try body()
        return Status.ok.rawValue
    } catch {
        place?.pointee = strdup(error.message)
        return error.status.rawValue
    }
}

/// The same for functions in Tegata's interface.
func answering(
    _ place: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?, _ body: () throws(CallError) -> Void
) -> tegata_status {
    do {
        try body()
        return TEGATA_OK
    } catch {
        let status = tegata_status(rawValue: UInt32(error.status.rawValue))
        place?.pointee = error.report(status)
        return status
    }
}

extension CallError {
    /// Returns the error in one block of memory, which is freed as a whole; nil if there is no memory.
    fileprivate func report(_ status: tegata_status) -> UnsafeMutablePointer<tegata_error>? {
        var block = Block(capacity: MemoryLayout<tegata_error>.stride)
        for text in [message, file, place] { block.add(text: text) }
        guard block.allocate(), let report = block.take(1, tegata_error.self) else { return nil }
        report.initialize(
            to: tegata_error(
                status: status, message: block.take(message), file: block.take(file), place: block.take(place)))
        return report
    }
}
