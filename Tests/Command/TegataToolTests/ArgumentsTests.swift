import TegataTool
import Testing

/// Parsing of command lines.
struct ArgumentsTests {
    private enum Colour: String, CaseIterable {
        case red, green
    }

    private static let count = Option<Int>.integer("--count", short: "-n", "N", in: 1...10, "how many")
    private static let colour = Option<Colour>.choice("--colour", "which colour")
    private static let file = Option<String>.text("--file", "FILE.npy", "a file", repeatedSuffix: ".npy")
    private static let loud = Flag("--loud", "make noise")

    private static let command = Command(
        name: "test", summary: "", synopsis: "", details: [],
        options: [count.description, colour.description, file.description, loud.description], examples: []
    ) { (_, _) in }

    private func parse(_ words: String...) throws -> Arguments {
        try Arguments(words, of: Self.command)
    }

    @Test func keepsTheOrderOfOperands() throws {
        #expect(try parse("b", "--loud", "a", "-", "--count", "3", "c").operands == ["b", "a", "-", "c"])
    }

    @Test func endsOptionsAtTwoDashes() throws {
        let arguments = try parse("a", "--", "--loud", "-x", "--")
        #expect(arguments.operands == ["a", "--loud", "-x", "--"])
        #expect(!arguments.has(Self.loud))
    }

    @Test func readsFlags() throws {
        #expect(try parse("--loud").has(Self.loud))
        #expect(try !parse().has(Self.loud))
    }

    @Test(arguments: [["--count", "7"], ["--count=7"], ["-n", "7"], ["-n7"], ["-n=7"], ["--count", "2", "-n", "7"]])
    func acceptsSeveralSpellingsOfValues(_ words: [String]) throws {
        #expect(try Arguments(words, of: Self.command).value(of: Self.count) == 7)
    }

    @Test func acceptsValuesThatBeginWithADash() throws {
        #expect(try parse("--file", "-x").value(of: Self.file) == "-x")
        #expect(try parse("--file=--x=y").value(of: Self.file) == "--x=y")
    }

    @Test func returnsNilForMissingValues() throws {
        #expect(try parse().value(of: Self.count) == nil)
        #expect(try parse().values(of: Self.file) == [])
    }

    @Test func readsChoicesAsEnumerationCases() throws {
        #expect(try parse("--colour", "green").value(of: Self.colour) == .green)
    }

    @Test func acceptsSeveralFilesAfterOneOption() throws {
        let arguments = try parse("--file", "a.npy", "b.npy", "model", "c.npy", "--file=d", "e.npy", "--loud")
        #expect(try arguments.values(of: Self.file) == ["a.npy", "b.npy", "d", "e.npy"])
        #expect(arguments.operands == ["model", "c.npy"])
        #expect(arguments.has(Self.loud))
    }

    @Test(arguments: [
        (["--lout"], "test has no option --lout; did you mean --loud?"),
        (["--cuont=3"], "test has no option --cuont; did you mean --count?"),
        (["--hlep"], "test has no option --hlep; did you mean --help?"),
        (["--completely-different"], "test has no option --completely-different; see tegata help test"),
        (["-x"], "test has no option -x; see tegata help test"),
        (["--loud=yes"], "--loud takes no value; write it without \"=\""),
        (["--count"], "--count needs a value; write --count N"),
        (["--count", "--loud"], "--count needs a value; write --count N"),
        (["--file", "-n", "3"], "--file needs a value; write --file FILE.npy"),
        (["--file", "--unknown"], "--file needs a value; write --file FILE.npy"),
    ])
    func explainsWrongOptions(_ words: [String], _ message: String) {
        #expect(throws: CommandError.usage(message)) { try Arguments(words, of: Self.command) }
    }

    @Test(arguments: ["0", "11", "x", "", "1.5", " 3", "99999999999999999999"])
    func rejectsIntegersOutOfRange(_ text: String) {
        #expect(throws: CommandError.usage("--count expects a whole number from 1 to 10, not \"\(text)\"")) {
            try parse("--count", text).value(of: Self.count)
        }
    }

    @Test func explainsInvalidChoices() {
        #expect(throws: CommandError.usage("--colour expects red or green, not \"blue\"")) {
            try parse("--colour", "blue").value(of: Self.colour)
        }
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("bench", "bench", 0), ("benhc", "bench", 1), ("bnch", "bench", 1),
        ("bensh", "bench", 1),
        ("xbench", "bench", 1), ("run", "inspect", 7), ("ca", "abc", 3),
    ])
    func computesEditDistances(_ a: String, _ b: String, _ distance: Int) {
        #expect(editDistance(a, b) == distance)
        #expect(editDistance(b, a) == distance)
    }

    @Test(arguments: [
        ("inspct", "inspect"), ("insp", "inspect"), ("rnu", "run"), ("help", "help"), ("detonate", nil), ("", nil),
        (String(repeating: "x", count: 10_000), nil),
    ])
    func suggestsSimilarWords(_ word: String, _ suggestion: String?) {
        #expect(nearest(to: word, among: ["inspect", "run", "help"]) == suggestion)
    }
}
