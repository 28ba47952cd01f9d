import TabularData
import Testing

@Suite struct DataFrameTests {
    static func people() -> DataFrame {
        var frame = DataFrame()
        frame.append(column: Column(name: "name", contents: ["Ada", "Bo", nil, "Di"]))
        frame.append(column: Column(name: "age", contents: [36, 20, 51, 20]))
        return frame
    }

    /// Reading a row returns a copy. The table changes only when the row is assigned back.
    @Test(.timeLimit(.minutes(1))) func setsRowsInPlace() {
        // If this copied columns, it would take a quarter of an hour.
        let count = 100_000
        var frame = DataFrame(columns: [
            Column(name: "x", contents: Array(0..<count)).eraseToAnyColumn(),
            Column(name: "y", contents: (0..<count).map { "\($0)" }).eraseToAnyColumn(),
        ])
        let before = frame
        for index in 0..<count { frame.rows[index]["x"] = 2 * index }
        for index in 0..<count { frame["y"][index] = nil }
        frame[row: 3]["y"] = "three"
        #expect(frame["x", Int.self][count - 1] == 2 * count - 2 && frame["y"].missingCount == count - 1)
        #expect(before["x", Int.self][count - 1] == count - 1 && before["y"].missingCount == 0)
        var row = frame.rows[3]
        row["x"] = 7
        row.y = nil
        #expect(row["x", Int.self] == 7 && row["y"] == nil && row["y", String.self] == nil)
        #expect(row.base["x"][3] as? Int == 7 && frame["x"][3] as? Int == 6)
        #expect(row != frame.rows[3] && frame.rows[3]["y"] as? String == "three")
        frame.rows[4] = row
        #expect(frame["x"][4] as? Int == 7 && frame["y"][4] == nil && frame["x"][3] as? Int == 6)
        func change(_ row: inout DataFrame.Row, to other: DataFrame.Row) { row = other }
        change(&frame.rows[5], to: before.rows[9])
        #expect(frame["x"][5] as? Int == 9 && frame["y"][5] as? String == "9" && frame["x"][9] as? Int == 18)
    }

    @Test func growsByColumnsAndRows() {
        var frame = Self.people()
        #expect(frame.shape == (rows: 4, columns: 2))
        #expect(frame.columns.map(\.name) == ["name", "age"])
        frame.append(row: "Ed", 7)
        frame.append(row: nil, nil)
        frame.append(valuesByColumn: ["age": 8])
        frame.appendEmptyRow()
        frame.append(row: frame.rows[0])
        #expect(frame.rows.count == 9)
        #expect(frame["name", String.self][4] == "Ed")
        #expect(frame.rows[6]["age"] as? Int == 8 && frame.rows[6]["name"] == nil)
        #expect(frame.rows[8].name as? String == "Ada")
        frame.removeRow(at: 0)
        frame.insert(row: frame.rows[0], at: 1)
        #expect(Array(frame["name", String.self].prefix(3)) == ["Bo", "Bo", nil])
        var copy = Self.people()
        copy.append(Self.people())
        copy.append(rowsOf: DataFrame(Self.people().prefix(1)))
        #expect(copy.shape == (rows: 9, columns: 2))
        var empty = DataFrame()
        empty.append(Self.people())
        #expect(empty == Self.people() && empty.hashValue == Self.people().hashValue)
    }

