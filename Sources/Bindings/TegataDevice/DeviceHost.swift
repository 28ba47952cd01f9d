/// The services that the device program needs from its host.
package struct DeviceHost {
    /// Returns the number of memory allocations since the program started.
    package var allocationCount: () -> Int = { 0 }
    /// Returns the process's resident memory in bytes.
    package var residentByteCount: () -> Int = { 0 }
    /// Returns freed memory to the system.
    package var releasePages: () -> Void = {}
    /// Restricts the process to these processors; false if the system refuses.
    package var useProcessors: (ProcessorSet) -> Bool = { _ in false }
    /// Connects to the Unix socket at a path. Returns a descriptor or the negative error number.
    package var connect: (String) -> Int32 = { _ in -1 }
    /// Shows people a notice while the run continues.
    package var tell: (String) -> Void = { _ in }
    /// Tells a supervisor, such as systemd, what the process is doing.
    package var note: (String) -> Void = { _ in }
    /// Tells the supervisor that the process is working.
    package var beat: () -> Void = {}

    package init() {}
}

/// A set of processors, identified by their numbers in the system.
package struct ProcessorSet: Equatable, Sendable {
    /// The upper limit of processor numbers, which is more than any device has.
    static let limit = 1024

    /// The set as a bit field: bit n % 64 of word n / 64 stands for processor n.
    package private(set) var words: [UInt64] = Array(repeating: 0, count: limit / 64)

    /// Parses comma-separated numbers and ranges, such as `0,4-7`; nil for anything else.
    package init?(_ text: String) {
        for part in Array(text.utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard 1...2 ~= ends.count, let first = Self.number(ends[0]), let last = Self.number(ends[ends.count - 1]),
                first <= last
            else { return nil }
            for processor in first...last { words[processor / 64] |= 1 << UInt64(processor % 64) }
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self)), number < limit
        else { return nil }
        return number
    }
}
