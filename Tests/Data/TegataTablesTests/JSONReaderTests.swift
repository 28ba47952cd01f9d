import TegataTables
import Testing

@Suite struct JSONReaderTests {
    private func value(_ text: String) throws -> JSONNode { try JSONReader.value(Array(text.utf8), file: "a.json") }

    @Test func readsEveryKindOfValue() throws {
        let node = try value(#"{"a": [1, -2.5e3, "x\n\u00e9\ud83d\ude00", true, null, NaN], "b": {}}"#)
        #expect(
            node["a"]
                == .array([
                    .number(1), .number(-2500), .string("x\né😀"), .boolean(true), .null, .null,
                ]))
        #expect(node["b"] == .object([]))
        #expect(node["c"] == nil)
    }

    @Test func keepsWholeNumbersExact() throws {
        let texts = ["9007199254740993", "9007199254740992", "-9223372036854775808", "9223372036854775807"]
        let nodes = try texts.map(value)
        #expect(
            nodes.map(\.integer) == [9_007_199_254_740_993, 9_007_199_254_740_992, Int.min, Int.max])
        #expect(nodes.map(\.number) == [0x1p53, 0x1p53, -0x1p63, 0x1p63])
        #expect(nodes[0] != nodes[1] && nodes[3] != .number(0x1p63))
        #expect(try value("9007199254740992.0") == nodes[1] && value("3.0") == .number(3) && value("3e0") == value("3"))
        let far = try value("9223372036854775808")
        #expect(far.integer == nil && far.number == 0x1p63)
        #expect(try value("1.5").integer == nil && value("true").integer == nil && value("\"1\"").integer == nil)
        #expect(try value("-0").number?.sign == .minus && value("-0").integer == 0 && value("0").number?.sign == .plus)
    }

    @Test func skipsTheByteOrderMark() throws {
        #expect(try JSONReader.value([0xEF, 0xBB, 0xBF] + Array("3".utf8), file: "a.json") == .number(3))
    }

    @Test(arguments: [
        ("", "line 1, column 1: expected a value"), ("[1,", "line 1, column 4: expected a value"),
        ("{\"a\" 1}", "expected \":\""), ("[1 2]", "expected \",\" or \"]\""), ("\"abc", "expected the closing quote"),
        ("\"\\u12\"", "four hexadecimal digits"), ("\"\\ud83dx\"", "the number of a character"), ("nul", "a value"),
        ("1\n2", "line 2, column 1: expected the end of the file"), ("1e999", "a number below 1.8e308"),
        ("--1", "a value"), ("+5", "a value"), ("007", "a value"), ("1.", "a value"), (".5", "a value"),
        ("1e+", "a value"), ("-", "a value"),
    ]) func reportsProblemAndPosition(_ text: String, _ part: String) throws {
        let error = #expect(throws: TableFileError.self) { try value(text) }
        #expect(error?.description.hasPrefix("a.json: line ") == true)
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test func rejectsDeeplyNestedTexts() throws {
        let error = #expect(throws: TableFileError.self) { try value(String(repeating: "[", count: 100_000)) }
        #expect(error?.description.contains("more than 64 levels") == true)
    }

    @Test func rejectsTextThatIsNotUTF8() throws {
        let error = #expect(throws: TableFileError.self) {
            try JSONReader.value([0x5B, 0x0A, 0x22, 0xFF, 0x22, 0x5D], file: "a.json")
        }
        #expect(error?.problem == .notUTF8(line: 2))
    }
}
