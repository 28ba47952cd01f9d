import TegataClassifiers
import TegataHandCommands
import TegataSystem
import TegataTool

package let generateClassCommand = Command(
    name: "generate-class",
    summary: "Write a Swift class for a trained classifier, as Xcode does for Core ML models",
    synopsis: "MODEL -o File.swift",
    details: [
        "The class has the name of the file, and the Swift file also has classes for its inputs and outputs. It imports"
            + " CoreML, and takes key points in the form of Vision and Create ML: 1 × 3 × 21 numbers for poses, a window of"
            + " such frames for actions.",
        "The class finds the model's file next to the program or among its resources. For any other location, pass the URL"
            + " to init(contentsOf:).",
    ],
    options: [GenerateClassOption.output.description],
    operands: .files(["tegata", "task"]),
    examples: [
        .init("tegata generate-class waves.tegata -o Waves.swift", "write a class called waves to a file"),
        .init("tegata generate-class poses.tegata -o -", "write the class to standard output"),
    ],
    run: generateClass)

private enum GenerateClassOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "FILE.swift", "the Swift file to write; - is standard output",
        values: .files(["swift"]))
}

private func generateClass(_ arguments: Arguments, _ console: Console) throws {
    guard let path = arguments.operands.first, arguments.operands.count == 1 else {
        throw generateClassCommand.wrongUsage("takes one model")
    }
    guard let output = try arguments.value(of: GenerateClassOption.output) else {
        throw .usage("generate-class needs a file to write; add -o File.swift, or -o - for standard output")
    }
    let classifier = try ClassifierFile(at: path)
    guard let text = GeneratedClass(classifier, path: path)?.text else {
        throw .failure(
            "\(path): the classifier takes embeddings, not key points; train one with a file name that ends in"
                + " .tegata"
        )
    }
    guard output != "-" else {
        console.print(String(text.dropLast()))
        return
    }
    guard System.identity(output) == nil || System.identity(output) != System.identity(path) else {
        throw .usage("--output \(output): would overwrite the model; choose another name")
    }
    try PendingFile.writeFile(Array(text.utf8).span.bytes, to: output)
}
