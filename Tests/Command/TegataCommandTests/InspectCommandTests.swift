import Foundation
import TegataBuffers
import TegataCommand
import TegataFormats
import TegataTestSupport
import TegataTool
import Testing

/// `tegata inspect` on the published models and on broken files.
struct InspectCommandTests {
    private static let present = ModelFiles.present.filter { $0.hasSuffix(".task") }

    /// Returns the snapshot of a bundle. Two files exist under the name of the gesture recogniser: the published one,
    /// and one assembled from its parts.
    private static func snapshotName(_ name: String, _ path: String) throws -> String {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return name == "gesture_recognizer.task" && size == 8_373_432 ? "gesture_recognizer_assembled.task" : name
    }

    @Test(.enabled(if: !present.isEmpty), arguments: present)
    func describesBundles(_ name: String) throws {
        let path = try #require(ModelFiles.path(name))
        let result = tegata("inspect", path)
        #expect(result.status == .success)
        #expect(result.errors == "")
        let text = result.output.replacingOccurrences(of: path, with: name)
        try expectSnapshot(text, try Self.snapshotName(name, path) + ".txt")
    }

    @Test(.enabled(if: !present.isEmpty), arguments: present)
    func describesBundlesAsJSON(_ name: String) throws {
        let path = try #require(ModelFiles.path(name))
        let result = tegata("inspect", "--json", path)
        #expect(result.status == .success)
        #expect(result.output.filter { $0 == "\n" }.count == 1)
        _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        // Adds line breaks to make differences readable.
        let text = result.output.replacingOccurrences(of: path, with: name)
        let lines = text.replacingOccurrences(of: "},", with: "},\n")
        try expectSnapshot(lines, try Self.snapshotName(name, path) + ".json")
    }

    /// The number of networks is limited, because each one costs time and memory, and each broken one prints a line.
    @Test func limitsTheNetworksOfABundle() throws {
        try withTemporaryFolder { folder in
            var writer = ZipWriter()
            for index in 0..<150 { try writer.append("\(index).tflite", Bytes([UInt8]())) }
            let path = folder.path + "/many.task"
            try Data(writer.finish()).write(to: URL(fileURLWithPath: path))
            let errors = tegata("inspect", path).errors.split(separator: "\n")
            #expect(errors.count == 65)
            #expect(
                errors.last == "tegata: \(path): 86 more networks are not shown; to inspect one, pass \(path):MEMBER")
        }
    }

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task")))
    func findsNetworksOfBundlesByTheirAddress() throws {
        let path = try #require(ModelFiles.path("gesture_recognizer.task"))
        let address = path + ":hand_gesture_recognizer.task:gesture_embedder.tflite"
        let result = tegata("inspect", address)
        #expect(result.status == .success)
        #expect(result.output.hasPrefix(address + "\n  schema"))
        #expect(result.output.contains("\n    FULLY_CONNECTED   9  0.131 MMAC\n"))
    }

    /// Networks that cannot run are described as well.
    @Test func describesUnsupportedNetworks() throws {
        try withTemporaryFolder { folder in
            var builder = TFLiteBuilder()
            let x = builder.tensor("x", [2])
            let y = builder.tensor("y\u{1B}[2J", [2])
            builder.operation(.custom, customName: "Mine", inputs: [x], outputs: [y])
            builder.inputs = [x]
            builder.outputs = [y]
            let path = folder.path + "/custom.tflite"
            try Data(builder.bytes()).write(to: URL(fileURLWithPath: path))
            let result = tegata("inspect", path)
            #expect(result.status == .success)
            #expect(
                result.output == """
                    \(path)
                      schema       TFLite 3
                      description  made by a test
                      metadata     none
                      parameters   0 bytes
                      inputs
                        0  x  float32  2
                      outputs
                        0  y\\u{1b}[2J  float32  2
                      operators
                        Mine  1
                      cannot be run: operator 0 Mine ("y\\u{1b}[2J"): this operator is not supported; convert the model without it

                    """)
            let json = tegata("inspect", path, "--json").output
            #expect(json.contains(#""operators":[{"name":"Mine","count":1,"multiplyAccumulates":null}]"#))
            #expect(json.contains(#""runnable":false,"problem":"operator 0 Mine (\"y\u001b[2J\"): this operator"#))
        }
    }

    /// One broken file does not prevent the others from being described.
    @Test func reportsBrokenFilesAndContinues() throws {
        try withTemporaryFolder { folder in
            let good = folder.path + "/good.tflite"
            let bad = folder.path + "/bad.task"
            let bundle = folder.path + "/half.task"
            try Data(sumAndProductNetwork()).write(to: URL(fileURLWithPath: good))
            try Data("hello".utf8).write(to: URL(fileURLWithPath: bad))
            try Data(bundleBytes([("a.tflite", sumAndProductNetwork()), ("b.tflite", [1, 2, 3])])).write(
                to: URL(fileURLWithPath: bundle))
            let result = tegata("inspect", bad, good, folder.path + "/none", bundle, "--json")
            #expect(result.status == .inputFailed)
            let lines = result.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].hasPrefix("{\"file\":\"\(good)\","))
            #expect(lines[1].hasPrefix("{\"file\":\"\(bundle)\","))
            let errors = result.errors.split(separator: "\n")
            #expect(errors.count == 3)
            #expect(errors[0].hasPrefix("tegata: \(bad): "))
            #expect(errors[1] == "tegata: \(folder.path)/none: no such file; check the path")
            #expect(errors[2].hasPrefix("tegata: \(bundle):b.tflite: "))
        }
    }
}
