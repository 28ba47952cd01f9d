import Foundation
import TegataBuffers
import TegataCommand
import TegataTables
import TegataTestSupport
import TegataTool
import Testing

/// `tegata run` from input files to output files.
struct RunCommandTests {
    private let a: [Float] = [1, 2, 3, 4, 5, 6]
    private let b: [Float] = [10, 20, 30, 40, 50, 0.5]

    /// Calls `body` with a folder that contains the network `net.tflite` and its inputs `a.npy` and `b.npy`.
    private func withFiles(_ body: (URL) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try Data(sumAndProductNetwork()).write(to: folder.appendingPathComponent("net.tflite"))
            try Data(npy("<f4", "(2, 3)", data: floatBytes(a))).write(to: folder.appendingPathComponent("a.npy"))
            try Data(npy("<f4", "(2, 3)", data: floatBytes(b))).write(to: folder.appendingPathComponent("b.npy"))
            try body(folder)
        }
    }

    private func output(_ path: String) throws -> (shape: [Int], values: [Float]) {
        let array = try NPYArray(Bytes([UInt8](Data(contentsOf: URL(fileURLWithPath: path)))), file: path)
        var values = [Float](repeating: 0, count: array.count)
        array.forEachFloat { values[$0] = $1 }
        return (array.shape, values)
    }

    @Test(arguments: [
        ("Identity_1", "Identity_1"), ("a/b:0", "a_b_0"), ("../x", ".._x"), ("sum; ä手", "sum____"), ("", ""),
        ("a-b.c", "a-b.c"),
    ])
    func turnsTensorNamesIntoFileNames(_ name: String, _ expected: String) {
        #expect(fileName(forTensor: name) == expected)
    }

    @Test(arguments: [
        ["--input", "F/a.npy", "--input", "F/b.npy"], ["--input", "F/a.npy", "F/b.npy"],
        ["-i", "b:0=F/b.npy", "-i", "a=F/a.npy"],
        ["--input=b:0=F/b.npy", "--input=F/a.npy"], ["--input", "a=F/a.npy", "--input", "F/b.npy", "--threads", "2"],
        [
            "--input", "F/a.npy", "F/b.npy", "--isa", "baseline", "--backend", "simd", "--disable-pass",
            "fuse-activation",
        ],
    ])
    func computesOutputs(_ words: [String]) throws {
        try withFiles { folder in
            let out = folder.path + "/new/out"
            let inputs = words.map { $0.replacingOccurrences(of: "F/", with: folder.path + "/") }
            let result = tegata(["run", folder.path + "/net.tflite", "--output", out] + inputs)
            #expect(result.status == .success)
            #expect(result.output == "")
            #expect(result.errors == "")
            let sum = try output(out + "/sum_a_b.npy")
            #expect(sum.shape == [2, 3])
            #expect(sum.values == [11, 22, 33, 44, 55, 6.5])
            #expect(try output(out + "/product.npy").values == [10, 40, 90, 160, 250, 3])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["product.npy", "sum_a_b.npy"])
        }
    }

    @Test func writesAllOutputsOfTheSameName() throws {
        try withTemporaryFolder { folder in
            var builder = TFLiteBuilder()
            let x = builder.tensor("x", [1])
            builder.inputs = [x]
            for (index, name) in ["a_2", "a", "a", "b"].enumerated() {
                let addend = builder.tensor("addend\(index)", [1], data: [Float(index)])
                let output = builder.tensor(name, [1])
                builder.operation(.add, inputs: [x, addend], outputs: [output], options: (11, [:]))
                builder.outputs.append(output)
            }
            try Data(builder.bytes()).write(to: folder.appendingPathComponent("net.tflite"))
            try Data(npy("<f4", "(1,)", data: floatBytes([10]))).write(to: folder.appendingPathComponent("x.npy"))
            let out = folder.path + "/out"
            let result = tegata("run", folder.path + "/net.tflite", "-i", folder.path + "/x.npy", "-o", out)
            #expect(result.status == .success)
            let values = try ["a_2", "a", "a_3", "b"].map { try output("\(out)/\($0).npy").values }
            #expect(values == [[10], [11], [12], [13]])
        }
    }

    @Test func runsNetworksInsideBundles() throws {
        try withFiles { folder in
            let bundle = folder.path + "/b.task"
            try Data(bundleBytes([("inner.tflite", sumAndProductNetwork())])).write(to: URL(fileURLWithPath: bundle))
            let result = tegata(
                "run", bundle + ":inner.tflite", "-i", folder.path + "/a.npy", folder.path + "/b.npy", "-o", folder.path
            )
            #expect(result.status == .success)
            #expect(try output(folder.path + "/product.npy").values == [10, 40, 90, 160, 250, 3])
        }
    }

    @Test(arguments: [
        (
            ["a.npy"], Tool.Status.wrongUsage,
            "1 of 2 inputs are given for F/net.tflite; its inputs are \"a\" (float32 2×3), \"b:0\" (float32 2×3)"
        ),
        (["a=a.npy", "a=b.npy"], .wrongUsage, "--input: \"a\" is given twice; drop one of them"),
        (["b=a.npy", "b.npy"], .wrongUsage, "--input: F/net.tflite has no input \"b\"; did you mean a?"),
        (["none.npy", "b.npy"], .inputFailed, "F/none.npy: no such file; check the path"),
        (["net.tflite", "b.npy"], .inputFailed, "F/net.tflite: is not a .npy file; write it with numpy.save"),
        (
            ["flat.npy", "b.npy"], .inputFailed,
            "F/flat.npy: has shape 6, but the input \"a\" has shape 2×3; reshape it with array.reshape(2, 3)"
        ),
    ])
    func explainsWrongInputs(_ inputs: [String], _ status: Tool.Status, _ message: String) throws {
        try withFiles { folder in
            try Data(npy("<f4", "(6,)", data: floatBytes(a))).write(to: folder.appendingPathComponent("flat.npy"))
            let words = inputs.flatMap { input -> [String] in
                let parts = input.split(separator: "=").map(String.init)
                return ["--input", (parts.count == 2 ? parts[0] + "=" : "") + folder.path + "/" + (parts.last ?? "")]
            }
            let result = tegata(["run", folder.path + "/net.tflite", "--output", folder.path + "/out"] + words)
            #expect(result.status == status)
            #expect(result.errors == "tegata: \(message)\n".replacingOccurrences(of: "F/", with: folder.path + "/"))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
        }
    }

    @Test func explainsFoldersThatCannotBeCreated() throws {
        try withFiles { folder in
            let out = folder.path + "/a.npy/out"
            let result = tegata(
                "run", folder.path + "/net.tflite", "-i", folder.path + "/a.npy", folder.path + "/b.npy", "-o", out)
            #expect(result.status == .inputFailed)
            #expect(
                result.errors
                    == "tegata: \(out): cannot be written (Not a directory); check the directory, its permissions and the free disk space\n"
            )
        }
    }

    @Test func doesNotOverwriteInputFiles() throws {
        try withFiles { folder in
            let input = folder.path + "/product.npy"
            try FileManager.default.copyItem(atPath: folder.path + "/a.npy", toPath: input)
            let result = tegata(
                "run", folder.path + "/net.tflite", "-i", input, folder.path + "/b.npy", "-o", folder.path)
            #expect(result.status == .wrongUsage)
            #expect(
                result.errors
                    == "tegata: --output \(folder.path): would overwrite the input file \(input);"
                    + " choose another directory\n"
            )
            #expect(try output(input).values == a)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/sum_a_b.npy"))
        }
    }

    @Test func writesNothingIfOneOutputCannotBeWritten() throws {
        try withFiles { folder in
            let out = folder.path + "/out"
            try FileManager.default.createDirectory(atPath: out + "/product.npy", withIntermediateDirectories: true)
            let result = tegata(
                "run", folder.path + "/net.tflite", "-i", folder.path + "/a.npy", folder.path + "/b.npy", "-o", out)
            #expect(result.status == .inputFailed)
            #expect(result.errors.hasPrefix("tegata: \(out)/product.npy: cannot be written (Is a directory); "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["product.npy"])
        }
    }

    /// Integer inputs accept only integers that fit their type.
    @Test func checksIntegerInputs() throws {
        try withTemporaryFolder { folder in
            var builder = TFLiteBuilder()
            let index = builder.tensor("index", [2], type: .int32)
            let table = builder.tensor("table", [3], data: [5, 6, 7])
            let picked = builder.tensor("picked", [2])
            builder.operation(.gather, inputs: [table, index], outputs: [picked], options: (23, [:]))
            builder.inputs = [index]
            builder.outputs = [picked]
            let network = folder.path + "/gather.tflite"
            try Data(builder.bytes()).write(to: URL(fileURLWithPath: network))
            let file = folder.path + "/index.npy"
            func run(_ bytes: [UInt8]) throws -> ToolResult {
                try Data(bytes).write(to: URL(fileURLWithPath: file))
                return tegata("run", network, "--input", file, "--output", folder.path + "/out")
            }
            #expect(
                try run(npy("<i8", "(2,)", data: littleEndianBytes(Int64(2)) + littleEndianBytes(Int64(0)))).status
                    == .success)
            #expect(try output(folder.path + "/out/picked.npy").values == [7, 5])
            #expect(
                try run(npy("<i8", "(2,)", data: littleEndianBytes(Int64.max) + littleEndianBytes(Int64(0)))).errors
                    == "tegata: \(file): the value 9223372036854775807 does not fit the input's type Int32; change or clip the values\n"
            )
            #expect(
                try run(npy("<f4", "(2,)", data: floatBytes([1, 2]))).errors
                    == "tegata: \(file): has elements of type <f4, but the input \"index\" takes int32;"
                    + " convert it with array.astype(\"int32\")\n"
            )
        }
    }
}
