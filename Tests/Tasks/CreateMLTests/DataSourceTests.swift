import CreateML
import Foundation
import TabularData
import Testing

@Suite struct DataSourceTests {
    private typealias Source = MLHandPoseClassifier.DataSource

    /// Writes folders with tiny images that show nothing.
    private static func pictures(_ folder: TemporaryFolder) throws {
        for (label, name) in [("call", "1"), ("call", "2"), ("none", "3")] {
            let directory = folder.file("classes/\(label)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let picture = Data("P5 2 2 255\n".utf8) + Data([0, 1, 2, 3])
            try picture.write(to: directory.appendingPathComponent("\(name).pgm"))
            try FileManager.default.createDirectory(at: folder.file("files"), withIntermediateDirectories: true)
            try picture.write(to: folder.file("files/\(label).\(name).pgm"))
        }
        try "file,what\ncall.1.pgm,call\nnone.3.pgm,none\n".write(
            to: folder.file("files/annotations.csv"), atomically: true, encoding: .utf8)
    }

    @Test func rejectsWebURLs() throws {
        let folder = try TemporaryFolder()
        try Self.pictures(folder)
        let address = try #require(URL(string: "https://example.com\(folder.file("classes").path)"))
        let error = #expect(throws: MLCreateError.self) {
            try MLHandPoseClassifier(trainingData: Source.labeledDirectories(at: address))
        }
        #expect(error.map { "\($0)".contains("is not a file URL; pass the URL of a local file") } == true)
    }

