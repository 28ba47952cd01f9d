import TegataSystem

/// A single block of memory for an object with several parts. First add up the sizes, then take the parts.
struct Block {
    /// The size in bytes.
    var capacity = 0
    private var next: UnsafeMutableRawPointer?
    private var remaining = 0

    init(capacity: Int = 0) {
        self.capacity = capacity
    }

    /// Adds the size of a number of values.
    mutating func add<Value: BitwiseCopyable>(_ count: Int, _ type: Value.Type) {
        capacity += count * MemoryLayout<Value>.stride
    }

    /// Adds the size of a text; nothing for nil.
    mutating func add(text: String?) {
        if let text { capacity += text.utf8.count + 1 }
    }

    /// Allocates the memory, filled with zeros, and returns whether that succeeded. The block starts at the first part.
    mutating func allocate() -> Bool {
        next = calloc(max(capacity, 1), 1)
        remaining = capacity
        return next != nil
    }

    /// Returns the next part. Take parts in descending order of alignment, with texts last.
    mutating func take<Value>(_ count: Int, _ type: Value.Type) -> UnsafeMutablePointer<Value>? {
        guard count > 0 else { return nil }
        return part(count * MemoryLayout<Value>.stride)?.bindMemory(to: type, capacity: count)
    }

    /// Returns a zero-terminated copy of a text.
    mutating func take(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let bytes = text.utf8
        guard let part = take(bytes.count + 1, CChar.self) else { return nil }
        for (index, byte) in bytes.enumerated() { part[index] = CChar(bitPattern: byte) }
        return part
    }

    private mutating func part(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        precondition(byteCount <= remaining, "more memory is taken than was counted")
        defer {
            next = next.map { $0 + byteCount }
            remaining -= byteCount
        }
        return next
    }
}
