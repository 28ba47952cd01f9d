import Foundation
import TegataBuffers
import TegataFormats

/// LiteRT's results for one of the hand models' networks: `Tests/Goldens/networks`, made by
/// `Tools/make/goldens/networks.py`.
package struct NetworkGolden: Sendable, Decodable, CustomStringConvertible {
    package let name: String
    /// The files that contain the network, with the form `BUNDLE:MEMBER` for one inside a bundle, and another colon for
    /// nested bundles.
    package let files: [String]

    package var description: String { name }

    /// The networks of all hand models.
    package static let all: [NetworkGolden] = {
        do {
            let listing = try Data(contentsOf: folder.appendingPathComponent("networks.json"))
            return try JSONDecoder().decode([NetworkGolden].self, from: listing)
        } catch {
            fatalError("Tests/Goldens/networks is unreadable: \(error)")
        }
    }()

    /// The networks that are available on this machine.
    package static let present = all.filter(\.isPresent)

    private static let folder = ModelFiles.packageFolder.appendingPathComponent("Tests/Goldens/networks")

    /// The `files` that are available on this machine.
    package var presentFiles: [String] {
        files.filter { file in file.split(separator: ":").first.map { ModelFiles.path(String($0)) != nil } ?? false }
    }

    /// Whether any of the files is available on this machine.
    package var isPresent: Bool { !presentFiles.isEmpty }

    /// Reads the network in one of `files`.
    package static func model(_ file: String) throws -> TFLiteModel {
        let path = file.split(separator: ":").map(String.init)
        let bytes = try ModelFiles.bytes(path[0])
        if path.count == 1 { return try TFLiteModel(bytes: bytes, file: file) }
        return try TaskBundle(bytes: bytes, file: path[0]).network(at: Array(path.dropFirst())).model
    }

    /// Inputs, and LiteRT's results for them.
    package struct Case: Sendable {
        /// `noise`, `zeros` or `real`.
        package let name: String
        package let inputs: [[Float]]
        package let outputs: [ExpectedOutput]
    }

    /// Returns the cases for inputs with these element counts.
    package func cases(inputCounts: [Int]) throws -> [Case] {
        let arrays = try NumPyArchive(path: Self.folder.appendingPathComponent(name + ".npz").path).arrays
        var generator = SplitMix64(seed: 1)
        let noise = inputCounts.map { generator.floats($0) }
        let zeros = inputCounts.map { [Float](repeating: 0, count: $0) }
        let real = inputCounts.indices.compactMap { arrays["real.input\($0)"] }
        return [("noise", noise), ("zeros", zeros), ("real", real)].map { name, inputs in
            let outputs = arrays.compactMap { key, values -> ExpectedOutput? in
                let parts = key.split(separator: ".")
                guard parts[0] == name, parts[1].hasPrefix("output"),
                    let index = Int(parts[1].dropFirst("output".count))
                else { return nil }
                let step = parts.count > 2 ? Int(parts[2].dropFirst("every".count)) ?? 1 : 1
                return ExpectedOutput(index: index, values: values, step: step)
            }
            return Case(name: name, inputs: inputs, outputs: outputs.sorted { $0.index < $1.index })
        }
    }
}