    @Test func findsColumnsByNameIndexAndType() {
        var frame = Self.people()
        let ages = ColumnID("age", Int.self)
        #expect(frame[ages].compactMap { $0 } == [36, 20, 51, 20])
        #expect(frame["age"][0] as? Int == 36)
        #expect("\(frame.age.wrappedElementType)" == "Int")
        #expect(frame["name"].missingCount == 1 && frame["name", String.self].missingCount == 1)
        #expect(frame[column: 1].name == "age" && frame[column: 1, Int.self][2] == 51)
        let names: [String?] = frame["name"]
        #expect(names == ["Ada", "Bo", nil, "Di"])
        #expect(frame.indexOfColumn("age") == 1 && frame.indexOfColumn("x") == nil)
        #expect(frame.containsColumn("age", Int.self) && !frame.containsColumn("age", String.self))
        #expect(frame.containsColumn(ages) && frame.containsColumn("name"))
        frame["half"] = AnyColumn(Column(name: "other", contents: [18.0, 10, 25.5, 10]).eraseToAnyColumn()[0..<4])
        #expect(frame["half", Double.self][2] == 25.5)
        frame.renameColumn("half", to: "part")
        frame.transformColumn("part") { (value: Double) -> Int? in Int(value) }
        #expect(frame["part", Int.self][2] == 25)
        frame.transformColumn(ages) { (value: Int?) -> String? in value.map(String.init) }
        #expect(frame["age", String.self][0] == "36")
        #expect(frame.removeColumn("part").count == 4)
        #expect(frame.selecting(columnNames: "age").columns.count == 1)
        #expect(frame[["age", "name"]].columns.map(\.name) == ["age", "name"])
        frame[row: 0]["name"] = "Eve"
        frame.rows[1].name = "Fay"
        #expect(Array(frame["name", String.self].prefix(2)) == ["Eve", "Fay"])
    }

    @Test func treatsColumnsAsCollections() {
        var column = Column<Int>(name: "n", capacity: 2)
        column.append(3)
        column.append(nil)
        column.append(contentsOf: [5, 3])
        #expect(column.count == 4 && column.isNil(at: 1) && column[2] == 5)
        #expect(column.map { ($0 ?? 0) * 2 }.name == "n")
        #expect(column.mapNonNil { "\($0)" }[1] == nil)
        #expect(Array(column.filter { $0 != nil }) == [3, 5, 3])
        #expect(Array(column.distinct()) == [3, nil, 5])
        #expect(Array(column[[true, false, true, false]]) == [3, 5])
        column.transform { (value: Int) -> Int in value + 1 }
        column.remove(at: 1)
        column[0] = nil
        #expect(column == Column(name: "n", contents: [nil, 6, 4]))
        var erased = column.eraseToAnyColumn()
        erased.append(9)
        #expect(erased.assumingType(Int.self)[3] == 9 && erased.distinct().count == 4)
    }

    @Test func filtersAndSorts() {
        let frame = Self.people()
        let young = frame.filter(on: "age", Int.self) { ($0 ?? 0) < 40 }
        #expect(young.shape.rows == 3 && young["name", String.self].compactMap { $0 } == ["Ada", "Bo", "Di"])
        #expect(young.filter(on: ColumnID("name", String.self)) { $0 == "Bo" }.rows.first?.age as? Int == 20)
        #expect(frame.filter { $0["age", Int.self] == 20 }.rows.map(\.index) == [1, 3])
        #expect(DataFrame(young).shape == (rows: 3, columns: 2))
        #expect(young.selecting(columnNames: "age").columns.map(\.name) == ["age"])
        #expect(frame.sorted(on: "age", Int.self)["age", Int.self].map { $0 ?? 0 }[0] == 20)
        let sorted = frame.sorted(on: "name", String.self, order: .descending)
        #expect(Array(sorted["name", String.self]) == ["Di", "Bo", "Ada", nil])
        #expect(frame[1..<3].rows.count == 2 && frame[2...].rows.count == 2)
        #expect(frame.suffix(1)["name"][0] as? String == "Di")
        #expect(frame[[true, false, false, true]].shape.rows == 2)
        #expect(!frame.isEmpty && DataFrame().isEmpty)
    }

