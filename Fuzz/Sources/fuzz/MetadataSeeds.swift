import TegataTestSupport

/// Metadata in every shape that its reader knows: all fields, all kinds of contents and process units; absent, empty,
/// shared and invalid values; and a file that is damaged at each place in turn.
enum MetadataSeeds {
    static var all: [String: [UInt8]] {
        var files = contents.merging(units) { $1 }.merging(texts) { $1 }.merging(damaged) { $1 }
            .merging(large) { $1 }
        files["empty"] = FlatBufferImage(identifier: "M001", root: .table([:])).bytes
        files["sparse"] = MetadataImage.image(inputs: [.table([:])], outputs: [.table([3: .table([:])])]).bytes
        files["full"] = full.bytes
        files["compact"] = compact.bytes
        files["shared"] = shared.bytes
        return files
    }

    private static func files(_ types: ClosedRange<UInt8>) -> FlatValue {
        .vector(
            types.map { type in
                .table([
                    0: .string("file\(type).txt"), 1: .string("what"), 2: .uint8(type), 3: .string("de"),
                    4: .string("1"),
                ])
            })
    }

    private static func content(_ type: UInt8, _ properties: [Int: FlatValue]) -> FlatValue {
        .table([0: .uint8(type), 1: .table(properties)])
    }

    private static var size: FlatValue { .table([0: .uint32(640), 1: .uint32(.max)]) }

    private static func tensor(_ name: String, units: [FlatValue] = [], content: FlatValue) -> FlatValue {
        .table([
            0: .string(name), 1: .string("what"), 2: .vector([.string("row"), .string("é")]), 3: content,
            4: .vector(units), 5: .table([0: .floats([1, 2]), 1: .floats([-1, 0])]), 6: files(2...2),
        ])
    }

    private static var full: FlatBufferImage {
        MetadataImage.image(
            parserVersion: "1.5.0",
            fields: [
                0: .string("a model"), 1: .string("what"), 2: .string("7"), 4: .string("author"),
                5: .string("license"), 6: files(0...7),
                3: .vector([
                    .table([
                        0: .string("graph"), 1: .string("what"), 4: files(2...2),
                        2: .vector([
                            tensor(
                                "image", units: [MetadataImage.normalization([1, 2, 3], [4, 5, 6])],
                                content: content(2, [0: .uint8(1), 1: size])),
                            tensor("sound", content: content(4, [0: .uint32(16_000), 1: .uint32(2)])),
                        ]),
                        3: .vector([
                            tensor(
                                "scores",
                                units: [
                                    MetadataImage.processUnit(2, [0: .uint8(1), 1: .float(0.5)]),
                                    MetadataImage.processUnit(3, [0: .float(0.25)]),
                                ], content: content(1, [:]))
                        ]),
                    ]),
                    .table([:]),
                ]),
            ])
    }

    /// Each field once.
    private static var compact: FlatBufferImage {
        let picture = tensor(
            "x",
            units: [
                MetadataImage.normalization([1], [4]), MetadataImage.processUnit(2, [0: .uint8(1), 1: .float(0.5)]),
                MetadataImage.processUnit(3, [0: .float(0.25)]),
            ],
            content: content(2, [0: .uint8(1), 1: size]))
        let sound = MetadataImage.tensor("y", fields: [3: content(4, [0: .uint32(16_000), 1: .uint32(2)])])
        return MetadataImage.image(fields: [
            1: .string("what"), 2: .string("7"), 4: .string("me"), 5: .string("free"),
            3: .vector([.table([0: .string("graph"), 1: .string("what"), 2: .vector([picture, sound])])]),
        ])
    }

    /// Files with an out-of-range offset, count or list of fields at each place, and files cut off at each place.
    private static var damaged: [String: [UInt8]] {
        let bytes = compact.bytes
        var files: [String: [UInt8]] = [:]
        for place in stride(from: 0, to: bytes.count - 3, by: 2) {
            var short = bytes
            short.patch(place, UInt16.max)
            files["short\(place)"] = short
            guard place % 4 == 0 else { continue }
            var long = bytes
            long.patch(place, UInt32.max)
            files["long\(place)"] = long
            files["cut\(place)"] = Array(bytes.prefix(place))
        }
        return files
    }

    private static var contents: [String: [UInt8]] {
        let properties: [(String, UInt8, [Int: FlatValue])] = [
            ("none", 0, [:]), ("feature", 1, [:]), ("picture", 2, [:]), ("rgb", 2, [0: .uint8(1), 1: size]),
            ("gray", 2, [0: .uint8(2), 1: .table([:])]), ("space", 2, [0: .uint8(3)]), ("boxes", 3, [:]),
            ("audio", 4, [0: .uint32(16_000), 1: .uint32(.max)]), ("silence", 4, [:]), ("later", 5, [:]),
        ]
        var files: [String: [UInt8]] = [:]
        for (name, type, fields) in properties {
            let tensor = MetadataImage.tensor("x", fields: [3: content(type, fields)])
            files["content-" + name] = MetadataImage.image(inputs: [tensor]).bytes
        }
        files["content-typed"] =
            MetadataImage.image(inputs: [MetadataImage.tensor("x", fields: [3: .table([0: .uint8(2)])])]).bytes
        return files
    }

