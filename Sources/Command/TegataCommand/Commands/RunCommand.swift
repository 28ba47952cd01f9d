import TegataBuffers
import TegataFormats
import TegataHandCommands
import TegataImages
import TegataInference
import TegataSystem
import TegataTables
import TegataTool

let runCommand = Command(
    name: "run",
    summary: "Run one network on given tensors, for example to compare it with another runtime",
    synopsis: "MODEL.tflite --input [NAME=]FILE.npy … --output DIR",
    details: [
        "Reads the inputs from NumPy files, runs the network once, and writes each output to DIR/NAME.npy as float32 in C order. In the"
            + " file name, characters other than letters, digits, \".\", \"_\" and \"-\" become \"_\".",
        "BUNDLE.task:MEMBER.tflite addresses a network inside a bundle. Inputs without a name are assigned in order.",
    ],
    options: [inputOption.description, outputOption.description] + NetworkOption.all,
    // The operands may include further inputs.
    operands: .files(["tflite", "task", "npy"]),
    examples: [
        .init(
            "tegata run palm_detection_full.tflite --input image.npy --output results",
            "read one input, and write results/Identity.npy and results/Identity_1.npy"),
        .init(
            "tegata run gesture_recognizer.task:hand_gesture_recognizer.task:gesture_embedder.tflite"
                + " --input hand=h.npy --input handedness=s.npy --input world_hand=w.npy --output out",
            "run a network inside a nested bundle, with inputs by name"),
    ],
    run: runNetwork)

private let inputOption = Option<String>.text(
    "--input", short: "-i", "[NAME=]FILE.npy", "an input tensor; repeat for each input", repeatedSuffix: ".npy",
    values: .files(["npy"]))
private let outputOption = Option<String>.text(
    "--output", short: "-o", "DIR", "directory for the outputs; created if it does not exist", values: .folders)

private func runNetwork(_ arguments: Arguments, _ console: Console) throws {
    guard let model = arguments.operands.first else { throw runCommand.wrongUsage("needs a network") }
    guard arguments.operands.count == 1 else {
        throw .usage("run takes one network; drop \(arguments.operands[1]), and pass tensors with --input")
    }
    guard let folder = try arguments.value(of: outputOption) else {
        throw .usage("run needs a directory for the outputs; add --output DIR")
    }
    guard folder != "-" else {
        throw .usage("--output - is not a directory, and run may write several files; give a directory")
    }
    try OutputPathChecks.requireFolder(folder)
    let inputs = try arguments.values(of: inputOption)
    let team = try arguments.team()
    let network = try Network(at: model, NetworkOptions(arguments))
    let files = try assignInputs(inputs, network)

    let session = Session(network, team: team)
    for (index, file) in files.enumerated() { try readInput(index, file, network, session) }
    for (index, output) in network.outputs.enumerated() where output.elementType != "float32" {
        throw .failure(
            "\(network.file): output \(index) (\"\(output.name)\") is \(output.elementType), but only float32 can be"
                + " written; choose a network with float32 outputs"
        )
    }
    let paths = outputPaths(of: network, in: folder)
    let read = System.identities(ofInputs: files + [ModelAddress(model).file])
    for path in paths {
        guard let identity = System.identity(path), read.contains(identity) else { continue }
        throw .usage("--output \(folder): would overwrite the input file \(path); choose another directory")
    }
    try System.makeFolder(folder, advice: "; choose another directory with --output")
    for path in paths { try OutputPathChecks.requireFile(path) }

    session.run()
    for (index, path) in paths.enumerated() {
        let file = npyFile(
            UnsafeBufferPointer(session.outputFloats(index)), shape: network.outputs[index].shape)
        try PendingFile.writeFile(file.span.bytes, to: path)
    }
}

/// Returns the file path for each output of the network.
private func outputPaths(of network: Network, in folder: String) -> [String] {
    // The names of different tensors may become equal. All except the first get a number, which must not produce
    // another tensor's name.
    var taken = Set(network.outputs.map { fileName(forTensor: $0.name) })
    var seen: Set<String> = []
    return network.outputs.enumerated().map { index, output in
        var name = fileName(forTensor: output.name)
        if !seen.insert(name).inserted {
            var number = index
            while !taken.insert("\(name)_\(number)").inserted { number += 1 }
            name += "_\(number)"
        }
        return folder + (folder.hasSuffix("/") ? "" : "/") + name + ".npy"
    }
}

