import TegataImages

/// The reason why a file cannot be decoded.
struct Fault: Error {
    let reason: StaticString
    /// Whether the file may be valid, but in a form that MediaPipe does not read.
    private let isOfForm: Bool

    init(_ reason: StaticString) {
        self.reason = reason
        isOfForm = false
    }

    /// Creates a fault for an unsupported form of JPEG; the text ends with the verb.
    init(unsupported form: StaticString) {
        reason = form
        isOfForm = true
    }

    static var badCode: Fault { Fault("bad Huffman code") }
    static var badScan: Fault { Fault("bad scan header") }
    static var badSegment: Fault { Fault("bad segment") }

    var problem: ImageFileError.Problem { isOfForm ? .unsupported("\(reason)") : .damaged("\(reason)") }
}
