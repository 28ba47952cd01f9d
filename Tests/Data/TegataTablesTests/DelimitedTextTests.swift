import TegataTables
import Testing

@Suite struct DelimitedTextTests {
    private func text(_ text: String, separator: Character? = nil) throws -> DelimitedText {
        try DelimitedText(Array(text.utf8), file: "a.csv", separator: separator)
    }

    @Test func readsQuotesBlankLinesAndLineEnds() throws {
        let table = try text("a,b\r\n\"x, \"\"y\"\"\n2\",3\n\n , \n4,\n")
        #expect(table.rows.map(\.cells) == [["a", "b"], ["x, \"y\"\n2", "3"], [" ", " "], ["4", ""]])
        #expect(table.rows.map(\.line) == [1, 2, 5, 6])
    }

    @Test(arguments: [
        ("1;2,5;3\n", ";" as Character), ("a\tb\n", "\t"), ("a|b|c\n", "|"), ("a,b;c\n", ","), ("a\n", ","),
    ])
    func findsTheSeparator(_ line: String, _ separator: Character) throws {
        #expect(try text(line).separator == separator)
    }

    /// A short row must not reserve memory for as many cells as the longest row before it.
    @Test func keepsShortRowsSmallAfterALongRow() throws {
        let rows = try DelimitedText(Array((String(repeating: ",", count: 9999) + "\na\nb\n").utf8), file: "a.csv").rows
        #expect(rows.map(\.cells.count) == [10_000, 1, 1])
        #expect(rows.dropFirst().allSatisfy { $0.cells.capacity < 16 })
    }

    @Test func takesAnySeparator() throws {
        #expect(try text("a:b", separator: ":").rows.map(\.cells) == [["a", "b"]])
    }

    @Test func skipsTheByteOrderMark() throws {
        #expect(try DelimitedText([0xEF, 0xBB, 0xBF, 0x61], file: "a.csv").rows.map(\.cells) == [["a"]])
    }

    @Test func reportsProblemAndPosition() throws {
        #expect(throws: TableFileError(file: "a.csv", problem: .quoteOpen(line: 2))) { try text("a\n\"b\n") }
        #expect(throws: TableFileError(file: "a.csv", problem: .notUTF8(line: 2))) {
            try DelimitedText([0x61, 0x0A, 0xFF, 0x0A], file: "a.csv")
        }
        #expect(throws: TableFileError(file: "a.csv", problem: .separator("·"))) { try text("a·b", separator: "·") }
        #expect(throws: TableFileError(file: "none.csv", problem: .unreadable(.notFound))) {
            try DelimitedText(readingFileAt: "none.csv")
        }
    }

    /// The rules for tables of `TabularData`.
    @Test func readsWithCustomRules() throws {
        func rows(_ text: String, _ change: (inout DelimitedReader.Rules) -> Void) throws -> [[String]] {
            var rules = DelimitedReader.Rules(separator: Array("::".utf8))
            change(&rules)
            var reader = DelimitedReader(Array(text.utf8), rules)
            var rows: [[String]] = []
            while let row = try reader.next() { rows.append(row.cells.map { $0.isQuoted ? "<\($0.text)>" : $0.text }) }
            return rows
        }
        #expect(try rows("a::b:c\n\n \n\"\"::\"d\n\"") { _ in } == [["a", "b:c"], ["<>", "<d\n>"]])
        #expect(try rows("a\n\n \n") { $0.blankRows = .skipped } == [["a"], [" "]])
        #expect(try rows("a\n\n") { $0.blankRows = .kept } == [["a"], [""]])
        #expect(try rows("\"a::b\"") { $0.hasQuotes = false } == [["\"a", "b\""]])
        #expect(try rows("a\\::b::\"\\\"\"\\") { $0.escape = Array("\\".utf8) } == [["a::b", "<\">"]])
        #expect(try rows("a\"b::\"c\"d") { _ in } == [["a\"b", "<cd>"]])
        for (text, problem) in [
            ("a\na\"b", DelimitedReader.Problem.quoteMisplaced(line: 2, cell: 0)),
            ("a::\"b\"c", .quoteMisplaced(line: 1, cell: 1)), ("a\n::\"\n", .quoteOpen(line: 2, cell: 1)),
        ] {
            #expect(throws: problem) { try rows(text) { $0.isStrict = true } }
        }
    }
}
