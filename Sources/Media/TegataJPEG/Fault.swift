/// The reason why a file cannot be decoded.
struct Fault: Error {
    let reason: StaticString

    init(_ reason: StaticString) {
        self.reason = reason
    }

    static var badCode: Fault { Fault("bad Huffman code") }
    static var badScan: Fault { Fault("bad scan header") }
    static var badSegment: Fault { Fault("bad segment") }
}
