import Foundation
import TegataClassifiers
import TegataTestSupport
import Testing

/// Training and evaluation with landmark rows, which need no networks.
struct TrainCommandTests {
    /// Returns rows of a class number and 21 points. The classes differ in how far the fingers are extended.
    static func rows(_ classes: Range<Int>, count: Int, seed: UInt64) -> String {
        var chance = SplitMix64(seed: seed)
        func unit() -> Double { Double(chance.next() >> 11) / Double(1 << 53) }
        var text = ""
        for _ in 0..<count {
            for label in classes {
                let angle = 0.4 * (unit() - 0.5)
                var numbers: [Double] = [0, 0]
                for finger in 0..<5 {
                    let direction = 0.35 * Double(finger - 2) + angle
                    let isStretched = (label >> min(finger, 2)) & 1 == 1
                    for joint in 1...4 {
                        let length = isStretched ? 0.25 * Double(joint) : 0.45 - 0.05 * Double(joint)
                        numbers.append(length * sin(direction) + 0.02 * (unit() - 0.5))
                        numbers.append(-length * cos(direction) + 0.02 * (unit() - 0.5))
                    }
                }
                text += "\(label)," + numbers.map { "\($0)" }.joined(separator: ",") + "\n"
            }
        }
        return text
    }

    private static func withRows<Result>(_ body: (URL, String) throws -> Result) throws -> Result {
        try withTemporaryFolder { folder in
            let path = folder.path + "/keypoint.csv"
            try Data(rows(0..<3, count: 30, seed: 1).utf8).write(to: URL(fileURLWithPath: path))
            return try body(folder, path)
        }
    }

    private static func object(_ result: ToolResult) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    @Test func writesFilesThatDependOnlyOnDataOptionsAndSeed() throws {
        try Self.withRows { folder, rows in
            func bytes(_ name: String, _ options: String...) throws -> Data {
                let path = folder.path + "/" + name
                let result = tegata(["train", "pose", rows, "-o", path, "--iterations", "60", "-q"] + options)
                #expect(result.status == .success && result.errors == "")
                return try Data(contentsOf: URL(fileURLWithPath: path))
            }
            let first = try bytes("a.tegata", "--threads", "1")
            #expect(try bytes("b.tegata", "--threads", "2", "--html", folder.path + "/b.html", "--json") == first)
            #expect(try bytes("c.tegata", "--seed", "1") != first)
            let page = try String(contentsOfFile: folder.path + "/b.html", encoding: .utf8)
            #expect(page.contains("<h2>Confusion matrix</h2>") && page.contains("<h2>During training</h2>"))
            #expect(!page.contains("<script"))
        }
    }

