import TegataTestSupport

/// The tables, vectors and texts of a flatbuffer, and mutations of them.
///
/// A flatbuffer does not describe its fields, so the reader guesses them from their bytes. If a guess is wrong, or if
/// something is shared or damaged, the new file differs in that part.
enum FlatBufferParts {
    private static let fewWords = ["", "1.5.0", "1.6", "1..0", "label", "\u{e9}"]
    private static let fewNumbers: [UInt32] = [
        0, 1, 2, 3, 0xFF, 0x7FFF_FFFF, 0x8000_0000, .max, Float(1).bitPattern, Float.nan.bitPattern,
        Float.infinity.bitPattern,
    ]

    /// Returns a file in which a part was changed, removed, duplicated or replaced by another part, or nil if `bytes`
    /// have no root.
    static func changed(_ bytes: [UInt8], _ seed: UInt32, by change: ([UInt8], Int) -> [UInt8]) -> [UInt8]? {
        var reader = Reader(bytes: bytes)
        guard bytes.count >= 12, let root = reader.number(0, as: UInt32.self),
            let table = reader.table(at: Int(root), depth: 0)
        else { return nil }
        var random = SplitMix64(seed: UInt64(seed))
        let nodes = table.nodes
        var place = random.below(nodes.count)
        let tree = table.replacing(at: &place) { other($0, among: nodes, &random, by: change) }
        let identifier = String(decoding: bytes[4..<8], as: UTF8.self)
        return FlatBufferImage(identifier: identifier, root: tree).bytes
    }

