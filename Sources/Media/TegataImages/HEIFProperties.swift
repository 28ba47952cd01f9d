import TegataBuffers

/// The properties of the main image in a HEIF or AVIF file.
struct HEIFProperties {
    /// The stored size; nil if the file does not contain it.
    private(set) var size: (width: Int, height: Int)?
    /// The operations to apply to the stored image, in order.
    private(set) var turns: [EXIFOrientation] = []

    init(_ bytes: Bytes) {
        guard let meta = Self.boxes(bytes).first(where: { $0.kind == "meta" })?.content.dropping(4) else { return }
        let boxes = Self.boxes(meta)
        guard let main = boxes.first(where: { $0.kind == "pitm" }).flatMap({ Self.mainItem($0.content) }),
            let described = boxes.first(where: { $0.kind == "iprp" }).map({ Self.boxes($0.content) }),
            let properties = described.first(where: { $0.kind == "ipco" }).map({ Self.boxes($0.content) })
        else { return }
        var indices: [Int] = []
        for box in described where box.kind == "ipma" && indices.count < Self.mostProperties {
            indices += Self.properties(of: main, box.content)
        }
        let own = indices.compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
        for property in own where property.kind == "ispe" {
            guard let width = property.content.number(at: 4, size: 4),
                let height = property.content.number(at: 8, size: 4)
            else { continue }
            size = (width, height)
        }
        // Rotation comes before mirroring. Use only one of each, so that a file cannot request an unlimited number of
        // operations.
        if let property = own.first(where: { $0.kind == "irot" }) {
            let turns: [EXIFOrientation] = [.upright, .quarterTurnCounterclockwise, .upsideDown, .quarterTurnClockwise]
            self.turns.append(turns[(property.content.number(at: 0, size: 1) ?? 0) & 3])
        }
        if let property = own.first(where: { $0.kind == "imir" }) {
            turns.append((property.content.number(at: 0, size: 1) ?? 0) & 1 == 0 ? .flipped : .mirrored)
        }
    }

    /// The maximum number of properties of an image, and of boxes, more than any writer produces.
    private static let mostProperties = 1000

    /// Returns the consecutive boxes in `bytes`, up to the first invalid one.
    private static func boxes(_ bytes: Bytes) -> [(kind: String, content: Bytes)] {
        var found: [(kind: String, content: Bytes)] = []
        var offset = 0
        while found.count < mostProperties, let short = bytes.number(at: offset, size: 4),
            let kind = bytes.text(at: offset + 4, count: 4)
        {
            var (size, headerSize) = (short, 8)
            if size == 0 { size = bytes.count - offset }
            if size == 1 {
                guard let long = bytes.number(at: offset + 8, size: 8) else { break }
                (size, headerSize) = (long, 16)
            }
            guard size >= headerSize, let content = bytes.slice(at: offset + headerSize, count: size - headerSize)
            else {
                break
            }
            found.append((kind, content))
            offset += size
        }
        return found
    }

    private static func mainItem(_ content: Bytes) -> Int? {
        content.number(at: 4, size: content.number(at: 0, size: 1) == 0 ? 2 : 4)
    }

    /// Returns the indices, from 1, of the properties that belong to an item.
    private static func properties(of item: Int, _ content: Bytes) -> [Int] {
        guard let header = content.number(at: 0, size: 4), let count = content.number(at: 4, size: 4) else { return [] }
        let itemSize = header >> 24 > 0 ? 4 : 2
        let indexSize = header & 1 == 1 ? 2 : 1
        var offset = 8
        var found: [Int] = []
        for _ in 0..<min(count, 10_000) {
            guard let number = content.number(at: offset, size: itemSize),
                let associations = content.number(at: offset + itemSize, size: 1)
            else { break }
            offset += itemSize + 1
            for _ in 0..<associations {
                guard let index = content.number(at: offset, size: indexSize) else { return found }
                offset += indexSize
                guard number == item else { continue }
                // The highest bit marks a required property.
                found.append(index & (1 << (8 * indexSize - 1) - 1))
                if found.count == mostProperties { return found }
            }
        }
        return found
    }
}

extension Bytes {
    /// Returns the big-endian number of 1, 2, 4 or 8 bytes; nil if bytes are missing or the number does not fit into an
    /// `Int`.
    fileprivate func number(at offset: Int, size: Int) -> Int? {
        switch size {
        case 1: integer(at: offset, as: UInt8.self).map { Int($0) }
        case 2: integer(at: offset, as: UInt16.self).map { Int($0.byteSwapped) }
        case 4: integer(at: offset, as: UInt32.self).map { Int($0.byteSwapped) }
        default: integer(at: offset, as: UInt64.self).flatMap { Int(exactly: $0.byteSwapped) }
        }
    }

    /// Returns the bytes after the first `count`; empty if there are fewer.
    fileprivate func dropping(_ count: Int) -> Bytes {
        slice(at: count, count: self.count - count) ?? .empty
    }
}