    @Test func splitsRandomlyAndByStrata() {
        var frame = DataFrame()
        frame.append(column: Column(name: "label", contents: (0..<100).map { $0 < 80 ? "a" : "b" }))
        frame.append(column: Column(name: "n", contents: Array(0..<100)))
        let (some, rest) = frame.randomSplit(by: 0.3, seed: 5)
        #expect(some.shape.rows == 30 && rest.shape.rows == 70)
        let (again, _) = frame.randomSplit(by: 0.3, seed: 5)
        #expect(some == again && some != frame.randomSplit(by: 0.3, seed: 6).0)
        let numbers = (some["n", Int.self].compactMap { $0 } + rest["n", Int.self].compactMap { $0 }).sorted()
        #expect(numbers == Array(0..<100))
        let (first, second) = frame.stratifiedSplit(on: "label", by: 0.25, randomSeed: 1)
        #expect(first.filter(on: "label", String.self) { $0 == "b" }.shape.rows == 5)
        #expect(second.filter(on: "label", String.self) { $0 == "a" }.shape.rows == 60)
        #expect(frame.stratifiedSplit(on: ColumnID("label", String.self), by: 0.5).0.shape.rows == 50)
    }

    @Test func replacesColumnsByIndex() {
        var frame = Self.people()
        frame[column: 1] = Column(name: "size", contents: [1.5, 2, 2.5, nil]).eraseToAnyColumn()
        #expect(frame.columns.map(\.name) == ["name", "size"] && frame["size", Double.self][2] == 2.5)
        frame[column: 0].name = "who"
        #expect(frame["who"][0] as? String == "Ada")
        frame.removeColumn("who")
        frame[column: 0, Double.self] = Column(name: "size", contents: [1])
        #expect(frame.shape == (rows: 1, columns: 1) && frame.rows.count == 1)
    }

    @Test func trapsIfColumnsDoNotFit() async {
        await #expect(processExitsWith: .failure) {
            var frame = DataFrameTests.people()
            frame[column: 1] = Column(name: "age", contents: [1, 2]).eraseToAnyColumn()
        }
        await #expect(processExitsWith: .failure) {
            var frame = DataFrameTests.people()
            frame[column: 1] = Column(name: "name", contents: [1, 2, 3, 4]).eraseToAnyColumn()
        }
        await #expect(processExitsWith: .failure) {
            _ = DataFrame(DataFrameTests.people().prefix(2).selecting(columnNames: "age", "age"))
        }
    }

    @Test func isCreatedFromLiterals() {
        let frame: DataFrame = ["a": [1, nil], "b": ["x", "y"], "c": [1, "y"]]
        #expect(frame.columns.map { "\($0.wrappedElementType)" } == ["Int", "String", "Any"])
    }

    @Test func drawsTablesWithBorders() {
        #expect(
            Self.people().prefix(2).description == """
                ┏━━━┳━━━━━━━━━━┳━━━━━━━┓
                ┃   ┃ name     ┃ age   ┃
                ┃   ┃ <String> ┃ <Int> ┃
                ┡━━━╇━━━━━━━━━━╇━━━━━━━┩
                │ 0 │ Ada      │ 36    │
                │ 1 │ Bo       │ 20    │
                └───┴──────────┴───────┘
                2 rows, 2 columns

                """)
        var options = FormattingOptions(maximumLineWidth: 15, maximumCellWidth: 5, maximumRowCount: 2)
        options.includesColumnTypes = false
        let text = Self.people().description(options: options)
        #expect(text.contains("⋮") && text.contains("4 rows, 2 columns (1 not shown)"))
        #expect("\(Self.people().rows[0])".contains("Ada"))
        var hostile = DataFrame()
        hostile.append(column: Column(name: "a\u{85}", contents: ["1\r\n2\n3", "\u{1B}[2J", "\tabcdefghijklmn", "12"]))
        hostile[row: 3]["a\u{85}"] = "1234567890123456"
        let drawing = hostile.description(options: FormattingOptions(includesColumnTypes: false))
        #expect(
            drawing == """
                ┏━━━┳━━━━━━━━━━━━━━━━━┓
                ┃   ┃ a\\u{0085}       ┃
                ┡━━━╇━━━━━━━━━━━━━━━━━┩
                │ 0 │ 1\\r\\n2\\n3       │
                │ 1 │ \\u{1B}[2J       │
                │ 2 │ \\tabcdefghijkl… │
                │ 3 │ 12345678901234… │
                └───┴─────────────────┘
                4 rows, 1 column

                """)
        #expect(DataFrame().description == "empty data frame")
    }
}
