import Foundation
import TabularData
import Testing

@Suite struct FileTests {
    private func csv(_ text: String, _ options: CSVReadingOptions = .init()) throws -> DataFrame {
        try DataFrame(csvData: Data(text.utf8), options: options)
    }

    @Test func readsCSVAndInfersTypes() throws {
        let frame = try csv("name,age,size,ok\r\n\"A, \"\"B\"\"\",3,1.5,true\n\n,4,2,false\n")
        #expect(frame.columns.map { "\($0.wrappedElementType)" } == ["String", "Int", "Double", "Bool"])
        #expect(frame["name", String.self][0] == "A, \"B\"" && frame["name", String.self][1] == nil)
        #expect(frame["ok", Bool.self][1] == false)
        #expect(try csv("\u{FEFF}a\n\"x\ny\"").columns[0][0] as? String == "x\ny")
        #expect(try csv("a,b\n1,").columns[1].count == 1)
        #expect(try csv("a,a\n1,2").columns.map(\.name) == ["a", "a_1"])
        #expect(try csv("a,a,a_1,a\n1,2,3,4").columns.map(\.name) == ["a", "a_1", "a_1_1", "a_2"])
        #expect(try csv("").shape == (rows: 0, columns: 0))
        let plain = try csv("1;2\n3;4", CSVReadingOptions(hasHeaderRow: false, delimiter: ";"))
        #expect(plain.columns.map(\.name) == ["Column 0", "Column 1"] && plain["Column 1", Int.self][1] == 4)
        let escaped = try csv("a\nx\\,y", CSVReadingOptions(usesEscaping: true))
        #expect(escaped["a", String.self][0] == "x,y")
    }

