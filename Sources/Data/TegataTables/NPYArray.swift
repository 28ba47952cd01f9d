import TegataBuffers

/// An array in NumPy's file format.
package struct NPYArray: Sendable {
    /// The extents, outermost first.
    package let shape: [Int]
    package let element: Element
    /// Whether the first extent varies fastest.
    let isFortranOrder: Bool
    private let data: Bytes

    /// The stored type of the elements; always little-endian.
    package enum Element: String, Sendable, CaseIterable {
        case float32 = "<f4"
        case float64 = "<f8"
        case int32 = "<i4"
        case int64 = "<i8"
        case uint8 = "|u1"

        package var byteCount: Int {
            switch self {
            case .uint8: 1
            case .float32, .int32: 4
            case .float64, .int64: 8
            }
        }

        package var isInteger: Bool {
            switch self {
            case .float32, .float64: false
            case .int32, .int64, .uint8: true
            }
        }
    }

    /// The number of elements.
    package var count: Int { data.count / element.byteCount }

    /// Reads the array in `bytes`; errors refer to it as `file`.
    package init(_ bytes: Bytes, file: String) throws(NPYError) {
        func error(_ problem: NPYError.Problem) -> NPYError { NPYError(file: file, problem: problem) }
        guard bytes.slice(at: 0, count: 6)?.array() == [0x93] + "NUMPY".utf8,
            let major = bytes.integer(at: 6, as: UInt8.self)
        else { throw error(.notNPY) }
        let lengthSize = major == 1 ? 2 : 4
        guard (1...3).contains(major) else { throw error(.version(Int(major))) }
        let length =
            major == 1
            ? bytes.integer(at: 8, as: UInt16.self).map(Int.init) : bytes.integer(at: 8, as: UInt32.self).map(Int.init)
        guard let length, length <= Self.longestHeader, let text = bytes.text(at: 8 + lengthSize, count: length) else {
            throw error(.headerTruncated)
        }
        let header: NPYHeader
        do throws(NPYError.Problem) { header = try NPYHeader(text) } catch let problem { throw error(problem) }
        // A single byte has no byte order. NumPy writes "|" for it, but other programs may write anything.
        let descriptor = header.elementType.hasSuffix("u1") ? "|u1" : header.elementType
        guard let element = Element(rawValue: descriptor) else { throw error(.elementType(header.elementType)) }
        var needed = element.byteCount
        for extent in header.shape {
            let (product, overflow) = needed.multipliedReportingOverflow(by: extent)
            guard !overflow else { throw error(.tooLarge(header.shape)) }
            needed = product
        }
        let start = 8 + lengthSize + length
        guard let data = bytes.slice(at: start, count: needed), start + needed == bytes.count else {
            throw error(.dataSize(expected: needed, found: bytes.count - start, shape: header.shape))
        }
        shape = header.shape
        isFortranOrder = header.isFortranOrder
        self.element = element
        self.data = data
    }

    /// The maximum header length in bytes, which NumPy also enforces.
    private static let longestHeader = 10_000

    /// Calls `body` with each element's index in C order and its value, converted.
    ///
    /// Other types are converted to `Float`. Callers must reject lossy conversions if they matter.
    package func forEachFloat(_ body: (Int, Float) -> Void) {
        forEachOffset { index, offset in
            let value: Float =
                switch element {
                case .float32: Float(bitPattern: data.integer(at: offset) ?? 0)
                case .float64: Float(Double(bitPattern: data.integer(at: offset) ?? 0))
                case .int32: Float(data.integer(at: offset, as: Int32.self) ?? 0)
                case .int64: Float(data.integer(at: offset, as: Int64.self) ?? 0)
                case .uint8: Float(data.integer(at: offset, as: UInt8.self) ?? 0)
                }
            body(index, value)
        }
    }

    /// Like ``forEachFloat(_:)``, for integer elements; the value is 0 for all others.
    package func forEachInteger(_ body: (Int, Int64) -> Void) {
        forEachOffset { index, offset in
            let value: Int64 =
                switch element {
                case .int32: Int64(data.integer(at: offset, as: Int32.self) ?? 0)
                case .int64: data.integer(at: offset, as: Int64.self) ?? 0
                case .uint8: Int64(data.integer(at: offset, as: UInt8.self) ?? 0)
                case .float32, .float64: 0
                }
            body(index, value)
        }
    }

    /// Calls `body` with the index in C order and the offset of each element.
    private func forEachOffset(_ body: (_ index: Int, _ offset: Int) -> Void) {
        let size = element.byteCount
        guard isFortranOrder, shape.count > 1 else {
            for index in 0..<count { body(index, index * size) }
            return
        }
        var strides: [Int] = []
        var stride = size
        for extent in shape {
            strides.append(stride)
            stride *= extent
        }
        var position = [Int](repeating: 0, count: shape.count)
        var offset = 0
        for index in 0..<count {
            body(index, offset)
            var axis = shape.count - 1
            while axis >= 0 {
                position[axis] += 1
                offset += strides[axis]
                guard position[axis] == shape[axis] else { break }
                offset -= position[axis] * strides[axis]
                position[axis] = 0
                axis -= 1
            }
        }
    }
}

/// A reason why a file cannot be used as an array.
package struct NPYError: Error, Equatable, Sendable, CustomStringConvertible {
    package let file: String
    package let problem: Problem

    package init(file: String, problem: Problem) {
        self.file = file
        self.problem = problem
    }

    package enum Problem: Error, Equatable, Sendable {
        case notNPY
        case version(Int)
        case headerTruncated
        /// The header is not the dictionary that the format requires; the text is the expected syntax.
        case header(String)
        case elementType(String)
        case tooLarge([Int])
        case dataSize(expected: Int, found: Int, shape: [Int])
    }

    package var description: String { file + ": " + problemText }

    /// The problem and the remedy, without the file.
    package var problemText: String {
        switch problem {
        case .notNPY: "is not a .npy file; write it with numpy.save"
        case .version(let version):
            "has version \(version) of the .npy format, but only versions 1 to 3 are supported; write it with"
                + " numpy.save"
        case .headerTruncated:
            "ends inside its header, or the header is too long; the file is damaged; write it again"
        case .header(let expected):
            "has a header that cannot be read: expected \(expected); write it with numpy.save"
        case .elementType(let type):
            "has elements of type \(type); the supported types are"
                + " \(NPYArray.Element.allCases.map(\.rawValue).joined(separator: ", ")); convert it with"
                + " array.astype(\"<f4\")"
        case .tooLarge(let shape):
            "declares the shape \(shapeText(shape)), which is too large; the file is damaged; write it again"
        case .dataSize(let expected, let found, let shape):
            "has \(found) bytes of data, but its shape \(shapeText(shape)) needs \(expected); the file is damaged;"
                + " write it again"
        }
    }
}

/// Returns text such as `1×192×192×3`.
package func shapeText(_ shape: [Int]) -> String {
    shape.isEmpty ? "scalar" : shape.map(String.init).joined(separator: "×")
}
