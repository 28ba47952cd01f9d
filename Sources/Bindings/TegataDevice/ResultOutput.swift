import TegataCapture
import TegataHands
import TegataRecords
import TegataSystem

/// The system call, under another name because `ResultOutput` has a method `write`.
private let systemWrite = write

/// The writer of results to a file, pipe or socket, as JSON lines or as binary records.
struct ResultOutput {
    private let descriptor: Int32
    private let name: String
    private let isBinary: Bool
    private let hasJoints: Bool
    private var json = JSONWriter()
    private var record = BinaryRecord()

    /// Reserves memory for results of `handCount` hands, but of no more than 16.
    init(descriptor: Int32, name: String, isBinary: Bool, hasJoints: Bool, handCount: Int) {
        self.descriptor = descriptor
        self.name = name
        self.isBinary = isBinary
        self.hasJoints = hasJoints
        let count = min(handCount, 16)
        if isBinary {
            record.reserveCapacity(handCount: count)
        } else {
            // Use the list of fields now, because its first use allocates and frames must not.
            json.reserveCapacity((count + 1) * (HandField.all.count << 8 + (hasJoints ? 16 << 10 : 0)))
        }
    }

    mutating func write(_ hands: FrameRecord) throws(DeviceError) {
        if isBinary {
            record.set(
                index: hands.frame?.index ?? 0, milliseconds: hands.frame?.milliseconds ?? 0, width: hands.width,
                height: hands.height, hands: hands.hands)
            var failure: Failure?
            record.bytes.withUnsafeBytes { failure = Self.put($0, descriptor) }
            try check(failure)
        } else {
            json.removeAll()
            hands.write(to: &json, hasJoints: hasJoints)
            try writeLine()
        }
    }

    mutating func write(_ event: HandEvents.Event) throws(DeviceError) {
        json.removeAll()
        event.write(to: &json)
        try writeLine()
    }

    private mutating func writeLine() throws(DeviceError) {
        let descriptor = descriptor
        var failure: Failure?
        json.withLine { failure = Self.put($0, descriptor) }
        try check(failure)
    }

    private func check(_ failure: Failure?) throws(DeviceError) {
        switch failure {
        case nil: break
        case .full: throw .output("\(name): its reader stopped reading")
        case .error(let error) where error.code == EPIPE || error.code == ECONNRESET:
            throw .output("\(name): its reader closed the connection")
        case .error(let error): throw .output("\(name): cannot be written (\(error.description))")
        }
    }

    private enum Failure {
        /// The run must end, and the reader does not take the remaining bytes.
        case full
        case error(SystemError)
    }

    /// The number of bytes that a pipe takes at once when it is writable.
    private static let pieceByteCount = 4096

    private static func put(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Failure? {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard LiveStreams.waitToWrite(to: descriptor) else { return .full }
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(pieceByteCount))
            let count = systemWrite(descriptor, piece.baseAddress, piece.count)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count > 0 else { return .error(SystemError(code: errno)) }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