    /// Overwrites a place that may contain an offset, a count or a list of fields with a number that is usually wrong.
    static func broken(_ bytes: [UInt8], _ seed: UInt32) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(seed))
        guard bytes.count >= 4 else { return bytes }
        var bytes = bytes
        if random.below(2) == 0 {
            let place = 2 * random.below(bytes.count / 2)
            let numbers: [UInt16] = [0, 1, 2, 3, 4, 5, 6, 8, 12, 0xFF, 0x7FFF, .max]
            bytes.patch(place, numbers[random.below(numbers.count)])
        } else {
            let place = 4 * random.below(bytes.count / 4)
            let numbers = fewNumbers + [UInt32(bytes.count), UInt32(bytes.count - place), UInt32(random.below(64))]
            // Point to the exact end of the file or just outside it.
            bytes.patch(place, numbers[random.below(numbers.count)] &- UInt32(random.below(6)))
        }
        return bytes
    }

    private static func other(
        _ value: FlatValue, among nodes: [FlatValue], _ random: inout SplitMix64,
        by change: ([UInt8], Int) -> [UInt8]
    ) -> FlatValue {
        switch value {
        case .table(var fields):
            let slot = random.below(9)
            switch random.below(4) {
            case 0: fields[slot] = nil
            case 1: fields[slot] = nodes[random.below(nodes.count)]
            case 2: fields[slot] = small(&random)
            default:
                let source = fields.keys.sorted()
                if !source.isEmpty { fields[slot] = fields[source[random.below(source.count)]] }
            }
            return .table(fields)
        case .vector(var elements):
            let parts = nodes.filter(\.isPointedTo)
            switch random.below(4) {
            case 0: elements.append(parts[random.below(parts.count)])
            case 1 where !elements.isEmpty: elements.append(elements[random.below(elements.count)])
            case 2 where !elements.isEmpty: elements.remove(at: random.below(elements.count))
            default: elements = Array(elements.prefix(random.below(3)))
            }
            return .vector(elements)
        case .string(let text):
            return random.below(2) == 0
                ? .string(fewWords[random.below(fewWords.count)])
                : .bytes(change(Array(text.utf8), text.utf8.count + 8))
        case .bytes(let bytes):
            return .bytes(change(bytes, bytes.count + 8))
        case .int32s(var numbers):
            let number = Int32(bitPattern: fewNumbers[random.below(fewNumbers.count)])
            switch random.below(3) {
            case 0 where !numbers.isEmpty: numbers[random.below(numbers.count)] = number
            case 1 where !numbers.isEmpty: numbers.removeLast()
            default: numbers.append(number)
            }
            return .int32s(numbers)
        default:
            return random.below(4) == 0 ? nodes[random.below(nodes.count)] : small(&random)
        }
    }

    private static func small(_ random: inout SplitMix64) -> FlatValue {
        let number = fewNumbers[random.below(fewNumbers.count)]
        return switch random.below(8) {
        case 0, 1: .uint8(UInt8(random.below(9)))
        case 2: .uint8(UInt8(truncatingIfNeeded: number))
        case 3: .uint32(number)
        case 4: .string(fewWords[random.below(fewWords.count)])
        case 5: .int32s([Int32(bitPattern: number)])
        case 6: .vector([.table([:])])
        default: .table([:])
        }
    }

    /// Reads the structure that offsets seem to describe.
    private struct Reader {
        let bytes: [UInt8]
        /// The number of parts that may still be read, because a part with several offsets to it is read once for each.
        var remaining = 256

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        func number<Integer: FixedWidthInteger>(_ place: Int, as type: Integer.Type) -> Integer? {
            let size = Integer.bitWidth / 8
            guard place >= 0, place <= bytes.count - size else { return nil }
            return (0..<size).reversed().reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: bytes[place + $1]) }
        }

        mutating func table(at position: Int, depth: Int) -> FlatValue? {
            guard depth < 8, remaining > 0, let distance = number(position, as: Int32.self),
                let listSize = number(position - Int(distance), as: UInt16.self).map(Int.init),
                let size = number(position - Int(distance) + 2, as: UInt16.self).map(Int.init),
                4...64 ~= listSize, listSize % 2 == 0, 4...256 ~= size, position + size <= bytes.count
            else { return nil }
            remaining -= 1
            let list = position - Int(distance)
            let offsets = (0..<(listSize - 4) / 2).map { Int(number(list + 4 + 2 * $0, as: UInt16.self) ?? 0) }
            var fields: [Int: FlatValue] = [:]
            for (slot, offset) in offsets.enumerated() where offset >= 4 && offset < size {
                // Read up to the next field.
                let end = offsets.filter { $0 > offset }.min() ?? size
                fields[slot] = field(at: position + offset, size: min(end, size) - offset, depth: depth)
            }
            return .table(fields)
        }

        private mutating func field(at place: Int, size: Int, depth: Int) -> FlatValue {
            guard size >= 4, place % 4 == 0, let number = number(place, as: UInt32.self) else {
                return .uint8(bytes[place])
            }
            return part(at: place + Int(number), depth: depth + 1) ?? .uint32(number)
        }

        /// Returns the table, text or vector at a place.
        private mutating func part(at place: Int, depth: Int) -> FlatValue? {
            if let table = table(at: place, depth: depth) { return table }
            guard remaining > 0, let count = number(place, as: UInt32.self).map(Int.init), count <= 1_024,
                count <= bytes.count - place - 4
            else { return nil }
            remaining -= 1
            let text = bytes[place + 4..<place + 4 + count]
            if text.allSatisfy({ 0x20..<0x7F ~= $0 }), count > 0 || number(place + 4, as: UInt8.self) == 0 {
                return .string(String(decoding: text, as: UTF8.self))
            }
            guard count * 4 <= bytes.count - place - 4 else { return .bytes(Array(text)) }
            var elements: [FlatValue] = []
            for index in 0..<count {
                let location = place + 4 + 4 * index
                guard let number = number(location, as: UInt32.self), number > 0,
                    let element = part(at: location + Int(number), depth: depth + 1)
                else { break }
                elements.append(element)
            }
            if elements.count == count { return .vector(elements) }
            return .int32s((0..<count).map { number(place + 4 + 4 * $0, as: Int32.self) ?? 0 })
        }
    }
}

extension FlatValue {
    /// The value and everything inside it, recursively.
    fileprivate var nodes: [FlatValue] {
        switch self {
        case .table(let fields): [self] + fields.keys.sorted().flatMap { fields[$0]?.nodes ?? [] }
        case .vector(let elements): [self] + elements.flatMap(\.nodes)
        default: [self]
        }
    }

    /// Whether an element of a vector can point to this value.
    fileprivate var isPointedTo: Bool {
        switch self {
        case .table, .string, .bytes, .int32s, .vector: true
        default: false
        }
    }

    /// Returns a copy with another value at `place` among its nodes. Afterwards `place` is negative if it was inside.
    fileprivate func replacing(at place: inout Int, by change: (FlatValue) -> FlatValue) -> FlatValue {
        place -= 1
        if place == -1 { return change(self) }
        guard place >= 0 else { return self }
        switch self {
        case .table(var fields):
            for slot in fields.keys.sorted() where place >= 0 {
                fields[slot] = fields[slot]?.replacing(at: &place, by: change)
            }
            return .table(fields)
        case .vector(var elements):
            for index in elements.indices where place >= 0 {
                let element = elements[index].replacing(at: &place, by: change)
                elements[index] = element.isPointedTo ? element : elements[index]
            }
            return .vector(elements)
        default: return self
        }
    }
}
