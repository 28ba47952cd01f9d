import TegataSystem

/// Memory for something that is made of parts and freed as a whole: first its size is counted, then it is handed out.
struct Block {
    /// How many bytes there are to be.
    var capacity = 0
    private var next: UnsafeMutableRawPointer?
    private var remaining = 0

    init(capacity: Int = 0) {
        self.capacity = capacity
    }

    /// Counts memory for values.
    mutating func add<Value: BitwiseCopyable>(_ count: Int, _ type: Value.Type) {
        capacity += count * MemoryLayout<Value>.stride
    }

    /// Counts memory for a text, if there is one.
    mutating func add(text: String?) {
        if let text { capacity += text.utf8.count + 1 }
    }

    /// Gets the memory, all zeros; false where there is none. It starts where the first part will be.
    mutating func allocate() -> Bool {
        next = calloc(max(capacity, 1), 1)
        remaining = capacity
        return next != nil
    }

    /// The next part. Parts are taken by falling alignment, texts last.
    mutating func take<Value>(_ count: Int, _ type: Value.Type) -> UnsafeMutablePointer<Value>? {
        guard count > 0 else { return nil }
        return part(count * MemoryLayout<Value>.stride)?.bindMemory(to: type, capacity: count)
    }

    /// A copy of a text, with a zero at its end.
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
