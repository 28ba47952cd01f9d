import CFuzzer

/// The mutation of a target's bytes.
///
/// Archives and PNG files contain checksums that random changes do not match, so readers would reject nearly every file
/// from libFuzzer early. Most mutations therefore change the checked content, compressed or not, and repair the
/// checksums. Offsets locate the tables of flatbuffers, and a byte that is inserted or removed would break them, so
/// there whole parts are mutated and offsets are written again. Command lines are mutated by words.
struct Mutation {
    private enum Format {
        case archive, picture, flatBuffer, commandLine
    }

    private let format: Format

    /// Creates the mutation of a target, or nil if libFuzzer's default mutation works well for it.
    init?(ofTarget name: String) {
        switch name {
        case "png", "pngstream": format = .picture
        case "zip", "bundle": format = .archive
        case "metadata": format = .flatBuffer
        case "arguments": format = .commandLine
        default: return nil
        }
    }

    /// Mutates bytes, to at most `capacity`.
    func changed(_ bytes: [UInt8], capacity: Int, seed: UInt32) -> [UInt8] {
        let changed =
            switch format {
            case .flatBuffer: changedParts(bytes, capacity: capacity, seed: seed)
            case .commandLine: changedWords(bytes, capacity: capacity, seed: seed)
            case .archive, .picture: changedContent(bytes, capacity: capacity, seed: seed)
            }
        return changed.count <= capacity ? changed : Array(changed.prefix(capacity))
    }

    private func changedParts(_ bytes: [UInt8], capacity: Int, seed: UInt32) -> [UInt8] {
        switch seed % 4 {
        case 0: Self.mutated(bytes, capacity: capacity)
        case 1: FlatBufferParts.broken(bytes, seed / 4)
        default:
            FlatBufferParts.changed(bytes, seed / 4) { Self.mutated($0, capacity: $1) }
                ?? Self.mutated(bytes, capacity: capacity)
        }
    }

    private func changedWords(_ bytes: [UInt8], capacity: Int, seed: UInt32) -> [UInt8] {
        seed % 4 == 0
            ? Self.mutated(bytes, capacity: capacity)
            : CommandLines.changed(bytes, seed / 4) { Self.mutated($0, capacity: $1) }
    }

    private func changedContent(_ bytes: [UInt8], capacity: Int, seed: UInt32) -> [UInt8] {
        var seed = seed
        // Leave the checksums wrong in some files.
        if seed % 8 == 0 { return Self.mutated(bytes, capacity: capacity) }
        seed /= 8
        var result: [UInt8]?
        if seed % 2 == 0 {
            seed /= 2
            result =
                format == .picture
                ? PNGParts.changed(bytes, seed) { Self.mutated($0, capacity: $1) }
                : ZipParts.changed(bytes, seed) { Self.mutated($0, capacity: $1) }
        }
        var changed = result ?? Self.mutated(bytes, capacity: capacity)
        if format == .picture { PNGParts.repair(&changed) } else { ZipParts.repair(&changed) }
        return changed
    }

    /// Returns the result of libFuzzer's default mutation.
    private static func mutated(_ bytes: [UInt8], capacity: Int) -> [UInt8] {
        let capacity = max(capacity, bytes.count, 1)
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            _ = buffer.update(fromContentsOf: bytes)
            for place in bytes.count..<capacity { buffer[place] = 0 }
            count = LLVMFuzzerMutate(buffer.baseAddress, bytes.count, capacity)
        }
    }
}

private let mutation = CommandLine.arguments.first?.split(separator: "/").last.flatMap {
    Mutation(ofTarget: String($0))
}

/// libFuzzer calls it for every new file.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
    guard let mutation else { return LLVMFuzzerMutate(bytes, count, capacity) }
    let changed = mutation.changed(
        Array(UnsafeBufferPointer(start: bytes, count: count)), capacity: capacity, seed: seed)
    bytes.update(from: changed, count: changed.count)
    return changed.count
}