    /// Process units, including invalid ones: different counts, deviations that cannot be divided by, kinds that
    /// repeat.
    private static var units: [String: [UInt8]] {
        let normalization = MetadataImage.normalization([0], [255])
        let units: [String: [FlatValue]] = [
            "normalization": [normalization], "counts": [MetadataImage.normalization([0, 0], [1])],
            "nothing": [MetadataImage.processUnit(1, [:])], "zero": [MetadataImage.normalization([0], [0])],
            "infinite": [MetadataImage.normalization([0, 0], [1, .infinity])],
            "none": [MetadataImage.normalization([.nan], [.nan])], "twice": [normalization, normalization],
            "calibration": [MetadataImage.processUnit(2, [0: .uint8(3), 1: .float(0.5)])],
            "calibrations": [MetadataImage.processUnit(2, [:]), MetadataImage.processUnit(2, [:])],
            "threshold": [MetadataImage.processUnit(3, [0: .float(0.25)])],
            "thresholds": [MetadataImage.processUnit(3, [:]), MetadataImage.processUnit(3, [:])],
            "others": [MetadataImage.processUnit(4, [:]), MetadataImage.processUnit(4, [:])],
            "absent": [.table([:]), .table([0: .uint8(1)]), .table([0: .uint8(0), 1: .table([:])])],
            "several": [
                normalization, MetadataImage.processUnit(2, [:]), MetadataImage.processUnit(3, [:]),
                MetadataImage.processUnit(255, [:]),
            ],
        ]
        return Dictionary(
            uniqueKeysWithValues: units.map { name, units in
                ("unit-" + name, MetadataImage.image(outputs: [MetadataImage.tensor("x", units: units)]).bytes)
            })
    }

    /// Supported and unsupported versions, and invalid texts.
    private static var texts: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let versions = ["", "1", "1.5", "1.5.0.0", "1.5.0.1", "1.4.99", "0.9", "2", "1..0", "1.x", "+1", "99999999999"]
        for version in versions {
            files["version-" + version] = MetadataImage.image(parserVersion: version).bytes
        }
        files["text-bytes"] = MetadataImage.image(fields: [0: .bytes([0xFF, 0x41, 0xC3, 0xA9, 0xE2, 0x82])]).bytes
        files["text-long"] = MetadataImage.image(fields: [0: .string(String(repeating: "é", count: 300))]).bytes
        return files
    }

    /// An image with many offsets to one tensor.
    private static var shared: FlatBufferImage {
        MetadataImage.image(
            inputs: [.named("tensor", MetadataImage.tensor("x"))] + Array(repeating: .again("tensor"), count: 8))
    }

    /// Files with more values of each kind than a reader may decode from a file of this size.
    private static var large: [String: [UInt8]] {
        func many(_ value: FlatValue, _ count: Int) -> FlatValue {
            .vector([.named("one", value)] + Array(repeating: .again("one"), count: count))
        }
        func tensors(_ fields: [Int: FlatValue]) -> [Int: FlatValue] {
            [3: .vector([.table([2: many(.table(fields), 40)])])]
        }
        let text: FlatValue = .bytes([UInt8](repeating: 0xFF, count: 2_000))
        let numbers: FlatValue = .floats([Float](repeating: 1, count: 600))
        let unit: FlatValue = .table([0: .uint8(1), 1: .table([0: numbers, 1: numbers])])
        let fields: [String: [Int: FlatValue]] = [
            "text": tensors([1: text]), "texts": tensors([2: many(text, 40)]), "names": tensors([2: many(text, 0)]),
            "minimums": tensors([5: .table([1: numbers])]), "maximums": tensors([5: .table([0: numbers])]),
            "normalization": tensors([4: .vector([unit])]), "files": [6: many(.table([:]), 800)],
            "file-text": [6: many(.table([4: text]), 40)], "file-locale": [6: many(.table([3: text]), 40)],
            "subgraphs": [3: many(.table([:]), 800)], "subgraph-text": [3: many(.table([1: text]), 40)],
            "tensors": [3: .vector([.table([2: many(.table([:]), 800)])])],
            "outputs": [3: .vector([.table([3: many(.table([:]), 800)])])],
            "units": [3: .vector([.table([2: .vector([.table([4: many(.table([:]), 800)])])])])],
        ]
        return Dictionary(
            uniqueKeysWithValues: fields.map { name, fields in
                ("large-" + name, MetadataImage.image(fields: fields).bytes)
            })
    }
}
