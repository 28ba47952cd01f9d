import TegataBuffers
import TegataTables
import TegataTestSupport
import Testing

/// Reads and writes NumPy's file format.
struct NPYTests {
    private func elements(_ array: NPYArray) -> [Float] {
        var values = [Float](repeating: .nan, count: array.count)
        array.forEachFloat { values[$0] = $1 }
        return values
    }

    private func read(_ bytes: [UInt8]) throws(NPYError) -> NPYArray {
        try NPYArray(Bytes(bytes), file: "x.npy")
    }

    @Test(arguments: [1, 2, 3] as [UInt8])
    func readsEveryVersion(_ version: UInt8) throws {
        let array = try read(npy("<f4", "(2, 3)", version: version, data: floatBytes([1, 2, 3, 4, 5, 6])))
        #expect(array.shape == [2, 3])
        #expect(array.element == .float32)
        #expect(elements(array) == [1, 2, 3, 4, 5, 6])
    }

    @Test(
        arguments: [
            ("()", []), ("(3,)", [3]), ("(3, 1, 1)", [3, 1, 1]), ("( 1 , 3 , )", [1, 3]), ("(0, 5)", [0, 5]),
        ] as [(String, [Int])])
    func readsShapes(_ text: String, _ shape: [Int]) throws {
        let array = try read(npy("<f4", text, data: [UInt8](repeating: 0, count: 4 * shape.reduce(1, *))))
        #expect(array.shape == shape)
        #expect(array.count == shape.reduce(1, *))
    }

    @Test(arguments: [
        ("<f4", floatBytes([-1.5, 0x1p-149])),
        ("<f8", [-1.5, 0x1p-149].flatMap { littleEndianBytes(Double($0).bitPattern) }),
    ])
    func readsFloats(_ type: String, _ data: [UInt8]) throws {
        #expect(elements(try read(npy(type, "(2,)", data: data))) == [-1.5, 0x1p-149])
    }

    @Test(
        arguments: [
            ("<i4", littleEndianBytes(Int32(-7)) + littleEndianBytes(Int32.max), [-7, 2_147_483_647]),
            ("<i8", littleEndianBytes(Int64(-7)) + littleEndianBytes(Int64.min), [-7, Int64.min]),
            ("|u1", [0, 255], [0, 255]), ("<u1", [1, 2], [1, 2]),
        ] as [(String, [UInt8], [Int64])])
    func readsIntegers(_ type: String, _ data: [UInt8], _ expected: [Int64]) throws {
        let array = try read(npy(type, "(2,)", data: data))
        var integers: [Int64] = [0, 0]
        array.forEachInteger { integers[$0] = $1 }
        #expect(integers == expected)
        #expect(elements(array) == expected.map { Float($0) })
    }

    @Test func convertsFortranOrder() throws {
        // Element (i, j, k) is 100 i + 10 j + k.
        var data: [Float] = []
        for k in 0..<4 { for j in 0..<3 { for i in 0..<2 { data.append(Float(100 * i + 10 * j + k)) } } }
        let array = try read(npy("<f4", "(2, 3, 4)", fortranOrder: true, data: floatBytes(data)))
        var expected: [Float] = []
        for i in 0..<2 { for j in 0..<3 { for k in 0..<4 { expected.append(Float(100 * i + 10 * j + k)) } } }
        #expect(elements(array) == expected)
    }

