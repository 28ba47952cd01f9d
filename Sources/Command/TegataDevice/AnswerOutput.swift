import TegataAnswers
import TegataCapture
import TegataHands
import TegataSystem

/// Writes answers to a file, pipe or socket, as lines of JSON or as records.
struct AnswerOutput {
    private let descriptor: Int32
    private let name: String
    private let isBinary: Bool
    private var json = JSONWriter()
    private var record = BinaryRecord()

    /// For answers of that many hands, unless these are very many.
    init(descriptor: Int32, name: String, isBinary: Bool, handCount: Int) {
        self.descriptor = descriptor
        self.name = name
        self.isBinary = isBinary
        let count = min(handCount, 16)
        if isBinary { record.reserveCapacity(handCount: count) } else { json.reserveCapacity((count + 1) << 12) }
    }

    mutating func write(_ hands: HandsOfPicture) throws(DeviceError) {
        var failure: SystemError?
        if isBinary {
            record.set(
                index: hands.frame?.index ?? 0, milliseconds: hands.frame?.milliseconds ?? 0, width: hands.width,
                height: hands.height, hands: hands.hands)
            record.bytes.withUnsafeBytes { failure = put($0) }
        } else {
            json.removeAll()
            hands.write(to: &json)
            let descriptor = descriptor
            json.withLine { failure = Self.put($0, descriptor) }
        }
        guard let failure else { return }
        if failure.code == EPIPE || failure.code == ECONNRESET {
            throw .output("\(name): its reader has gone away")
        }
        throw .output("\(name): cannot be written (\(failure.description))")
    }

    private func put(_ bytes: UnsafeRawBufferPointer) -> SystemError? { Self.put(bytes, descriptor) }

    private static func put(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> SystemError? {
        do throws(SystemError) {
            try writeAll(bytes.bytes, to: descriptor)
            return nil
        } catch {
            return error
        }
    }
}
