/// What the device program asks its surroundings.
package struct DeviceHost {
    /// How often memory has been asked for since the start.
    package var allocationCount: () -> Int = { 0 }
    /// Bytes of memory that the process has.
    package var residentByteCount: () -> Int = { 0 }
    /// Gives memory back that has been asked for and is not needed any more.
    package var releasePages: () -> Void = {}
    /// Makes the process run on these processors only; false where the system refuses.
    package var useProcessors: (ProcessorSet) -> Bool = { _ in false }
    /// Connects to the Unix socket of that path: a descriptor, or the error's number below zero.
    package var connect: (String) -> Int32 = { _ in -1 }
    /// Tells people something, of a run that goes on.
    package var tell: (String) -> Void = { _ in }

    package init() {}
}

/// Processors by their numbers, as the system counts them.
package struct ProcessorSet: Equatable, Sendable {
    /// More than any device has.
    static let limit = 1024

    /// Whether a processor belongs to it.
    package private(set) var words: [UInt64] = Array(repeating: 0, count: limit / 64)

    /// Numbers and ranges between commas, such as `0,4-7`; nil for anything else.
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
