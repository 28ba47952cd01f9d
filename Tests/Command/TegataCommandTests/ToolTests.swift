import TegataCommand
import TegataHands
import TegataInference
import TegataTool
import Testing

/// The parts of the tool around its commands: help, version and usage errors.
struct ToolTests {
    @Test func writesTheVersionInOneLine() {
        let result = tegata("--version")
        #expect(result.status == .success)
        #expect(result.output == "tegata \(Version.number)\n")
        #expect(result.errors == "")
    }

    @Test(arguments: [["help"], ["--help"], ["-h"]])
    func writesAnOverviewAsHelp(_ words: [String]) throws {
        let result = tegata(words)
        #expect(result.status == .success)
        try expectSnapshot(result.output, "help.txt")
    }

    @Test(arguments: tegataTool.commands.map(\.name))
    func writesHelpForEveryCommand(_ name: String) throws {
        let result = tegata("help", name)
        #expect(result.status == .success)
        try expectSnapshot(result.output, "help-\(name).txt")
        for words in [[name, "--help"], [name, "x", "--help"], [name, "--no-such-option", "--help"]] {
            let same = tegata(words)
            #expect(same.output == result.output)
            #expect(same.status == .success)
        }
        let brief = tegata(name, "--no-such-option", "-h")
        #expect(brief.status == .success && brief.output.split(separator: "\n").count <= 28)
        let command = try #require(tegataTool.commands.first { $0.name == name })
        for option in command.options { #expect(brief.output.contains(option.name)) }
    }

    @Test func acceptsTwoSpellingsOfHelp() {
        #expect(tegata("--help", "run").output == tegata("help", "run").output)
    }

    /// Manual-page tools check the page in ToolsTests.
    @Test func writesAManualPage() throws {
        let page = tegata("help", "--man")
        #expect(page.status == .success)
        try expectSnapshot(page.output, "tegata.1")
        for line in page.output.split(separator: "\n") {
            #expect(!line.hasPrefix("'"))
            #expect(line.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test(arguments: tegataTool.commands)
    func fitsHelpInto80Columns(_ command: Command) {
        #expect(!command.examples.isEmpty)
        let examples = Set(command.examples.map { "  " + $0.line })
        for line in help(command, .plain).split(separator: "\n") where !examples.contains(String(line)) {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test(arguments: [
        (["benhc"], "there is no command benhc; did you mean bench?"),
        (["frobnicate"], "there is no command frobnicate; see tegata help"),
        (["--verison"], "there is no option --verison; did you mean --version?"),
        (["help", "insepct"], "there is no command insepct; did you mean inspect?"),
        (["--help", "insepct"], "there is no command insepct; did you mean inspect?"),
        (["Photo.JPG", "-q"], "there is no command Photo.JPG; did you mean tegata detect Photo.JPG?"),
        (["a.mp4"], "there is no command a.mp4; did you mean tegata track a.mp4?"),
        (
            ["--num-hands", "2", "detect"],
            "--num-hands is an option of a command; write it after the command, see tegata help"
        ),
        (["help", "--man", "run"], "--man covers all commands; write tegata help --man"),
        (
            ["inspect", "x", "--num-hands", "2"],
            "inspect has no option --num-hands; detect, recognize, track, train, evaluate and bench have it"
        ),
        (["detect", "--input", "a.npy"], "detect has no option --input; run has it"),
        (["detect", "--threads", "a.png"], "--threads expects a whole number from 1 to 64, not \"a.png\""),
        (["track", "-i", "a.mp4"], "track has no option -i; pass files without an option"),
        (["detect", "a.png", "-y"], "detect has no option -y; leave it out: files are overwritten without asking"),
        (["detect", "a.png", "-n", "4"], "detect has no option -n; did you mean --num-hands?"),
        (["detect", "--conf", "0.3"], "detect has no option --conf; did you mean --min-detection-confidence?"),
        (["track", "-ss", "3"], "track has no option -ss; did you mean --start?"),
        (["detect", "-ss", "3"], "detect has no option -ss; see tegata help detect"),
        (["detect", "--output", "b.png"], "detect has no option --output; did you mean --annotate?"),
        (["train", "pose", "a", "--epochs", "9"], "train has no option --epochs; did you mean --iterations?"),
        (["train", "pose", "a", "--resume", "b"], "train has no option --resume; did you mean --checkpoint?"),
        (["inspect", "-z"], "inspect has no option -z; see tegata help inspect"),
        (["detect", "a.png", "--html", "--json"], "--html needs a value; write --html OUT.html"),
        (["detect", "a.png", "--coco", "--npy", "a.npy"], "--coco needs a value; write --coco OUT.json"),
        (["detect", "a.png", "-o", "-q"], "-o needs a value; write -o OUT"),
        (["detect", ""], "an argument is empty; check the variables in your script"),
        (["help", "run", "bench"], "help takes one command; write tegata help COMMAND"),
        (["inspect"], "inspect needs a file; write tegata inspect FILE… [--json]"),
        (["run"], "run needs a network; write tegata run MODEL.tflite --input [NAME=]FILE.npy … --output DIR"),
        (
            ["run", "a.tflite", "b.tflite", "--output", "x"],
            "run takes one network; drop b.tflite, and pass tensors with --input"
        ),
        (["run", "a.tflite"], "run needs a directory for the outputs; add --output DIR"),
        (["completions"], "completions takes one shell; write tegata completions bash|zsh|fish"),
        (["completions", "fihs"], "there are no completions for fihs; did you mean fish?"),
        (["completions", "tcsh"], "there are no completions for tcsh; choose from bash, zsh, fish"),
        (["bench", "--peak", "a.tflite"], "--peak takes no model; drop --peak to time the model"),
        (["bench", "--threads", "0"], "--threads expects a whole number from 1 to 64, not \"0\""),
        (["bench", "--backend", "cuda"], "--backend expects automatic, simd or blas, not \"cuda\""),
        (["bench", "\u{1B}[2J", "--thread=1"], "bench has no option --thread; did you mean --threads?"),
        (["\u{1B}[2J"], "there is no command \\u{1b}[2J; see tegata help"),
    ])
    func explainsWrongUsage(_ words: [String], _ message: String) {
        let result = tegata(words)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(message)\n")
        #expect(result.output == "")
    }

    @Test func listsCommandsIfNoneIsGiven() {
        let result = tegata([])
        #expect(result.status == .wrongUsage)
        #expect(result.output == "")
        #expect(result.errors == tegata("help").output + "\ntegata: no command given; see tegata help\n")
    }

    @Test func listsThePassesIfOneIsUnknown() {
        let result = tegata("run", "a.tflite", "--output", "x", "--disable-pass", "fuse-everything")
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors == "tegata: --disable-pass: there is no pass fuse-everything; choose from "
                + Network.passNames.joined(separator: ", ") + "\n")
    }

    /// OpenBLAS does not support half precision, nor do all processors.
    @Test func rejectsUnsupportedHalfPrecision() {
        let result = tegata("run", "a.tflite", "--output", "x", "--precision", "half", "--backend", "blas")
        #expect(result.status == .wrongUsage)
        #expect(result.errors.hasPrefix("tegata: --precision: "))
    }

    @Test func rejectsUnknownLevels() {
        let result = tegata("bench", "--isa", "sse9")
        #expect(result.status == .wrongUsage)
        #expect(result.errors.hasPrefix("tegata: --isa: there is no CPU level named 'sse9'; "))
    }
}
