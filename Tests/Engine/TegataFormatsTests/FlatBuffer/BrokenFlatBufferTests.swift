import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct BrokenFlatBufferTests {
    private static func network() -> FlatBufferImage {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor("in", [1, 2])]
        builder.outputs = [builder.tensor("out", [1, 2])]
        let constant = builder.tensor("constant", [2], data: [1, 2])
        builder.operation(.add, inputs: [0, constant], outputs: [1], options: (11, [0: .int8(0)]))
        return builder.image()
    }

    static let rows: [BrokenFile] = {
        let image = network()
        let bytes = image.bytes
        let count = bytes.count
        let root = image.positions["root"]!
        let rootVTable = image.vtable(ofTableAt: root)
        let tensor = image.positions["tensor 0"]!
        let tensorVTable = image.vtable(ofTableAt: tensor)
        let shape = image.field(0, ofTableAt: tensor)
        let shapeVector = shape + Int(image.read(shape, as: UInt32.self))
        let name = image.field(3, ofTableAt: tensor)
        let nameVector = name + Int(image.read(name, as: UInt32.self))
        let subgraph = image.positions["subgraph 0"]!
        let tensors = image.field(0, ofTableAt: subgraph)
        let tensorsVector = tensors + Int(image.read(tensors, as: UInt32.self))
        let options = image.field(4, ofTableAt: image.positions["operator 0"]!)
        return [
            BrokenFile("empty", [], "byte 0x0", .tooSmall(byteCount: 0, minimum: 8)),
            BrokenFile("seven bytes", Array(bytes.prefix(7)), "byte 0x0", .tooSmall(byteCount: 7, minimum: 8)),
            BrokenFile(
                "another format", bytes.patched(4, UInt32(0x3354_4641)), "byte 0x4",
                .identifierWrong(expected: "TFL3", found: "AFT3")),
            BrokenFile(
                "root offset zero", bytes.patched(0, UInt32(0)), "byte 0x0",
                .offsetOutOfRange(target: 0, byteCount: count)),
            BrokenFile(
                "root offset outside", bytes.patched(0, UInt32(count - 3)), "byte 0x0",
                .offsetOutOfRange(target: count - 3, byteCount: count)),
            BrokenFile(
                "root offset negative", bytes.patched(0, UInt32.max), "byte 0x0",
                .offsetOutOfRange(target: 0xFFFF_FFFF, byteCount: count)),
            BrokenFile(
                "vtable after the end", bytes.patched(root, Int32(root - count + 1)), "byte \(hex(root))",
                .vtableOutOfRange(target: Int64(count - 1), byteCount: count)),
            BrokenFile(
                "vtable before the start", bytes.patched(root, Int32.max), "byte \(hex(root))",
                .vtableOutOfRange(target: Int64(root) - Int64(Int32.max), byteCount: count)),
            BrokenFile(
                "vtable at the smallest offset", bytes.patched(root, Int32.min), "byte \(hex(root))",
                .vtableOutOfRange(target: Int64(root) - Int64(Int32.min), byteCount: count)),
            BrokenFile(
                "vtable of two bytes", bytes.patched(rootVTable, UInt16(2)), "byte \(hex(rootVTable))",
                .vtableSizeInvalid(2)),
            BrokenFile(
                "vtable of odd size", bytes.patched(rootVTable, UInt16(7)), "byte \(hex(rootVTable))",
                .vtableSizeInvalid(7)),
            BrokenFile(
                "vtable longer than the file", bytes.patched(rootVTable, UInt16(65_534)), "byte \(hex(rootVTable))",
                .vtableSizeInvalid(65_534)),
            BrokenFile(
                "table of three bytes", bytes.patched(rootVTable + 2, UInt16(3)), "byte \(hex(rootVTable + 2))",
                .tableSizeInvalid(3)),
            BrokenFile(
                "table longer than the file", bytes.patched(rootVTable + 2, UInt16(65_000)),
                "byte \(hex(rootVTable + 2))", .tableSizeInvalid(65_000)),
            BrokenFile(
                "field outside its table", bytes.patched(tensorVTable + 4 + 2 * 3, UInt16(200)),
                "subgraph 0, tensor 0, name, byte \(hex(tensorVTable + 10))",
                .fieldOutsideTable(
                    offset: 200, tableSize: Int(image.read(tensorVTable + 2, as: UInt16.self)))),
            BrokenFile(
                "field over the vtable offset", bytes.patched(tensorVTable + 4, UInt16(2)),
                "subgraph 0, tensor 0, shape, byte \(hex(tensorVTable + 4))",
                .fieldOutsideTable(offset: 2, tableSize: Int(image.read(tensorVTable + 2, as: UInt16.self)))),
            BrokenFile(
                "vector offset outside", bytes.patched(shape, UInt32(count)),
                "subgraph 0, tensor 0, shape, byte \(hex(shape))",
                .offsetOutOfRange(target: shape + count, byteCount: count)),
            BrokenFile(
                "vector too long", bytes.patched(shapeVector, UInt32(0x4000_0001)),
                "subgraph 0, tensor 0, shape, byte \(hex(shapeVector))",
                .vectorOutOfRange(count: 0x4000_0001, elementSize: 4, available: count - shapeVector - 4)),
            BrokenFile(
                "vector of the largest count", bytes.patched(shapeVector, UInt32.max),
                "subgraph 0, tensor 0, shape, byte \(hex(shapeVector))",
                .vectorOutOfRange(count: 0xFFFF_FFFF, elementSize: 4, available: count - shapeVector - 4)),
            BrokenFile(
                "text too long", bytes.patched(nameVector, UInt32(count)),
                "subgraph 0, tensor 0, name, byte \(hex(nameVector))",
                .vectorOutOfRange(count: count, elementSize: 1, available: count - nameVector - 4)),
            BrokenFile(
                "vector of tables too long", bytes.patched(tensorsVector, UInt32(count)),
                "subgraph 0, tensors, byte \(hex(tensorsVector))",
                .vectorOutOfRange(count: count, elementSize: 4, available: count - tensorsVector - 4)),
            BrokenFile(
                "element offset zero", bytes.patched(tensorsVector + 8, UInt32(0)),
                "subgraph 0, tensors, byte \(hex(tensorsVector + 8))",
                .offsetOutOfRange(target: tensorsVector + 8, byteCount: count)),
            BrokenFile(
                "element offset outside", bytes.patched(tensorsVector + 8, UInt32(0x7FFF_FFFF)),
                "subgraph 0, tensors, byte \(hex(tensorsVector + 8))",
                .offsetOutOfRange(target: tensorsVector + 8 + 0x7FFF_FFFF, byteCount: count)),
            BrokenFile(
                "options offset outside", bytes.patched(options, UInt32(count)),
                "subgraph 0, operator 0, builtin options, byte \(hex(options))",
                .offsetOutOfRange(target: options + count, byteCount: count)),
        ]
    }()

    @Test(arguments: rows)
    func reportsTheExactError(_ row: BrokenFile) {
        row.check { (bytes, file) throws(ModelFormatError) in _ = try TFLiteModel(bytes: bytes, file: file) }
    }

    @Test func rejectsManyOffsetsToOneLargeText() throws {
        var builder = TFLiteBuilder()
        let text = FlatValue.named("big", .string(String(repeating: "x", count: 10_000)))
        builder.inputs = [builder.tensor("in", [1], fields: [3: text])]
        builder.outputs = builder.inputs
        for index in 1...1000 { _ = builder.tensor("\(index)", [1], fields: [3: .again("big")]) }
        let bytes = builder.bytes()
        let error = #expect(throws: ModelFormatError.self) { try TFLiteModel(bytes: Bytes(bytes), file: "broken") }
        #expect(error?.problem == .decodedSizeAboveLimit(limit: 16 * bytes.count))
        #expect(error?.place.hasPrefix("subgraph 0, tensor ") == true)
    }

    @Test func rejectsManyOffsetsToOneTable() throws {
        // Each tensor takes four bytes in the file, but far more once decoded.
        let image = FlatBufferImage(
            identifier: "TFL3",
            root: .table([
                0: .uint32(3), 4: .vector([.table([:])]),
                2: .vector([
                    .table([
                        0: .vector([.named("one", .table([:]))] + [FlatValue](repeating: .again("one"), count: 50_000))
                    ])
                ]),
            ]))
        let error = #expect(throws: ModelFormatError.self) {
            try TFLiteModel(bytes: Bytes(image.bytes), file: "broken")
        }
        #expect(error?.problem == .decodedSizeAboveLimit(limit: 16 * image.bytes.count))
    }

    @Test func limitsVectorsAndTexts() throws {
        let image = FlatBufferImage(
            identifier: "TEST",
            root: .table([0: .named("shape", .int32s([1, 2, 3])), 1: .named("text", .string("abc"))]))
        let root = try FlatBuffer(bytes: Bytes(image.bytes), file: "test").root(identifier: "TEST")
        #expect(try root.intVector(0, atMost: 3) == [1, 2, 3])
        #expect(try root.intVector(5, atMost: 3) == nil)
        #expect(try root.string(1, atMost: 3) == "abc")
        #expect(
            throws: ModelFormatError(
                file: "test", place: "field 0, byte \(hex(image.positions["shape"]!))",
                problem: .countAboveLimit(count: 3, limit: 2))
        ) { try root.intVector(0, atMost: 2) }
        #expect(
            throws: ModelFormatError(
                file: "test", place: "text, byte \(hex(image.positions["text"]!))",
                problem: .countAboveLimit(count: 3, limit: 2))
        ) { try root.string(FlatBufferField(1, "text"), atMost: 2) }
    }

    @Test func readsScalarsAndTheirDefaults() throws {
        let fields: [Int: FlatValue] = [
            0: .int8(-1), 1: .uint8(200), 2: .int32(-5), 3: .uint32(4_000_000_000), 4: .int64(-6), 5: .uint64(.max),
            6: .float(1.5), 7: .bool(true), 8: .table([0: .int32(9)]),
        ]
        let image = FlatBufferImage(identifier: "TEST", root: .table(fields))
        let root = try FlatBuffer(bytes: Bytes(image.bytes), file: "test").root(identifier: "TEST")
        #expect(try root.int8(0, default: 3) == -1)
        #expect(try root.uint8(1, default: 3) == 200)
        #expect(try root.int32(2, default: 3) == -5)
        #expect(try root.uint32(3, default: 3) == 4_000_000_000)
        #expect(try root.int64(4, default: 3) == -6)
        #expect(try root.uint64(5, default: 3) == .max)
        #expect(try root.float(6, default: 3) == 1.5)
        #expect(try root.bool(7, default: false))
        #expect(try root.table(8)?.int32(0, default: 0) == 9)
        #expect(try root.int8(20, default: 3) == 3)
        #expect(try root.float(20, default: 2.5) == 2.5)
        #expect(try root.bool(20, default: true))
        #expect(try root.table(20) == nil)
        #expect(try !root.has(20))
        #expect(try root.has(7))
    }
}
