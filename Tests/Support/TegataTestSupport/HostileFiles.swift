import Foundation
import ModelWalk
import TegataBuffers
import TegataFormats

/// Passes damaged copies of a valid file to a reader.
///
/// The result for a damaged file is undefined, but reading must end soon, with a result or with the reader's own error.
/// The same seed produces the same cases.
package struct HostileFiles {
    /// The results of a run.
    package struct Report: CustomStringConvertible {
        package var cases = 0
        package var refused = 0
        /// The processor time of the slowest case on this thread, so that cases do not look slow on a busy machine.
        /// Readers start no threads.
        package var slowestSeconds = 0.0
        package var slowestCase = 0

        package var description: String {
            let slowest = Int(slowestSeconds * 1e6)
            return "\(cases) cases, \(refused) refused, slowest \(slowest) µs (case \(slowestCase)), "
                + "peak memory of the process \((peakMemoryBytes() ?? 0) >> 20) MiB"
        }
    }

    private let original: Bytes
    private let file: String
    /// The ranges that contain headers, tables and small data rather than weights.
    private let structure: [Range<Int>]

    package init(_ bytes: Bytes, file: String) {
        original = bytes
        self.file = file
        structure = Self.structure(of: bytes, file: file)
    }

    /// The number of mutations that a test makes of each file: `$TEGATA_MUTATIONS`, or only a few.
    package static let mutationCount =
        ProcessInfo.processInfo.environment["TEGATA_MUTATIONS"].flatMap { Int($0) } ?? 200

    /// The number of truncations that a test makes of each file: 2,000, or 100 in quick runs.
    package static let truncationCount = ProcessInfo.processInfo.environment["TEGATA_MUTATIONS"] == nil ? 100 : 2000

    /// Reads the file truncated at `count` places: at every byte near both ends, and evenly in between.
    package func truncations<Failure: Error>(
        _ count: Int, read: (Bytes, String) throws(Failure) -> Void
    ) -> Report {
        var report = Report()
        let edge = min(count / 4, original.count / 2)
        var lengths = Array(0..<edge) + (original.count - edge..<original.count)
        let inner = count - 2 * edge
        for index in 0..<inner {
            lengths.append(edge + (original.count - 2 * edge) / max(inner, 1) * index)
        }
        for length in lengths {
            guard let part = original.slice(at: 0, count: length) else { continue }
            Self.time(&report) { () throws(Failure) in try read(part, file) }
        }
        return report
    }

    /// Reads `count` copies of the file with a few changed values, mostly within the structure.
    package func mutations<Failure: Error>(
        _ count: Int, seed: UInt64, read: (Bytes, String) throws(Failure) -> Void
    ) -> Report {
        var report = Report()
        var generator = SplitMix64(seed: seed)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: original.count, alignment: 64)
        defer { memory.deallocate() }
        memory.copyBytes(from: original.array())
        for _ in 0..<count {
            let changes = 1 + generator.below(generator.below(4) == 0 ? 8 : 2)
            var undo: [(offset: Int, value: UInt8)] = []
            for _ in 0..<changes {
                let offset = position(&generator)
                for (index, byte) in replacement(at: offset, in: memory, &generator).enumerated()
                where offset + index < memory.count {
                    undo.append((offset + index, memory[offset + index]))
                    memory[offset + index] = byte
                }
            }
            // The memory outlives this copy of the bytes and does not change while it is read.
            let bytes = Bytes(adopting: UnsafeRawBufferPointer(memory)) { _ in }
            Self.time(&report) { () throws(Failure) in try read(bytes, file) }
            for (offset, value) in undo.reversed() { memory[offset] = value }
        }
        return report
    }

    /// Returns a position, usually within the structure: in one of its ranges, or anywhere among all bytes.
    private func position(_ generator: inout SplitMix64) -> Int {
        let choice = generator.below(8)
        guard !structure.isEmpty, choice != 0 else { return generator.below(original.count) }
        if choice < 4 {
            let range = structure[generator.below(structure.count)]
            return range.lowerBound + generator.below(range.count)
        }
        var offset = generator.below(structure.reduce(0) { $0 + $1.count })
        for range in structure {
            if offset < range.count { return range.lowerBound + offset }
            offset -= range.count
        }
        return 0
    }

    /// Returns one to eight bytes: extremes, neighbours of the old value, the old value with a flipped bit, or noise.
    private func replacement(
        at offset: Int, in memory: UnsafeMutableRawBufferPointer, _ generator: inout SplitMix64
    ) -> [UInt8] {
        let width = 1 << generator.below(4)
        var old: UInt64 = 0
        for index in 0..<width where offset + index < memory.count {
            old |= UInt64(memory[offset + index]) << UInt64(8 * index)
        }
        let value: UInt64
        switch generator.below(7) {
        case 0: value = 0
        case 1: value = .max
        case 2: value = 1 << UInt64(8 * width - 1)
        case 3: value = 1 << UInt64(8 * width - 1) - 1
        case 4: value = old &+ UInt64(generator.below(33)) &- 16
        case 5: value = old ^ 1 << UInt64(generator.below(8 * width))
        default: value = generator.next()
        }
        return Array(littleEndianBytes(value).prefix(width))
    }

    private static func time<Failure: Error>(_ report: inout Report, _ body: () throws(Failure) -> Void) {
        let start = processorSeconds()
        do {
            try body()
        } catch {
            report.refused += 1
        }
        let seconds = processorSeconds() - start
        if seconds > report.slowestSeconds {
            report.slowestSeconds = seconds
            report.slowestCase = report.cases
        }
        report.cases += 1
    }

    /// Returns the processor time of the calling thread.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Returns the ranges that matter to the reader: everything except a network's weights, and except a bundle's
    /// networks, where a change only breaks the checksum.
    private static func structure(of bytes: Bytes, file: String) -> [Range<Int>] {
        var data: [Range<Int>] = []
        try? walk(bytes, file: file) { (network) throws(ModelFormatError) in
            let isWhole = network.model.bytes.range == bytes.range
            for part in isWhole ? network.model.buffers : [network.model.bytes]
            where part.count >= 64 && part.storage === bytes.storage {
                let start = part.range.lowerBound - bytes.range.lowerBound
                data.append(start..<start + part.count)
            }
        }
        var structure: [Range<Int>] = []
        var position = 0
        for range in data.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= position {
            if range.lowerBound > position { structure.append(position..<range.lowerBound) }
            position = range.upperBound
        }
        if position < bytes.count { structure.append(position..<bytes.count) }
        return structure
    }
}

/// Returns the peak memory of this process so far, or nil if the system does not report it.
package func peakMemoryBytes() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
        let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
        return kibibytes.map { $0 * 1024 }
    }
    return nil
}
