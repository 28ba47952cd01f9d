import TegataClassifiers
import TegataHandCommands
import TegataSystem
import TegataTool

package let generateClassCommand = Command(
    name: "generate-class",
    summary: "Write a Swift class around a trained classifier, as Xcode does for Core ML's models",
    synopsis: "MODEL -o File.swift",
    details: [
        "The class is called as the file is and has classes for inputs and outputs beside it. It imports CoreML, and"
            + " takes key points as Vision and Create ML have them: 1 × 3 × 21 numbers for poses, a window of frames"
            + " for actions.",
        "Beside the program, or among its resources, the class finds the model's file by itself; elsewhere say where it"
            + " is with init(contentsOf:).",
    ],
    options: [GenerateClassOption.output.description],
    operands: .files(["tegata", "task"]),
    examples: [
        .init("tegata generate-class waves.tegata -o Waves.swift", "a class called waves, in a file"),
        .init("tegata generate-class poses.tegata -o -", "the class on the standard output"),
    ],
    run: generateClass)

private enum GenerateClassOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "FILE.swift", "the file to write; - is the standard output",
        values: .files(["swift"]))
}

private func generateClass(_ arguments: Arguments, _ console: Console) throws {
    guard let path = arguments.operands.first, arguments.operands.count == 1 else {
        throw generateClassCommand.wrongUsage("takes one model")
    }
    guard let output = try arguments.value(of: GenerateClassOption.output) else {
        throw .usage("generate-class needs a file to write; add -o File.swift, or -o - for the standard output")
    }
    let classifier = try ClassifierFile(at: path)
    guard let text = GeneratedClass(classifier, path: path)?.text else {
        throw .failure(
            "\(path): the classifier takes embeddings and no key points; name one that was trained to a .tegata, not to"
                + " a .task"
        )
    }
    guard output != "-" else {
        console.print(String(text.dropLast()))
        return
    }
    guard System.identity(output) == nil || System.identity(output) != System.identity(path) else {
        throw .usage("--output \(output): would replace the model; choose another name")
    }
    try PendingFile.writeFile(Array(text.utf8).span.bytes, to: output)
}