    @Test func overwritesTheOlderClassifierButNoOtherInput() throws {
        try Self.withRows { folder, rows in
            let (older, base) = (folder.path + "/older.tegata", folder.path + "/base.task")
            let words = ["train", "pose", rows, "--iterations", "5", "--validation", "none", "-q", "-o"]
            #expect(tegata(words + [older]).status == .success)
            try Data().write(to: URL(fileURLWithPath: base))
            let attempts = [
                ("--html \(older)", words + [folder.path + "/new.tegata", "--from", older, "--html", older]),
                ("--output \(base)", words + [base, "--model", base]),
            ]
            for (name, words) in attempts {
                let result = tegata(words)
                #expect(result.status == .wrongUsage)
                #expect(
                    result.errors == "tegata: \(name): would overwrite an input file; choose another name\n")
            }
            #expect(tegata(words + [older, "--from", older]).status == .success)
        }
    }

    @Test func warnsAboutOptionsWithoutEffect() throws {
        try Self.withRows { folder, rows in
            let words = ["train", "pose", rows, "--iterations", "5", "-o", folder.path + "/a.tegata"]
            let few = tegata(words + ["--validation", "0.01", "--rejected-share", "0.5", "--background", "nothing"])
            #expect(few.status == .success)
            #expect(few.errors.contains("--rejected-share has no effect until you add examples"))
            #expect(few.errors.contains("no example has the background label 'nothing'"))
            let missing = tegata(words + ["--labels", folder.path + "/none.csv"])
            #expect(missing.status == .inputFailed && missing.errors.contains("/none.csv: no such file"))
        }
    }

    @Test func reportsInTextAndJSON() throws {
        try Self.withRows { folder, rows in
            let output = folder.path + "/poses.tegata"
            let words = ["train", "pose", rows, "-o", output, "--iterations", "200", "--seed", "3"]
            let text = tegata(words)
            #expect(text.status == .success)
            #expect(text.output.hasPrefix("\(output): "))
            #expect(
                text.output.contains(
                    "\n  class  examples  no hand  unreadable  precision   recall     F1  no class named\n"))
            #expect(text.errors.hasSuffix("written: \(output)\n"))
            let json = try Self.object(tegata(words + ["--json"]))
            #expect(json["classes"] as? [String] == ["0", "1", "2"])
            #expect(try #require(json["accuracy"] as? Double) >= 0.95)
            #expect((json["confusion"] as? [[Int]])?.map(\.count) == [3, 3, 3])
            #expect(json["iterations"] as? Int == 200 && json["seed"] as? Int == 3)
        }
    }

    @Test func classifiesUnknownPosesAsUnknown() throws {
        try Self.withRows { folder, rows in
            let (output, others) = (folder.path + "/poses.tegata", folder.path + "/others.csv")
            #expect(tegata("train", "pose", rows, "-o", output, "-q").status == .success)
            let seen = try Self.object(tegata("evaluate", output, rows, "--json"))
            #expect(try #require(seen["accuracy"] as? Double) >= 0.98)
            #expect(try #require(seen["unknown"] as? Double) <= 0.1)
            try Data(Self.rows(5..<7, count: 20, seed: 2).utf8).write(to: URL(fileURLWithPath: others))
            let unseen = try Self.object(tegata("evaluate", output, others, "--json"))
            #expect(unseen["accuracy"] is NSNull)
            #expect(try #require(unseen["unknown"] as? Double) >= 0.5)
            #expect((unseen["labels"] as? [[String: Any]])?.map { $0["isKnown"] as? Bool } == [false, false])
        }
    }

    /// During evaluation, the classifier sees videos at their own frame rate, as in `track`.
    @Test(arguments: [(30, "0.50"), (15, "0.53"), (5, "0.60"), (2, "0.50"), (1, "1.00")])
    func evaluatesStreamsAtTheirOwnRate(rate: Int, latency: String) throws {
        try withTemporaryFolder { folder in
            let classifier = ClassifierSamples.action(["rest", "wave"], answer: 1, background: 0)
            let file = folder.path + "/own.tegata"
            try Data(ClassifierFile.action(classifier).bytes).write(to: URL(fileURLWithPath: file))
            let points = (0..<21).map { "{\"x\":0.\($0 % 5 + 10),\"y\":0.\($0 + 10),\"z\":0}" }.joined(separator: ",")
            let lines = (0..<3 * rate).map { frame in
                "{\"source\":\"v.mp4\",\"frame\":\(frame),\"timestampMs\":\(1000 * frame / rate),\"width\":200,"
                    + "\"height\":100,\"hands\":[{\"id\":1,\"handedness\":{\"categoryName\":\"Right\"},"
                    + "\"landmarks\":[\(points)]}]}\n"
            }
            let data = folder.path + "/wave.json"
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: data))
            let result = tegata("evaluate", file, data, "--label", "wave", "--fps", "\(rate)")
            #expect(
                result.output.contains("1 of 1 actions recognised, half of them within \(latency) s"),
                "\(result.output)")
        }
    }

    @Test func continuesFromAnOlderFileWithANewClass() throws {
        try Self.withRows { folder, rows in
            let (old, new, more) = (folder.path + "/old.tegata", folder.path + "/new.tegata", folder.path + "/more.csv")
            #expect(tegata("train", "pose", rows, "-o", old, "-q", "--iterations", "60").status == .success)
            try Data(Self.rows(0..<4, count: 30, seed: 4).utf8).write(to: URL(fileURLWithPath: more))
            let result = tegata("train", "pose", more, "-o", new, "--from", old, "--iterations", "60", "--json", "-q")
            #expect(result.status == .success && result.errors == "")
            #expect(try Self.object(result)["classes"] as? [String] == ["0", "1", "2", "3"])
            let action = tegata("train", "action", rows, "-o", new, "--from", old)
            #expect(action.status == .inputFailed)
            #expect(action.errors == "tegata: \(old): classifies poses; continue from it with tegata train pose\n")
        }
    }

    @Test func rejectsFilesThatAreNotCheckpoints() throws {
        try Self.withRows { folder, rows in
            let (output, state) = (folder.path + "/a.tegata", folder.path + "/state")
            try Data("nothing of a training".utf8).write(to: URL(fileURLWithPath: state))
            let result = tegata("train", "pose", rows, "-o", output, "--checkpoint", state)
            #expect(result.status == .inputFailed)
            #expect(
                result.errors
                    == "tegata: \(state): is not a training checkpoint; choose another file or delete this one\n")
            #expect(!FileManager.default.fileExists(atPath: output))
        }
    }

    @Test func rejectsBundlesTrainedFromRows() throws {
        try Self.withRows { folder, rows in
            let output = folder.path + "/poses.task"
            let result = tegata("train", "pose", rows, "-o", output, "--model", "none.task")
            #expect(result.status == .inputFailed)
            #expect(!FileManager.default.fileExists(atPath: output))
        }
    }

    @Test func neverOverwritesFilesInTheData() throws {
        let gray = Array("P6 32 32 255\n".utf8) + [UInt8](repeating: 90, count: 3 * 32 * 32)
        try withTemporaryFolder { folder in
            let note = folder.path + "/a/note.txt"
            for label in ["a", "b"] {
                let place = folder.appendingPathComponent(label)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Data(gray).write(to: place.appendingPathComponent("gray.ppm"))
            }
            try Data("of the data".utf8).write(to: URL(fileURLWithPath: note))
            for words in [["-o", note], ["-o", folder.path + "/new.tegata", "--html", note]] {
                let result = tegata(["train", "pose", folder.path, "--no-cache"] + words)
                let option = words.count == 2 ? "--output" : "--html"
                #expect(result.status == .wrongUsage)
                #expect(
                    result.errors
                        == "tegata: \(option) \(note): would overwrite another file in the data; choose another name\n")
            }
            #expect(try String(contentsOfFile: note, encoding: .utf8) == "of the data")
        }
    }

    @Test func rejectsASingleClass() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/keypoint.csv"
            try Data(Self.rows(0..<1, count: 10, seed: 1).utf8).write(to: URL(fileURLWithPath: path))
            let result = tegata("train", "pose", path, "-o", folder.path + "/a.tegata")
            #expect(result.status == .inputFailed)
            #expect(result.errors.contains("everything has the label '0', but at least two labels are needed"))
        }
    }

    @Test func explainsFoldersWithoutClasses() throws {
        try withTemporaryFolder { folder in
            let result = tegata("train", "pose", folder.path, "-o", folder.path + "/a.tegata")
            #expect(result.status == .inputFailed)
            #expect(result.errors.hasPrefix("tegata: \(folder.path): "))
            let missing = tegata("train", "pose", folder.path + "/missing", "-o", folder.path + "/a.tegata")
            #expect(missing.status == .inputFailed)
            #expect(missing.errors.hasPrefix("tegata: \(folder.path)/missing: cannot be read"))
        }
    }

    @Test func rejectsOtherFilesAsClassifiers() throws {
        try Self.withRows { folder, rows in
            let result = tegata("evaluate", rows, rows)
            #expect(result.status == .inputFailed)
            #expect(
                result.errors
                    == "tegata: \(rows): is a text file, not a classifier; pass a file from tegata train\n")
        }
    }

    @Test(arguments: [
        (["train"], "train needs the kind of classifier; write tegata train pose|action DATA… -o FILE"),
        (
            ["train", "poses", "a"],
            "train takes pose or action first, not poses; write tegata train pose|action DATA… -o FILE"
        ),
        (["train", "pose"], "train pose needs data; pass a directory with a subdirectory per class"),
        (
            ["train", "pose", "a"],
            "train needs a file to write; add --output FILE.tegata, or FILE.task for MediaPipe"
        ),
        (
            ["train", "action", "a", "-o", "a.task"],
            "a.task: a .task bundle holds gestures of single images, not actions; choose a name such as actions.tegata"
        ),
        (
            ["train", "pose", "a", "-o", "b", "--window", "30"],
            "--window and --rate apply only to actions; use tegata train action, or drop them"
        ),
        (
            ["train", "pose", "a", "-o", "b", "--augment", "flip,speed"],
            "--augment speed applies only to actions; drop it"
        ),
        (
            ["train", "pose", "a", "-o", "b", "--augment", "wobble"],
            "--augment expects changes such as rotate,flip, or none, not \"wobble\""
        ),
        (
            ["train", "pose", "a", "-o", "b.JPG"],
            "--output b.JPG: is the name of an image or video; choose a name such as poses.tegata"
        ),
        (
            ["train", "pose", "a", "-o", "b", "--html", "b.mp4"],
            "--html b.mp4: is the name of an image or video; choose a name such as report.html"
        ),
        (
            ["train", "pose", "a", "-o", "b", "--html", "b"],
            "--output and --html both write b; choose another name for one of them"
        ),
        (
            ["train", "pose", "a", "-o", "b", "--validation", "1"],
            "--validation expects a fraction below 1, a number of folds from 2 to 100, none, or a path, not \"1\""
        ),
        (
            ["train", "pose", "a", "-o", "b", "--validation", "none", "--rejected-share", "0.1"],
            "--rejected-share needs held-out examples, but --validation none holds out none; drop one of the options"
        ),
        (["evaluate"], "evaluate needs a classifier; write tegata evaluate MODEL DATA… [--json]"),
        (["evaluate", "a"], "evaluate needs data; write tegata evaluate MODEL DATA… [--json]"),
    ])
    func explainsWrongUsage(_ words: [String], _ message: String) {
        let result = tegata(words)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(message)\n")
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func skipsAndReportsBrokenImages() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        let gray = Array("P6 32 32 255\n".utf8) + [UInt8](repeating: 90, count: 3 * 32 * 32)
        try withTemporaryFolder { folder in
            for label in ["a", "b", "empty"] {
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent(label), withIntermediateDirectories: true)
            }
            for label in ["a", "b"] {
                try Data(gray).write(to: folder.appendingPathComponent("\(label)/gray.ppm"))
                try Data("no picture".utf8).write(to: folder.appendingPathComponent("\(label)/broken.png"))
            }
            let output = folder.path + "/x.tegata"
            let result = tegata(
                "train", "pose", folder.path, "-o", output, "--model", model, "--no-cache", "--threads", "1")
            #expect(result.status == .inputFailed)
            #expect(result.errors.contains("\(folder.path)/a/broken.png: "))
            #expect(
                result.errors.contains("\(folder.path)/a/gray.ppm: no hand was found, so it is not used for 'a'"))
            #expect(result.errors.contains("\(folder.path)/empty: the class 'empty' contains no readable files"))
            #expect(
                result.errors.contains(
                    "\(folder.path): hands were found for no class, but two classes are needed; add examples that show")
            )
            #expect(!FileManager.default.fileExists(atPath: output))
        }
    }
}