    @Test func rejectsWebAddresses() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tables-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.csv")
        try Data("a\n1\n".utf8).write(to: file)
        let frame = try DataFrame(contentsOfCSVFile: file)
        let address = try #require(URL(string: "https://example.com\(file.path)"))
        let reading = #expect(throws: CocoaError.self) { try DataFrame(contentsOfCSVFile: address) }
        #expect(reading?.code == .fileReadUnsupportedScheme)
        let writing = #expect(throws: CocoaError.self) {
            try frame.writeCSV(to: address.deletingLastPathComponent().appendingPathComponent("b.csv"))
        }
        #expect(writing?.code == .fileWriteUnsupportedScheme)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.csv"])
    }

    @Test(.timeLimit(.minutes(1))) func readsManyColumnsWithTheSameName() throws {
        let count = 50_000
        let line = String(repeating: "a,", count: count - 1) + "a\n"
        let frame = try csv(line + line)
        #expect(frame.shape == (rows: 1, columns: count) && frame.columns[count - 1].name == "a_\(count - 1)")
    }

    /// Objects without common keys would produce a table with as many columns as rows.
    @Test func rejectsTablesOfMostlyEmptyCells() throws {
        func objects(_ count: Int) -> Data {
            Data(("[" + (0..<count).map { "{\"\($0)\":1}" }.joined(separator: ",") + "]").utf8)
        }
        #expect(try DataFrame(jsonData: objects(100)).shape == (rows: 100, columns: 100))
        let error = #expect(throws: CocoaError.self) { try DataFrame(jsonData: objects(1000)) }
        #expect(error?.code == .fileReadTooLarge)
        let text = error?.userInfo[NSLocalizedDescriptionKey] as? String
        #expect(text?.contains("86 columns of 1000 rows are too many") == true)
    }

    @Test func readsChosenColumnsRowsAndTypes() throws {
        let data = Data("a,b,c\n1,2,2020-01-02\n3,4,2021-01-02\n5,6,2022-01-02".utf8)
        var options = CSVReadingOptions(floatingPointType: .float)
        options.addDateParseStrategy(Date.ISO8601FormatStyle().year().month().day())
        let frame = try DataFrame(
            csvData: data, columns: ["c", "b"], rows: 1..<3, types: ["b": .float], options: options)
        #expect(frame.columns.map { "\($0.wrappedElementType)" } == ["Date", "Float"])
        #expect(frame["b", Float.self][1] == 6 && frame.shape.rows == 2)
        #expect(try DataFrame(csvData: data, types: ["a": .string])["a", String.self][0] == "1")
    }

    @Test func namesTheRowAndColumnOfBadCSV() {
        func message(_ text: String, types: [String: CSVType] = [:]) -> String {
            do {
                _ = try DataFrame(csvData: Data(text.utf8), types: types)
                return ""
            } catch { return "\(error)" }
        }
        #expect(message("a,b\n1\n").hasPrefix("row 0: 1 cell was found instead of 2"))
        #expect(message("a,b\n1,x\"y").hasPrefix("row 0, column 1: a quote"))
        #expect(message("a\n\"open").hasPrefix("row 0, column 0: a quote"))
        #expect(message("a\n1\nx", types: ["a": .integer]).hasPrefix("row 1, column 0: x is not of type integer"))
        #expect(throws: CSVReadingError.self) { try DataFrame(csvData: Data([0x61, 0x0A, 0xFF, 0xFE])) }
        #expect(throws: CSVReadingError.self) { try DataFrame(csvData: Data([0xFF, 0xFE, 0x61, 0])) }
        #expect(throws: CSVReadingError.self) { try DataFrame(csvData: Data("a\n1".utf8), columns: ["b"]) }
        #expect(throws: CSVReadingError.self) { try DataFrame(csvData: Data("a\n1".utf8), rows: 0..<2) }
        let missing = URL(fileURLWithPath: "/nowhere/at all.csv")
        #expect(throws: CocoaError.self) { try DataFrame(contentsOfCSVFile: missing) }
        #expect(throws: CocoaError.self) { try DataFrame(contentsOfJSONFile: missing) }
        #expect(throws: CocoaError.self) { try DataFrame().writeCSV(to: missing) }
    }

    @Test func readsBackWrittenFiles() throws {
        var frame = DataFrame()
        frame.append(column: Column(name: "text, quoted", contents: ["a\"b", "", nil]))
        frame.append(column: Column(name: "number", contents: [1.5, nil, -2]))
        frame.append(column: Column(name: "flag", contents: [true, false, nil]))
        frame.append(column: Column<[Any?]>(name: "list", contents: [[1, 2.5], nil, []]))
        let url = FileManager.default.temporaryDirectory.appending(path: "tabular-\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        try frame.writeCSV(to: url)
        #expect(
            try String(contentsOf: url, encoding: .utf8)
                == "\"text, quoted\",number,flag,list\n\"a\"\"b\",1.5,true,\"[1,2.5]\"\n\"\",,false,\n,-2,,[]\n")
        let read = try DataFrame(contentsOfCSVFile: url)
        #expect(read["text, quoted", String.self] == frame["text, quoted", String.self])
        #expect(read["number", Double.self] == frame["number", Double.self])
        try frame.writeJSON(to: url)
        let json = try DataFrame(contentsOfJSONFile: url)
        #expect(json["number", Double.self] == frame["number", Double.self])
        #expect(json["list", [Any?].self][0]?[1] as? Double == 2.5)
        #expect(json["flag", Bool.self][1] == false)
        let options = CSVWritingOptions(includesHeader: false, nilEncoding: "-", delimiter: ";")
        #expect(
            String(decoding: try frame.suffix(1).csvRepresentation(options: options), as: UTF8.self) == "-;-2;-;[]\n")
    }

    @Test func keepsTextsThatOtherReadersTreatAsMissing() throws {
        let texts = ["NA", "null", "nil", "N/A", "NULL", "", "-", "x", "\"\u{301}", "a,\u{301}b", "a\r\nb", nil]
        let column = Column(name: "text", contents: texts)
        var frame = DataFrame(columns: [column.eraseToAnyColumn()])
        #expect(try DataFrame(csvData: frame.csvRepresentation())["text", String.self] == column)
        let plain = CSVWritingOptions(nilEncoding: "-")
        let read = try DataFrame(csvData: frame.csvRepresentation(options: plain))["text", String.self]
        #expect(Array(read.dropLast()) == Array(texts.dropLast()) && read[11] == "-")
        frame.append(column: Column(name: "number", contents: texts.indices.map { $0 == 3 ? nil : $0 }))
        #expect(try DataFrame(csvData: frame.csvRepresentation()) == frame)
        #expect(try text(frame.prefix(2)) == "text,number\n\"NA\",0\n\"null\",1\n")
    }

    private func text(_ frame: some DataFrameProtocol) throws -> String {
        String(decoding: try frame.csvRepresentation(), as: UTF8.self)
    }

    @Test func keepsEmptyRowsOfSingleColumns() throws {
        let texts = DataFrame(columns: [Column(name: "", contents: ["x", nil, "y"]).eraseToAnyColumn()])
        #expect(try text(texts) == "\"\"\nx\nnull\ny\n")
        #expect(try DataFrame(csvData: texts.csvRepresentation()) == texts)
        let numbers = DataFrame(columns: [Column(name: "n", contents: [nil, 2, nil]).eraseToAnyColumn()])
        #expect(try DataFrame(csvData: numbers.csvRepresentation()) == numbers)
    }

    @Test func keepsWholeJSONNumbersExact() throws {
        let text = #"[{"id":9007199254740993,"o":[9007199254740993]},{"id":9007199254740992,"o":[0.5]}]"#
        let frame = try DataFrame(jsonData: Data(text.utf8))
        #expect(Array(frame["id", Int.self]) == [9_007_199_254_740_993, 9_007_199_254_740_992])
        #expect(frame["o", [Any?].self][0]?[0] as? Int == 9_007_199_254_740_993)
        #expect(frame["o", [Any?].self][1]?[0] as? Double == 0.5)
        #expect(frame["id"].distinct().count == 2)
        #expect(String(decoding: try frame.jsonRepresentation(), as: UTF8.self) == text)
        let mixed = try DataFrame(jsonData: Data(#"[{"a":1},{"a":2.5},{"a":9223372036854775808}]"#.utf8))
        #expect(Array(mixed["a", Double.self]) == [1, 2.5, 0x1p63])
    }

    @Test func rejectsPipesWithoutWaiting() throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "tabular-\(UUID())")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(at: pipe) }
        #expect(throws: CocoaError.self) { try DataFrame(contentsOfCSVFile: pipe) }
        #expect(throws: CocoaError.self) { try DataFrame(contentsOfJSONFile: pipe) }
    }

    @Test func readsJSON() throws {
        let frame = try DataFrame(
            jsonData: Data(
                #"[{"file":"a.png","n":1,"ok":true,"o":{"x":1}},{"file":"b.png","n":2.5,"extra":[1,[2]]}]"#.utf8))
        #expect(frame.columns.map(\.name) == ["file", "n", "ok", "o", "extra"])
        #expect(frame["n", Double.self][0] == 1 && frame["ok", Bool.self][1] == nil)
        #expect(frame["o", [String: Any?].self][0]?["x"] as? Int == 1)
        #expect(try DataFrame(jsonData: Data(#"[{"a":1}]"#.utf8), types: ["a": .double])["a", Double.self][0] == 1)
        for text in ["{}", "[1]", "null"] {
            #expect(throws: JSONReadingError.self) { try DataFrame(jsonData: Data(text.utf8)) }
        }
        for text in ["", "[{\"a\":1]", "[{\"a\":" + String(repeating: "[", count: 100_000)] {
            #expect(throws: CocoaError.self) { try DataFrame(jsonData: Data(text.utf8)) }
        }
        do {
            _ = try DataFrame(jsonData: Data(#"[{"a":1},{"a":null},{"a":"x"}]"#.utf8))
            Issue.record("mixed values were read")
        } catch let error as JSONReadingError { #expect(error.row == 2) }
    }
}
