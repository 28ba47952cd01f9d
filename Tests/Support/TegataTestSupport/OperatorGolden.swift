import Foundation
import TegataBuffers
import TegataFormats

/// A network of one operator with its inputs and LiteRT's results: `Tests/Goldens/operators`, made by
/// `Tools/make/goldens/operators.py`.
package struct OperatorGolden: Sendable {
    /// The name in the schema, such as `CONV_2D`.
    package let operatorName: String
    /// The speciality of the case.
    package let name: String
    package let model: TFLiteModel
    /// The elements of the inputs and outputs, as they are stored.
    package let inputs: [[UInt8]]
    package let outputs: [[UInt8]]
    /// The bound on the largest difference, relative to the largest expected magnitude. With 0, the bytes must be
    /// equal.
    package let tolerance: Float

    /// The operators that have goldens.
    package static let operatorNames: [String] = {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.filter { $0.hasSuffix(".zip") }.map { String($0.dropLast(4)) }.sorted()
        } catch {
            fatalError("Tests/Goldens/operators is unreadable: \(error)")
        }
    }()

    private static let folder = ModelFiles.packageFolder.appendingPathComponent("Tests/Goldens/operators")

    /// Returns the cases of an operator.
    package static func cases(of operatorName: String) throws -> [OperatorGolden] {
        let path = folder.appendingPathComponent(operatorName + ".zip").path
        let archive = try ZipArchive(bytes: Bytes(mappingFileAt: path), file: operatorName + ".zip")
        return try archive.members.map { member in
            try OperatorGolden(operatorName, member.name, archive.data(of: member))
        }
    }

    private init(_ operatorName: String, _ file: String, _ bytes: Bytes) throws {
        let model = try TFLiteModel(bytes: bytes, file: file)
        func tensors(_ kind: String) -> [[UInt8]] {
            let entries = (0...).lazy.map { model.metadataBytes(named: "golden.\(kind)\($0)")?.array() }
            return entries.prefix { $0 != nil }.compactMap { $0 }
        }
        self.operatorName = operatorName
        self.model = model
        name = String(file.dropLast(".tflite".count))
        inputs = tensors("input")
        outputs = tensors("output")
        tolerance =
            Float(String(decoding: model.metadataBytes(named: "golden.tolerance")?.array() ?? [], as: UTF8.self)) ?? 0
    }

    /// Returns a description of the difference between computed elements and LiteRT's, or nil if they agree.
    package func mismatch(output index: Int, _ results: [UInt8]) -> String? {
        let expected = outputs[index]
        guard results != expected else { return nil }
        let tensor = model.subgraphs[0].tensors[model.subgraphs[0].outputs[index]]
        guard tensor.type == .float32, tolerance > 0 else {
            return "\(operatorName) \"\(name)\", output \(index): bytes \(results), expected \(expected)"
        }
        let floats = littleEndianFloats(results)
        let error = ExpectedOutput(index: index, values: littleEndianFloats(expected)).relativeError(of: floats)
        if error <= tolerance { return nil }
        return
            "\(operatorName) \"\(name)\", output \(index): off by \(error)\n  \(floats)\n  expected \(littleEndianFloats(expected))"
    }
}