    @Test func readsKeysInAnyOrderAndQuotes() throws {
        let array = try read(
            npy(header: #"{ "shape":(1,),'fortran_order':False , "descr":"<f4"}   "#, data: floatBytes([7])))
        #expect(elements(array) == [7])
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let problem: NPYError.Problem
        var testDescription: String { name }
    }

    private static let keys = "the keys descr, fortran_order and shape, once each"

    @Test(arguments: [
        Broken(name: "empty", bytes: [], problem: .notNPY),
        Broken(name: "text", bytes: Array("NUMPY hello".utf8), problem: .notNPY),
        Broken(name: "magic only", bytes: [0x93] + Array("NUMPY".utf8), problem: .notNPY),
        Broken(name: "version 0", bytes: npy(header: "{}", version: 0), problem: .version(0)),
        Broken(name: "version 4", bytes: npy(header: "{}", version: 4), problem: .version(4)),
        Broken(name: "no header length", bytes: [0x93] + Array("NUMPY".utf8) + [1, 0, 5], problem: .headerTruncated),
        Broken(name: "header cut", bytes: Array(npy(header: "{'descr': '<f4'}").dropLast()), problem: .headerTruncated),
        Broken(
            name: "endless header", bytes: [0x93] + Array("NUMPY".utf8) + [2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0],
            problem: .headerTruncated),
        Broken(name: "no dictionary", bytes: npy(header: "[1]"), problem: .header("\"{\" at byte 0 of the header")),
        Broken(name: "no keys", bytes: npy(header: "{}"), problem: .header(keys)),
        Broken(name: "unknown key", bytes: npy(header: "{'order': 'C'}"), problem: .header(keys)),
        Broken(name: "key twice", bytes: npy(header: "{'shape': (1,), 'shape': (1,)}"), problem: .header(keys)),
        Broken(name: "key missing", bytes: npy(header: "{'shape': (1,), 'descr': '<f4'}"), problem: .header(keys)),
        Broken(
            name: "unclosed string", bytes: npy(header: "{'descr"),
            problem: .header("the closing quote at byte 2 of the header")),
        Broken(
            name: "no colon", bytes: npy(header: "{'descr' '<f4'}"), problem: .header("\":\" at byte 9 of the header")),
        Broken(
            name: "not a Boolean", bytes: npy(header: "{'fortran_order': 0}"),
            problem: .header("True or False at byte 18 of the header")),
        Broken(
            name: "negative extent", bytes: npy("<f4", "(-1,)", data: []),
            problem: .header("a whole number at byte 51 of the header")),
        Broken(
            name: "huge extent", bytes: npy("<f4", "(99999999999999999999,)", data: []),
            problem: .header("a whole number at byte 51 of the header")),
        Broken(
            name: "too many extents",
            bytes: npy("<f4", "(" + String(repeating: "1,", count: 33) + ")", data: [0, 0, 0, 0]),
            problem: .header("at most 32 extents")),
        Broken(
            name: "trailing text", bytes: npy(header: "{'shape': (1,), 'descr': '<f4', 'fortran_order': True} {}"),
            problem: .header("nothing after the dictionary")),
        Broken(name: "big-endian", bytes: npy(">f4", "(1,)", data: [0, 0, 0, 0]), problem: .elementType(">f4")),
        Broken(name: "half floats", bytes: npy("<f2", "(1,)", data: [0, 0]), problem: .elementType("<f2")),
        Broken(name: "objects", bytes: npy("|O", "(1,)", data: [0]), problem: .elementType("|O")),
        Broken(name: "records", bytes: npy(header: "{'descr': [('x', '<f4')]}"), problem: .elementType("record")),
        Broken(
            name: "product too large", bytes: npy("<f4", "(4294967296, 4294967296)", data: []),
            problem: .tooLarge([4_294_967_296, 4_294_967_296])),
        Broken(
            name: "data cut", bytes: npy("<f4", "(2,)", data: [0, 0, 0, 0, 0]),
            problem: .dataSize(expected: 8, found: 5, shape: [2])),
        Broken(
            name: "surplus data", bytes: npy("|u1", "(2, 1)", data: [0, 0, 0]),
            problem: .dataSize(expected: 2, found: 3, shape: [2, 1])),
    ])
    func rejectsBrokenFiles(_ broken: Broken) {
        #expect(throws: NPYError(file: "x.npy", problem: broken.problem)) { try read(broken.bytes) }
    }

    @Test func rejectsEveryTruncation() {
        let whole = npy("<f8", "(3, 2)", fortranOrder: true, version: 2, data: [UInt8](repeating: 1, count: 48))
        for count in 0..<whole.count {
            #expect(throws: NPYError.self) { try read(Array(whole.prefix(count))) }
        }
    }

    @Test func survivesMutations() {
        let whole = npy("<f4", "(3, 2)", data: floatBytes([1, 2, 3, 4, 5, 6]))
        var generator = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0...generator.below(3) { bytes[generator.below(bytes.count)] = UInt8(generator.below(256)) }
            if let array = try? read(bytes) { #expect(elements(array).count == array.count) }
        }
    }

    @Test(arguments: [[], [3], [1, 2, 2], [1, 192, 192, 3]])
    func readsWhatItWrites(_ shape: [Int]) throws {
        var generator = SplitMix64(seed: 2)
        let values = generator.floats(shape.reduce(1, *))
        let bytes = values.withUnsafeBufferPointer { npyFile($0, shape: shape) }
        let array = try read(bytes)
        #expect(array.shape == shape)
        #expect(elements(array) == values)
        #expect((bytes.count - 4 * values.count) % 64 == 0)
    }

    @Test func writesTheHeaderLikeNumPy() {
        let bytes = [Float(1), 2].withUnsafeBufferPointer { npyFile($0, shape: [2]) }
        let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
        #expect(Array(bytes[..<10]) == [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0, 118, 0])
        #expect(
            String(decoding: bytes[10..<128], as: UTF8.self) == text + String(repeating: " ", count: 117 - text.count)
                + "\n")
        #expect(Array(bytes[128...]) == floatBytes([1, 2]))
    }
}
