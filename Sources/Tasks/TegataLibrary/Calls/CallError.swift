import TegataBuffers

/// Why a function of the library fails.
struct CallError: Error {
    let status: Status
    let message: String
    /// The file that is at fault and where in it; empty where there is none or it is not known.
    private(set) var file = ""
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

    /// In words that programs know, followed by those of `error`.
    init(_ status: Status, _ message: String, for error: TegataError) {
        self.init(status, "\(message) (\(error.description))")
        file = error.file
        place = error.place
    }

    static func nullPointer(_ name: String) -> CallError {
        CallError(.invalidArgument, "The argument `\(name)` is a null pointer.")
    }

    static func noHandle(_ name: String) -> CallError {
        CallError(.invalidArgument, "There is no such \(name), or it has been ended.")
    }

    static let outOfMemory = CallError(.resourceExhausted, "There is not enough memory.")
}

/// Does what `body` does; its errors are those of a function of the library.
func withCallErrors<Result>(_ body: () throws(TegataError) -> Result) throws(CallError) -> Result {
    do { return try body() } catch { throw CallError(error) }
}