/// Returns the file path for each input: named inputs are assigned first, then the others in order.
private func assignInputs(_ given: [String], _ network: Network) throws -> [String] {
    var files = [String?](repeating: nil, count: network.inputs.count)
    var unnamed: [String] = []
    for argument in given {
        if let index = network.inputs.firstIndex(where: { argument.hasPrefix($0.name + "=") }) {
            guard files[index] == nil else {
                throw .usage("--input: \"\(network.inputs[index].name)\" is given twice; drop one of them")
            }
            files[index] = String(argument.dropFirst(network.inputs[index].name.count + 1))
        } else if let sign = argument.firstIndex(of: "="), !System.exists(argument) {
            let name = String(argument[..<sign])
            let advice = nearest(to: name, among: network.inputs.map(\.name)).map { "did you mean \($0)?" }
            throw .usage("--input: \(network.file) has no input \"\(name)\"; \(advice ?? inputList(network))")
        } else {
            unnamed.append(argument)
        }
    }
    guard given.count == network.inputs.count else {
        throw .usage(
            "\(given.count) of \(network.inputs.count) inputs are given for \(network.file); \(inputList(network))")
    }
    var rest = unnamed.makeIterator()
    var assigned: [String] = []
    for file in files { assigned.append(file ?? rest.next() ?? "") }
    return assigned
}

private func inputList(_ network: Network) -> String {
    "its inputs are "
        + network.inputs.map { "\"\($0.name)\" (\($0.elementType) \(shapeText($0.shape)))" }.joined(separator: ", ")
}

/// Reads a file into an input of the session.
private func readInput(_ index: Int, _ path: String, _ network: Network, _ session: Session) throws {
    let input = network.inputs[index]
    let bytes = try Bytes(mappingFileAt: path)
    let array = try NPYArray(bytes, file: path)
    guard array.shape == input.shape else {
        throw .failure(
            "\(path): has shape \(shapeText(array.shape)), but the input \"\(input.name)\" has shape"
                + " \(shapeText(input.shape)); reshape it with"
                + " array.reshape(\(input.shape.map(String.init).joined(separator: ", ")))")
    }
    let elements = session.inputBytes(index)
    switch input.elementType {
    case "float32":
        array.forEachFloat { elements.storeBytes(of: $1, toByteOffset: $0 * 4, as: Float.self) }
    case "int32" where array.element.isInteger:
        try storeIntegers(array, as: Int32.self, in: elements, path)
    case "int64" where array.element.isInteger:
        try storeIntegers(array, as: Int64.self, in: elements, path)
    case "uint8" where array.element.isInteger:
        try storeIntegers(array, as: UInt8.self, in: elements, path)
    case "int8" where array.element.isInteger:
        try storeIntegers(array, as: Int8.self, in: elements, path)
    default:
        throw .failure(
            "\(path): has elements of type \(array.element.rawValue), but the input \"\(input.name)\" takes"
                + " \(input.elementType); convert it with array.astype(\"\(input.elementType)\")")
    }
}

/// Copies integers into an input; throws if one of them does not fit the input's type.
private func storeIntegers<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ array: NPYArray, as type: Integer.Type, in elements: UnsafeMutableRawBufferPointer, _ path: String
) throws {
    var outlier: Int64?
    array.forEachInteger { index, value in
        if Integer(exactly: value) == nil { outlier = value }
        elements.storeBytes(
            of: Integer(truncatingIfNeeded: value), toByteOffset: index * MemoryLayout<Integer>.size, as: type)
    }
    if let outlier {
        throw .failure(
            "\(path): the value \(outlier) does not fit the input's type \(type); change or clip the values")
    }
}

/// Returns the file name for a tensor: each character except letters, digits, `.`, `_` and `-` becomes `_`.
package func fileName(forTensor name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": result.unicodeScalars.append(scalar)
        default: result += "_"
        }
    }
    return result
}
