import TegataClassifiers
import TegataTrainingData
import Testing

@Suite struct DataSetBuilderTests {
    private func add(_ labels: [String], to builder: inout DataSetBuilder) {
        for (row, label) in labels.enumerated() {
            builder.add(.hand(HandKeyPoints()), label: label, place: DataPlace(file: "a.csv", row: row + 1))
        }
    }

    @Test func sortsLabelsAndFindsTheBackground() throws {
        var builder = DataSetBuilder(kind: .poses)
        add(["rock", "None", "call", "rock"], to: &builder)
        let set = try builder.dataSet(paths: ["a.csv"])
        #expect(set.labels == ["None", "call", "rock"])
        #expect(set.background == 0)
        #expect(set.counts == [1, 1, 2])
        #expect(set.items.map(\.label) == [2, 0, 1, 2])
        #expect(set.notices == [])
    }

    @Test func cleansLabels() throws {
        var builder = DataSetBuilder(kind: .poses)
        add([" a\tb\n", "a b", "c", "\u{1}", " a\tb\n"], to: &builder)
        let set = try builder.dataSet(paths: ["a.csv"])
        #expect(set.labels == ["a b", "c"])
        #expect(set.items.map(\.label) == [0, 0, 1, 0])
        #expect(
            set.notices == [
                .labelCleaned(DataPlace(file: "a.csv", row: 1), from: " a\tb\n", to: "a b"),
                .rowSkipped(DataPlace(file: "a.csv", row: 4), why: "the label is empty"),
            ])
        #expect(
            set.notices[0].description == "a.csv: row 1: the label \" a\\tb\\n\" is read as 'a b'; write it that way")
    }

    @Test func warnsAboutLabelsThatDifferOnlyInCase() throws {
        var builder = DataSetBuilder(kind: .poses)
        add(["Rock", "rock", "call"], to: &builder)
        let set = try builder.dataSet(paths: ["a.csv"])
        #expect(set.labels == ["Rock", "call", "rock"])
        #expect(set.notices == [.labelsAlike(["Rock", "rock"])])
    }

    @Test func rejectsFewerThanTwoLabels() throws {
        var builder = DataSetBuilder(kind: .poses)
        #expect(throws: DataSetError.empty(paths: ["a.csv"], leftOut: [])) { try builder.dataSet(paths: ["a.csv"]) }
        add(["x"], to: &builder)
        let error = #expect(throws: DataSetError.oneLabel("x", paths: ["a.csv"])) {
            try builder.dataSet(paths: ["a.csv"])
        }
        #expect(error?.description.hasPrefix("a.csv: everything has the label 'x', but at least two labels") == true)
        #expect(try builder.dataSet(paths: ["a.csv"], needsTwoLabels: false).labels == ["x"])
    }

    @Test func limitsTheNumberOfNotices() throws {
        var builder = DataSetBuilder(kind: .poses)
        add(["a", "b"] + [String](repeating: "", count: 65_600), to: &builder)
        let set = try builder.dataSet(paths: ["a.csv"])
        #expect(set.notices.count == 65_537)
        #expect(set.notices[0] == .rowSkipped(DataPlace(file: "a.csv", row: 3), why: "the label is empty"))
        #expect(set.notices.last == .other("64 more notices were dropped"))
    }

    @Test func usesTheNamedBackground() throws {
        var builder = DataSetBuilder(kind: .poses, background: "idle")
        add(["none", "idle"], to: &builder)
        #expect(try builder.dataSet(paths: ["a.csv"]).background == 0)
    }
}
