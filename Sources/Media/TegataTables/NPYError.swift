import TegataBuffers

/// Why a file cannot be used as an array.
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
        /// The header is not the dictionary that the format asks for; says what was expected.
        case header(String)
        case elementType(String)
        case tooLarge([Int])
        case dataSize(expected: Int, found: Int, shape: [Int])
    }

    package var description: String { file + ": " + problemText }

    /// What is wrong and what to do, without the file.
    package var problemText: String {
        switch problem {
        case .notNPY: "is no .npy file; write it with numpy.save"
        case .version(let version):
            "has version \(version) of the .npy format, versions 1 to 3 are known; write it with numpy.save"
        case .headerTruncated:
            "ends inside its header or has one that is too long; the file is damaged, write it again"
        case .header(let expected):
            "has a header that cannot be read: expected \(expected); write it with numpy.save"
        case .elementType(let type):
            "has elements of type \(type), possible are \(NPYArray.Element.allCases.map(\.rawValue).joined(separator: ", "));"
                + " convert it with array.astype(\"<f4\")"
        case .tooLarge(let shape):
            "claims the shape \(shapeText(shape)), which is too large; the file is damaged, write it again"
        case .dataSize(let expected, let found, let shape):
            "has \(found) bytes of data, its shape \(shapeText(shape)) needs \(expected); the file is damaged, write it again"
        }
    }
}
