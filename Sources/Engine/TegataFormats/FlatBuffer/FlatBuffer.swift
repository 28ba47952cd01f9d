import TegataBuffers

/// An untrusted flatbuffer: every offset is checked before it is used.
package struct FlatBuffer: Sendable {
    package let bytes: Bytes
    /// The file name used in error messages.
    package let file: String

    package init(bytes: Bytes, file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// Returns the root table of a flatbuffer with the four-letter `identifier`.
    package func root(identifier: StaticString) throws(ModelFormatError) -> FlatBufferTable {
        guard bytes.count >= 8 else {
            throw error(.root, at: 0, .tooSmall(byteCount: bytes.count, minimum: 8))
        }
        guard bytes.slice(at: 4, count: 4)?.equals(identifier.description) == true else {
            throw error(
                .root, at: 4,
                .identifierWrong(expected: identifier.description, found: bytes.text(at: 4, count: 4) ?? ""))
        }
        let position = try target(ofOffsetAt: 0) { (target: Int) in
            self.error(.root, at: 0, .offsetOutOfRange(target: target, byteCount: self.bytes.count))
        }
        return try FlatBufferTable(buffer: self, position: position, path: .root)
    }

    /// Follows the unsigned offset stored at `location`. Zero is never valid, because the offset would point to itself.
    func target(
        ofOffsetAt location: Int, orThrow failure: (Int) -> ModelFormatError
    ) throws(ModelFormatError) -> Int {
        let offset = Int64(bytes.integer(at: location, as: UInt32.self) ?? 0)
        let target = Int64(location) + offset
        guard offset != 0, target <= Int64(bytes.count - 4), let place = Int(exactly: target) else {
            throw failure(Int(clamping: target))
        }
        return place
    }

    func error(_ path: FlatBufferPath, at offset: Int, _ problem: ModelFormatError.Problem) -> ModelFormatError {
        ModelFormatError(
            file: file, place: path.label + (path.isRoot ? "" : ", ") + "byte \(hexadecimal(offset))",
            problem: problem)
    }
}

/// The path from the root to a table; it is turned into text only when an error needs it.
package indirect enum FlatBufferPath: Sendable {
    case root
    case below(FlatBufferPath, StaticString, index: Int?)

    var isRoot: Bool {
        if case .root = self { true } else { false }
    }

    /// The path as text, such as "subgraph 0, operator 12".
    package var label: String {
        guard case .below(let parent, let name, let index) = self else { return "" }
        let own = index.map { "\(name) \($0)" } ?? name.description
        return parent.isRoot ? own : parent.label + ", " + own
    }
}
