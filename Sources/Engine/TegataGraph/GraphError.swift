import TegataBuffers
import TegataFormats

/// The reason why a network cannot run although it could be read.
package struct GraphError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file name, as given by the reader.
    package var file: String
    /// The operator at fault; nil if the graph as a whole is at fault.
    package var node: Node?
    package var problem: Problem

    package init(file: String, node: Node?, problem: Problem) {
        self.file = file
        self.node = node
        self.problem = problem
    }

    /// An operator's position in the file.
    package struct Node: Equatable, Sendable {
        /// Its position in the subgraph's list, from 0.
        package var index: Int
        /// Its operator name, such as `CONV_2D`.
        package var operatorName: String
        /// The name of its first output tensor.
        package var outputName: String

        package init(index: Int, operatorName: String, outputName: String) {
            self.index = index
            self.operatorName = operatorName
            self.outputName = outputName
        }
    }

    /// The problem, with the values that demonstrate it.
    package enum Problem: Equatable, Sendable {
        /// The operator is not implemented.
        case unsupportedOperator
        case unsupportedVersion(found: Int, supported: ClosedRange<Int>)
        /// An option, or a property of an operand, that is not supported.
        case unsupportedAttribute(String, found: String, supported: String)
        /// An option or operand that contradicts the operator's definition.
        case invalidAttribute(String, found: String, expected: String)
        case operandCount(kind: String, found: Int, expected: String)
        case missingOperand(Int)
        /// An operand that must be known when the network is loaded is computed at run time.
        case operandNotConstant(Int)
        case shapeMismatch(declared: String, inferred: String)
        case tensor(Int, name: String, reason: String)
        /// The file's tables are broken.
        case malformed(ModelFormatError)
        case noSubgraph
        /// More memory is needed than the limit allows; `what` names the part of the network.
        case tooLarge(what: String, bytes: Int, limit: Int)
        /// A count exceeds its limit, so processing would take too long.
        case tooMany(what: String, count: Int, limit: Int)
    }

    /// The position in the file, as users see it; empty for the graph as a whole.
    package var place: String {
        if case .malformed(let error) = problem { return error.place }
        var place = ""
        if let node {
            place = "operator \(node.index) \(node.operatorName)"
            if !node.outputName.isEmpty { place += " (\"\(node.outputName)\")" }
        }
        if case .tensor(let index, let name, _) = problem {
            place += (place.isEmpty ? "" : ": ") + "tensor \(index) (\"\(name)\")"
        }
        return place
    }

    package var description: String {
        if case .malformed(let error) = problem { return error.description }
        return file + ": " + (place.isEmpty ? "" : place + ": ") + problem.summary
    }
}

extension GraphError.Problem {
    /// The problem and how to fix it.
    fileprivate var summary: String {
        switch self {
        case .unsupportedOperator: "this operator is not supported; convert the model without it"
        case .unsupportedVersion(let found, let supported):
            "version \(found) is not supported, only \(supported.lowerBound) to \(supported.upperBound);"
                + " convert the model for an older runtime"
        case .unsupportedAttribute(let name, let found, let supported):
            "\(name) is \(found), which is not supported (only \(supported)); convert the model without it"
        case .invalidAttribute(let name, let found, let expected):
            "\(name) is \(found), expected \(expected); the file is damaged or not a valid model"
        case .operandCount(let kind, let found, let expected):
            "has \(found) \(kind), expected \(expected); the file is damaged or not a valid model"
        case .missingOperand(let index): "input \(index) is missing; the file is damaged or not a valid model"
        case .operandNotConstant(let index):
            "input \(index) is computed at run time but must be a constant; convert the model with fixed shapes"
        case .shapeMismatch(let declared, let inferred):
            "the file declares \(declared) but the operator yields \(inferred); the file is damaged or has"
                + " dynamic shapes"
        case .tensor(_, _, let reason): reason
        case .malformed(let error): error.description
        case .noSubgraph: "holds no subgraph; the file is damaged or not a valid model"
        case .tooLarge(let what, let bytes, let limit):
            "\(what) would take \(bytes) bytes, but the limit is \(limit); the file is damaged or made for a larger"
                + " machine"
        case .tooMany(let what, let count, let limit):
            "needs \(count) \(what), but the limit is \(limit); the file is damaged or made for a larger machine"
        }
    }
}

extension TegataError {
    /// Converts the error to the form that users see.
    package init(_ error: GraphError) {
        if case .malformed(let error) = error.problem {
            self.init(error)
        } else {
            self.init(.unusableModel, file: error.file, place: error.place, description: error.description)
        }
    }
}