    @Test func listsLabelledMedia() throws {
        let folder = try TemporaryFolder()
        try Self.pictures(folder)
        var table = DataFrame()
        table.append(
            column: Column(
                name: "imagePath", contents: ["files/call.1.pgm", "files/none.3.pgm"].map { folder.file($0).path }))
        table.append(column: Column(name: "label", contents: ["call", "none"]))
        let sources: [(Source, Int)] = [
            (.labeledDirectories(at: folder.file("classes")), 3), (.labeledFiles(at: folder.file("files")), 3),
            (
                .directoryWithImagesAndAnnotation(
                    at: folder.file("files"), annotationFile: folder.file("files/annotations.csv"),
                    imageColumn: "file", labelColumn: "what"), 2
            ),
            (.labeledImageDataFrame(table), 2), (.labeledImageData(table: MLDataTable(table)), 2),
        ]
        for (source, count) in sources {
            let media = try source.labeledMedia()
            #expect(media.values.reduce(0) { $0 + $1.count } == count && Set(media.keys) == ["call", "none"])
            let names = try #require(try source.gatherAnnotatedFileNames())
            #expect(names.columns.map(\.name) == ["imagePath", "label"] && names.shape.rows == count)
            #expect(try source.imagesWithAnnotations().size.rows == count)
        }
        let split = try sources[0].0.stratifiedSplit(proportions: [0.5, 0.5], seed: 1)
        #expect(split.columnNames == ["imagePath", "label", "partition"] && split.size.rows == 3)
        #expect(throws: MLCreateError.self) {
            try Source.labeledImageDataFrame(table, imageColumn: "x").labeledMedia()
        }
        #expect(throws: MLCreateError.self) { try Source.labeledFiles(at: folder.file("classes")).labeledMedia() }
    }

    @Test func splitsAnyTable() throws {
        var table = Samples.poses(10)
        table.append(column: Column(name: "row", contents: Array(0..<10)))
        let source = Source.labeledKeypointsDataFrame(table)
        let split = try source.stratifiedSplit(proportions: [0.6, 0.4], seed: .max)
        #expect(split.columnNames == ["label", "session_id", "keypoints", "row", "partition"])
        let parts = split.frame["partition", Int.self].compactMap { $0 }
        #expect(parts.count { $0 == 0 } == 6 && parts.count { $0 == 1 } == 4)
        for proportions in [[], [.nan], [.infinity, 1], [-1], [1e308, 1e308]] as [[Double]] {
            #expect(throws: MLCreateError.self) { try source.stratifiedSplit(proportions: proportions, seed: 1) }
        }
        table.renameColumn("row", to: "partition")
        #expect(throws: MLCreateError.self) {
            try Source.labeledKeypointsDataFrame(table).stratifiedSplit(proportions: [1], seed: 1)
        }
    }

    @Test func writesNaNInArraysAsNull() throws {
        let folder = try TemporaryFolder()
        var frame = DataFrame()
        frame.append(column: Column(name: "a", contents: [MLShapedArray<Float>(scalars: [1, .nan], shape: [1, 2])]))
        try frame.writeJSON(to: folder.file("a.json"))
        let text = try String(contentsOf: folder.file("a.json"), encoding: .utf8)
        #expect(text.filter { !$0.isWhitespace }.contains("[[1,null]]"))
    }

    @Test func readsKeyPointsInManyForms() throws {
        let folder = try TemporaryFolder()
        let source = Source.labeledKeypointsDataFrame(Samples.poses(4))
        let points = try source.extractKeypoints()
        #expect(points.columns.map(\.name) == ["label", "keypoints", "session_id"] && points.shape.rows == 4)
        #expect(try source.gatherAnnotatedFileNames() == nil)
        #expect(throws: MLCreateError.self) { try source.labeledMedia() }
        #expect(try source.keypointsWithAnnotations().size.rows == 4)
        func numbers(_ frame: DataFrame) -> [[Float]] {
            frame["keypoints", MLMultiArray.self].compactMap { $0 }.map { MLShapedArray<Float>($0).scalars }
        }
        // y is flipped twice, which leaves only rounding errors.
        for (a, b) in zip(numbers(points), numbers(Samples.poses(4))) {
            #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 })
        }
        try points.writeJSON(to: folder.file("points.json"))
        try points.writeCSV(to: folder.file("points.csv"))
        var shaped = DataFrame()
        shaped.append(column: points["label", String.self])
        shaped.append(column: points["session_id", Int.self])
        var flat = shaped
        shaped.append(
            column: Column(
                name: "keypoints",
                contents: numbers(points).map { MLShapedArray<Float>(scalars: $0, shape: [1, 3, 21]) }))
        flat.append(column: Column(name: "keypoints", contents: numbers(points).map { $0.map(Double.init) }))
        for frame in [
            try DataFrame(contentsOfJSONFile: folder.file("points.json")),
            try DataFrame(contentsOfCSVFile: folder.file("points.csv")), shaped, flat,
        ] {
            let read = try Source.labeledKeypointsDataFrame(frame).extractKeypoints()
            for (a, b) in zip(numbers(read), numbers(points)) {
                #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 })
            }
            #expect(try Source.labeledKeypointsData(table: MLDataTable(frame)).extractKeypoints().shape.rows == 4)
        }
    }

    @Test func namesTheRowOfInvalidPoints() {
        func message(_ values: [Double]) -> String {
            var frame = DataFrame(Samples.poses(2).selecting(columnNames: "label", "session_id").prefix(2))
            frame.append(column: Column(name: "keypoints", contents: [[Double](repeating: 0, count: 63), values]))
            do {
                _ = try Source.labeledKeypointsDataFrame(frame).extractKeypoints()
                return ""
            } catch { return "\(error)" }
        }
        #expect(message([Double](repeating: 0, count: 147)).hasPrefix("row 1, column 'keypoints': 147 numbers"))
        #expect(message([]).hasPrefix("row 1"))
        #expect(message([Double](repeating: 0, count: 126)).contains("2 frames"))
    }

    /// Extracted points can be extracted again, because the rows of a table already have the requested rate.
    @Test func keepsAllRowsWhenExtractingTwice() throws {
        var points = Samples.actions(4, frames: 60)
        for _ in 0..<2 {
            let source = MLHandActionClassifier.DataSource.labeledKeypointsDataFrame(points)
            points = try source.extractKeypoints(targetFrameRate: 15)
            #expect(points.shape.rows == 240)
            #expect(points["session_id", Int.self].compactMap { $0 } == (0..<240).map { $0 / 60 })
        }
    }

    @Test func groupsFramesBySession() throws {
        let source = MLHandActionClassifier.DataSource.labeledKeypointsDataFrame(Samples.actions(3, frames: 5))
        let points = try source.extractKeypoints(targetFrameRate: 30)
        #expect(points.shape.rows == 15)
        #expect(points["session_id", Int.self].compactMap { $0 } == (0..<15).map { $0 / 5 })
    }
}
