import TegataBuffers

/// What a HEIF or AVIF file says about its main picture.
struct HEIFProperties {
    /// As it is stored; nil where the file does not say.
    private(set) var size: (width: Int, height: Int)?
    /// What has to be done to the stored picture, in this order.
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
            guard let width: UInt32 = property.content.integer(at: 4),
                let height: UInt32 = property.content.integer(at: 8)
            else { continue }
            size = (Int(width.byteSwapped), Int(height.byteSwapped))
        }
        // Rotation comes before mirroring. A picture has one of each, so that it is not turned any number of times.
        if let property = own.first(where: { $0.kind == "irot" }) {
            let turns: [EXIFOrientation] = [.upright, .quarterTurnCounterclockwise, .upsideDown, .quarterTurnClockwise]
            self.turns.append(turns[Int(property.content.integer(at: 0, as: UInt8.self) ?? 0) & 3])
        }
        if let property = own.first(where: { $0.kind == "imir" }) {
            turns.append((property.content.integer(at: 0, as: UInt8.self) ?? 0) & 1 == 0 ? .flipped : .mirrored)
        }
    }

    /// No writer makes as many, neither of properties of a picture nor of boxes.
    private static let mostProperties = 1000

    /// The boxes that follow each other in `bytes`, as far as they make sense.
    private static func boxes(_ bytes: Bytes) -> [(kind: String, content: Bytes)] {
        var found: [(kind: String, content: Bytes)] = []
        var offset = 0
        while found.count < mostProperties, let short: UInt32 = bytes.integer(at: offset),
            let kind = bytes.text(at: offset + 4, count: 4)
        {
            var (size, headerSize) = (Int(short.byteSwapped), 8)
            if size == 0 { size = bytes.count - offset }
            if size == 1 {
                guard
                    let long = bytes.integer(at: offset + 8, as: UInt64.self).flatMap({ Int(exactly: $0.byteSwapped) })
                else { break }
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
        content.integer(at: 0, as: UInt8.self) == 0
            ? content.integer(at: 4, as: UInt16.self).map { Int($0.byteSwapped) }
            : content.integer(at: 4, as: UInt32.self).map { Int($0.byteSwapped) }
    }

    /// The numbers, from one on, of the properties that belong to an item.
    private static func properties(of item: Int, _ content: Bytes) -> [Int] {
        guard let header: UInt32 = content.integer(at: 0), let count: UInt32 = content.integer(at: 4) else { return [] }
        let hasLongItems = header.byteSwapped >> 24 > 0
        let hasLongIndices = header.byteSwapped & 1 == 1
        var offset = 8
        var found: [Int] = []
        for _ in 0..<min(count.byteSwapped, 10_000) {
            let number =
                hasLongItems
                ? content.integer(at: offset, as: UInt32.self).map { Int($0.byteSwapped) }
                : content.integer(at: offset, as: UInt16.self).map { Int($0.byteSwapped) }
            offset += hasLongItems ? 4 : 2
            guard let number, let associations: UInt8 = content.integer(at: offset) else { break }
            offset += 1
            for _ in 0..<associations {
                let index =
                    hasLongIndices
                    ? content.integer(at: offset, as: UInt16.self).map { Int($0.byteSwapped & 0x7FFF) }
                    : content.integer(at: offset, as: UInt8.self).map { Int($0 & 0x7F) }
                offset += hasLongIndices ? 2 : 1
                guard let index else { return found }
                guard number == item else { continue }
                found.append(index)
                if found.count == mostProperties { return found }
            }
        }
        return found
    }
}

extension Bytes {
    /// What is behind the first `count` bytes; nothing where there are not so many.
    fileprivate func dropping(_ count: Int) -> Bytes {
        slice(at: count, count: self.count - count) ?? .empty
    }
}
