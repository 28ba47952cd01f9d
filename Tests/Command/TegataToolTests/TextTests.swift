import Foundation
import TegataRecords
import TegataTool
import Testing

/// Output of JSON, tables and numbers.
struct TextTests {
    @Test func nestsObjectsAndArrays() {
        var json = JSONWriter()
        json.object { json in
            json.member("a", 1)
            json.object("b") { json in
                json.array("c", [1, 2]) { json, element in
                    json.object { $0.member("d", element) }
                }
                json.object("e") { _ in }
            }
            json.array("f", [Int]()) { $0.value($1) }
            json.member("g", [true, false])
            json.member("h", String?.none)
            json.member("i", [[1], []])
        }
        #expect(
            json.text
                == #"{"a":1,"b":{"c":[{"d":1},{"d":2}],"e":{}},"f":[],"g":[true,false],"h":null,"i":[[1],[]]}"#)
    }

    @Test(arguments: [
        ("", #""""#), ("plain ä 手 🖐", "\"plain ä 手 🖐\""), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1}\u{8}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u0008\\u001f\\u007f\""),
        ("\u{80}\u{9B}31m\u{9F}\u{A0}", "\"\\u0080\\u009b31m\\u009f\u{A0}\""),
        ("e\u{301}\r\n", "\"e\u{301}\\r\\n\""),
    ])
    func escapesText(_ text: String, _ expected: String) throws {
        var json = JSONWriter()
        json.value(text)
        #expect(json.text == expected)
        let decoded =
            try JSONSerialization.jsonObject(with: Data(json.text.utf8), options: .fragmentsAllowed) as? String
        #expect(decoded == text)
    }

    @Test(arguments: [
        (Float(0), "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (0.638852, "0.638852"), (-3.41e-07, "-3.41e-07"),
        (1e16, "1e+16"),
        (.leastNonzeroMagnitude, "1e-45"), (.greatestFiniteMagnitude, "3.4028235e+38"), (.nan, "null"),
        (.infinity, "null"),
        (-.infinity, "null"),
    ])
    func writesFloatsInTheirShortestForm(_ value: Float, _ expected: String) throws {
        var json = JSONWriter()
        json.value(value)
        #expect(json.text == expected)
        if value.isFinite {
            let decoded =
                try JSONSerialization.jsonObject(with: Data(json.text.utf8), options: .fragmentsAllowed) as? Double
            #expect(decoded.map { Float($0) } == value)
        }
    }

    @Test func writesDoublesAndIntegersExactly() {
        var json = JSONWriter()
        json.value([0.1, 1e-7, .nan])
        json.value(Int.min)
        #expect(json.text == "[0.1,1e-07,null],-9223372036854775808")
    }

    @Test(arguments: [
        (0, 3, "0.000"), (1.5, 0, "2"), (-1.25, 1, "-1.3"), (0.0004, 3, "0.000"), (12.3456, 3, "12.346"),
        (999.9996, 3, "1000.000"),
        (-0.0001, 2, "0.00"), (1e300, 2, "1e+300"), (.infinity, 1, "inf"),
    ])
    func roundsDecimals(_ value: Double, _ decimals: Int, _ expected: String) {
        #expect(fixed(value, decimals) == expected)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000")])
    func groupsDigits(_ value: Int, _ expected: String) {
        #expect(grouped(value) == expected)
    }

    @Test func escapesTitlesOfTables() {
        var table = TextTable([("a\u{1B}[31m\n", .left), ("b", .left)])
        table.add(["1", "2"])
        let lines = table.lines()
        #expect(lines.count == 2 && lines[0].unicodeScalars.allSatisfy { $0.value >= 32 })
    }

    @Test func alignsTables() {
        var table = TextTable([("name", .left), ("count", .right), ("", .left)])
        table.add(["a", "1", "x"])
        table.add(["long×er", "1000", ""])
        table.add(["line\nbreak", "", "\u{1B}[31m"])
        #expect(
            table.lines(margin: "| ") == [
                "| name            count",
                "| a                   1  x",
                "| long×er          1000",
                "| line\\u{a}break         \\u{1b}[31m",
            ])
    }

    @Test func wrapsParagraphsBetweenWords() {
        #expect(wrapped("one two  three four", 9) == "one two\nthree\nfour")
        #expect(wrapped("unbreakable word", 4) == "unbreakable\nword")
        #expect(wrapped("", 10) == "")
    }

    @Test(arguments: [
        ("ä 手 plain", "ä 手 plain"), ("a\nb", "a\\u{a}b"), ("\u{1B}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
        ("\u{202E}abc", "\\u{202e}abc"),
        ("\u{9B}31m", "\\u{9b}31m"), ("\u{2028}", "\\u{2028}"),
    ])
    func spellsOutControlCharacters(_ text: String, _ expected: String) {
        #expect(printable(text) == expected)
    }

    @Test func writesEachErrorInOneLine() {
        let console = Console()
        console.report("a\nb: wrong")
        console.warn("c")
        #expect(console.capturedErrors == "tegata: a\\u{a}b: wrong\ntegata: c\n")
        #expect(console.hasFailures)
        #expect(console.capturedOutput == "")
    }
}
