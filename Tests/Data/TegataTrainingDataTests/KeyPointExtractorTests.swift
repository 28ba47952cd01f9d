import Foundation
import TegataClassifiers
import TegataTestSupport
import TegataTrainingData
import Testing

/// The extraction of hands from images and clips, and its cache.
@Suite(.enabled(if: Photographs.arePresent)) struct KeyPointExtractorTests {
    private func options(_ change: (inout KeyPointOptions) -> Void = { _ in }) -> KeyPointOptions {
        var options = KeyPointOptions()
        options.cacheFolder = nil
        options.viewLimit = 0
        change(&options)
        return options
    }

    private func extractor(_ options: KeyPointOptions, embeddings: Bool = false) throws -> KeyPointExtractor {
        try KeyPointExtractor(
            bundle: try #require(Photographs.bundle), includingEmbeddings: embeddings, options: options)
    }

    private func photographs() throws -> DataSet {
        try DataSet.poses(
            at: Photographs.paths("rock", 2) + Photographs.paths("four", 1) + Photographs.paths("none", 2))
    }

    private func rendered(_ name: String) -> String {
        ModelFiles.packageFolder.deletingLastPathComponent()
            .appendingPathComponent("shared/fixtures/rendered/" + name).path
    }

    @Test func searchesHarderForMissingHands() throws {
        let names = ["call_172ba7f6", "four_07a5a144"]
        let set = try DataSet.poses(at: Photographs.paths.filter { path in names.contains { path.contains($0) } })
        let usual = try extractor(options { $0.searchesHarder = false }).extract(set)
        #expect(
            usual.notices == set.items.map { DataNotice.noHand($0.place, label: set.label(of: $0)) })
        #expect(usual.counts.map(\.withoutHand) == [1, 1])
        let harder = try extractor(options()).extract(set)
        #expect(harder.notices == [])
        #expect(harder.counts.map(\.withoutHand) == [0, 0])
        for item in harder.items {
            guard case .picture(let hands, let chosen?) = item else {
                Issue.record("no hand")
                continue
            }
            #expect(hands[chosen].isFoundLate)
            #expect(hands[chosen].presence >= 0.5)
        }
    }

    @Test func givesTheSameResultForAnyThreadCountAndFromTheCache() throws {
        try DataFolder.with { folder in
            let set = try photographs()
            let first = try extractor(options { $0.viewLimit = 10 }, embeddings: true).extract(set)
            #expect(first.embeddings.examples.allSatisfy { $0.values.count == 128 && !$0.variants.isEmpty })
            for cachedCount in [0, 5] {
                let options = options {
                    $0.viewLimit = 10
                    $0.threadCount = 3
                    $0.cacheFolder = folder.path
                }
                var reports: [ExtractionProgress] = []
                let again = try extractor(options, embeddings: true).extract(set) {
                    reports.append($0)
                    return true
                }
                #expect(again == first)
                #expect(reports.map(\.done) == [1, 2, 3, 4, 5])
                #expect(reports.last == ExtractionProgress(done: 5, total: 5, cached: cachedCount))
            }
        }
    }

    @Test func rewritesDamagedCacheEntries() throws {
        try DataFolder.with { folder in
            let set = try DataSet.poses(at: Photographs.paths("rock", 1), needsTwoLabels: false)
            let options = options { $0.cacheFolder = folder.path }
            let first = try extractor(options).extract(set)
            let files = try #require(FileManager.default.enumerator(atPath: folder.path))
                .compactMap { $0 as? String }.filter { $0.hasSuffix(".hands") }
            #expect(files.count == 1)
            let entry = URL(fileURLWithPath: folder.path(files[0]))
            let whole = try Data(contentsOf: entry)
            var changed = whole
            changed[whole.count / 2] ^= 1
            for damaged in [Data(), whole.prefix(40), whole.dropLast(), whole + [0], changed] {
                try damaged.write(to: entry)
                var cached = -1
                let again = try extractor(options).extract(set) {
                    cached = $0.cached
                    return true
                }
                #expect(again == first)
                #expect(cached == 0)
                #expect(try Data(contentsOf: entry) == whole)
            }
        }
    }

    @Test func continuesIfTheCacheCannotBeWritten() throws {
        try DataFolder.with { folder in
            let set = try DataSet.poses(at: Photographs.paths("rock", 2), needsTwoLabels: false)
            // A file in place of the folder.
            let file = try folder.write("cache")
            let result = try extractor(options { $0.cacheFolder = file }).extract(set)
            #expect(result.counts.map(\.withoutHand) == [0])
            #expect(result.notices.count == 1)
            #expect(result.notices.first?.description.hasPrefix("key points cannot be cached") == true)
        }
    }

    @Test func continuesOnAFullDisk() throws {
        guard SmallDisk.isPossible else { return }
        try SmallDisk.withFolder(kibibytes: 16) { disk in
            try Data(count: 16 << 10).write(to: disk.appendingPathComponent("full"))
            let set = try DataSet.poses(at: Photographs.paths("rock", 1), needsTwoLabels: false)
            let result = try extractor(options { $0.cacheFolder = disk.path }).extract(set)
            #expect(result.counts.map(\.withoutHand) == [0])
            #expect(result.notices.count == 1)
        }
    }

    @Test func reportsUnreadableImagesAndContinues() throws {
        try DataFolder.with { folder in
            try folder.write("rock/bad.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 1]))
            try folder.write("rock/empty.png")
            for (label, path) in [("rock", Photographs.paths("rock", 1)[0]), ("none", Photographs.paths("none", 1)[0])]
            {
                try folder.write(label + "/good.jpg", try Data(contentsOf: URL(fileURLWithPath: path)))
            }
            let result = try extractor(options()).extract(try DataSet.poses(at: [folder.path]))
            #expect(result.items.map { $0 == .failed } == [false, true, true, false])
            #expect(result.counts.map(\.unreadable) == [0, 2])
            #expect(result.notices.count == 2)
            #expect(result.notices[0].description.contains("rock/bad.jpg") == true)
            #expect(result.notices[1].description.contains("rock/empty.png") == true)
            #expect(result.poses.sources.map(\.item) == [0, 3])
        }
    }

    @Test func reportsImagesWithoutHandsExceptBackground() throws {
        try DataFolder.with { folder in
            let picture = try Data(contentsOf: URL(fileURLWithPath: rendered("no_hand.png")))
            try folder.write("rock/1.png", picture)
            try folder.write("none/1.png", picture)
            let set = try DataSet.poses(at: [folder.path])
            let result = try extractor(options()).extract(set)
            #expect(
                result.notices == [.noHand(DataPlace(file: folder.path("rock/1.png")), label: "rock")])
            #expect(result.counts.map(\.withoutHand) == [1, 1])
            #expect(result.poses.examples.isEmpty)
        }
    }

    @Test func choosesTheHandInTheBox() throws {
        let path = try #require(Photographs.paths.first { $0.contains("call_17d804b5") })
        var builder = DataSetBuilder(kind: .poses)
        let boxes = [
            HandBox(left: 0.68, top: 0.66, width: 0.22, height: 0.14),
            HandBox(left: 0.36, top: 0.33, width: 0.27, height: 0.18),
            HandBox(left: 0.05, top: 0.05, width: 0.1, height: 0.1),
        ]
        for (box, label) in zip(boxes, ["none", "call", "rock"]) {
            builder.add(.picture(PictureItem(path: path, box: box)), label: label, place: DataPlace(file: path))
        }
        let result = try extractor(options()).extract(try builder.dataSet(paths: [path]))
        let chosen = result.items.map { item -> ExtractedHand? in
            if case .picture(let hands, let chosen?) = item { hands[chosen] } else { nil }
        }
        #expect(chosen[0]?.keyPoints.chirality == .left)
        #expect(chosen[1]?.keyPoints.chirality == .right)
        #expect(chosen[2] == nil)
        #expect(result.notices == [.handNotMatched(DataPlace(file: path), label: "rock")])
    }

    /// Returns what is extracted from the parts of frame folders that a table names, and the lengths of the sequences.
    private func sequences(
        of table: String, frameRate: Double, in folder: DataFolder
    ) throws -> (result: ExtractedDataSet, lengths: [[Int]]) {
        var dataOptions = DataSetOptions()
        dataOptions.timeUnit = .frames
        dataOptions.frameRate = frameRate
        let set = try DataSet.annotated(folder: folder.path, annotationFile: table, kind: .actions, dataOptions)
        let result = try extractor(options { $0.maximumHandCount = 1 }).extract(set)
        let lengths = result.items.map { item -> [Int] in
            if case .clip(let sequences) = item { sequences.map(\.frames.count) } else { [-1] }
        }
        return (result, lengths)
    }

    @Test func extractsSequencesAndReportsTimesOutside() throws {
        try DataFolder.with { folder in
            let picture = try Data(contentsOf: URL(fileURLWithPath: Photographs.paths("rock", 1)[0]))
            for frame in 1...6 { try folder.write("clip/\(frame).jpg", picture) }
            let table = try folder.write("t.csv", "clip,a,0,2\nclip,b,3,5\nclip,b,90,99\nclip,a,4,60\n")
            let (result, lengths) = try sequences(of: table, frameRate: 10, in: folder)
            #expect(lengths == [[3], [3], [], [2]])
            #expect(
                result.notices == [
                    .timeOutside(
                        DataPlace(file: table, row: 3), path: folder.path("clip"), start: 9, end: 10, duration: 0.6),
                    .timeOutside(
                        DataPlace(file: table, row: 4), path: folder.path("clip"), start: 0.4, end: 6.1, duration: 0.6),
                ])
            let actions = result.actions(frameRate: 5)
            #expect(actions.examples.map(\.frames.count) == [2, 2, 1])
            #expect(actions.sources.map(\.item) == [0, 1, 3])
            #expect(actions.groups == [folder.path("clip")])
        }
    }

    @Test func countsPartsOfFastVideosInTheirOwnFrames() throws {
        try DataFolder.with { folder in
            let picture = try Data(contentsOf: URL(fileURLWithPath: Photographs.paths("rock", 1)[0]))
            for frame in 100...179 { try folder.write("clip/\(frame).jpg", picture) }
            let table = try folder.write("t.csv", "clip,a,0,79\nclip,b,40,79\nclip,b,150,199\n")
            let (result, lengths) = try sequences(of: table, frameRate: 80, in: folder)
            // At 80 frames per second, every second frame is used.
            #expect(lengths == [[40], [20], []])
            #expect(
                result.notices == [
                    .timeOutside(
                        DataPlace(file: table, row: 3), path: folder.path("clip"), start: 1.875, end: 2.5, duration: 1)
                ])
        }
    }

    @Test func stopsWhenCancelled() throws {
        let error = #expect(throws: KeyPointExtractionError.self) {
            try extractor(options { $0.threadCount = 2 }).extract(try photographs()) { $0.done < 2 }
        }
        guard case .cancelled? = error else {
            Issue.record("not cancelled")
            return
        }
    }

    @Test func namesUnusableBundles() throws {
        try DataFolder.with { folder in
            let file = try folder.write("no.task", "no")
            let error = #expect(throws: KeyPointExtractionError.self) { try KeyPointExtractor(bundle: file) }
            #expect(error?.description.contains(file) == true)
        }
    }

    @Test(
        arguments: [
            ([:], nil), (["HOME": "/h"], "/h/.cache/tegata"), (["HOME": "/h", "XDG_CACHE_HOME": "/x"], "/x/tegata"),
            (["HOME": "/h", "XDG_CACHE_HOME": "x"], "/h/.cache/tegata"),
            (["TEGATA_CACHE": "/c", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/c"),
            (["TEGATA_CACHE": "", "HOME": "/h"], "/h/.cache/tegata"),
        ] as [([String: String], String?)])
    func choosesTheCacheFolderByTheEnvironment(_ environment: [String: String], _ folder: String?) {
        #expect(KeyPointCache.usualFolder { environment[$0] } == folder)
    }
}
