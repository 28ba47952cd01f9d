import Foundation
import TegataTrainingData
import Testing

/// Class folders, in the layouts that people use.
@Suite struct FolderReadingTests {
    @Test func readsClassFoldersInTheOrderOfNames() throws {
        try DataFolder.with { folder in
            try folder.touch("rock/10.jpg", "rock/9.JPG", "None/a.png", "call/a.webp", "call/readme.txt", "notes.md")
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.labels == ["None", "call", "rock"])
            #expect(set.background == 0)
            #expect(
                set.summary(in: folder.path)
                    == ["None||None/a.png", "call||call/a.webp", "rock||rock/9.JPG", "rock||rock/10.jpg"])
            #expect(set.notices == [])
        }
    }

    @Test func reportsUnusedOptions() throws {
        try DataFolder.with { folder in
            try folder.touch("a/1.jpg", "b/1.jpg", "names.csv")
            var options = DataSetOptions()
            options.labelsFile = folder.path("names.csv")
            options.background = "c"
            var set = try DataSet.poses(at: [folder.path], options)
            #expect(
                set.unneeded(options).map(\.description) == [
                    "\(folder.path("names.csv")): is not used, because no row or frame needs names from another file",
                    "no example has the background label 'c'",
                ])
            // Evaluation data may need options that the training data does not need.
            var other = set
            other.namesFiles = [folder.path("names.csv")]
            other.background = 0
            #expect(set.unneeded(options, with: other) == [])
            set.background = 1
            #expect(set.unneeded(options).count == 1)
            options.labelsFile = folder.path("others.csv")
            #expect(throws: DataSetError.unreadable(path: folder.path("others.csv"), reason: "no such file")) {
                try DataSet.poses(at: [folder.path], options)
            }
        }
    }

    @Test func descendsIntoSingleFoldersAndUsesInnerOnesAsGroups() throws {
        try DataFolder.with { folder in
            try folder.touch("train/train/A/anna/1.jpg", "train/train/A/ben/1.jpg", "train/train/B/anna/1.jpg")
            let set = try DataSet.poses(at: [folder.path])
            #expect(
                set.summary(in: folder.path) == [
                    "A|anna|train/train/A/anna/1.jpg", "A|ben|train/train/A/ben/1.jpg",
                    "B|anna|train/train/B/anna/1.jpg",
                ])
        }
    }

    @Test func readsEachFolderOfAClassOnce() throws {
        try DataFolder.with { folder in
            try folder.touch("fist/1.jpg", "fist/anna/2.jpg", "fist/ben/3.jpg", "open/4.jpg")
            // Adds circular links, and a link to another class's folder.
            for (link, target) in [("fist/latest", "."), ("fist/anna/back", ".."), ("open/more", "../fist/ben")] {
                try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
            }
            let set = try DataSet.poses(at: [folder.path])
            #expect(
                set.summary(in: folder.path) == [
                    "fist||fist/1.jpg", "fist|anna|fist/anna/2.jpg", "fist|ben|fist/ben/3.jpg", "open||open/4.jpg",
                    "open|more|open/more/3.jpg",
                ])
        }
    }

    /// Otherwise each class would be read once for every path that the links create.
    @Test func readsLinkedDataSetsAndClassesOnce() throws {
        try DataFolder.with { folder in
            try folder.touch("fist/1.jpg", "open/2.jpg")
            for name in ["fist", "open"] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path(name + "/all"), withDestinationPath: "..")
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path(name + "/other"),
                    withDestinationPath: name == "fist" ? "../open" : "../fist")
            }
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.summary(in: folder.path) == ["fist||fist/1.jpg", "open||open/2.jpg"])
        }
        try DataFolder.with { folder in
            try folder.touch("notes.csv")
            for link in ["train", "val", "dev"] {
                try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: ".")
            }
            #expect(throws: DataSetError.self) { try DataSet.poses(at: [folder.path]) }
        }
    }

    @Test func skipsTheTestPart() throws {
        try DataFolder.with { folder in
            try folder.touch("train/A/1.jpg", "train/B/1.jpg", "test/A/2.jpg", "val/B/3.jpg")
            let set = try DataSet.poses(at: [folder.path])
            #expect(
                set.summary(in: folder.path)
                    == ["A||train/A/1.jpg", "B||train/B/1.jpg", "B||val/B/3.jpg"])
            #expect(set.noticeTexts(in: folder.path) == ["test: is not used for training; use it for evaluation"])
        }
    }

    @Test func readsNumberedGesturesInsideFoldersOfPeople() throws {
        try DataFolder.with { folder in
            try folder.touch(
                "leap/00/01_palm/frame_00_01_0001.png", "leap/00/02_l/frame_00_02_0001.png",
                "leap/01/01_palm/frame_01_01_0001.png")
            let set = try DataSet.poses(at: [folder.path])
            #expect(
                set.summary(in: folder.path + "/leap") == [
                    "palm|00|00/01_palm/frame_00_01_0001.png", "l|00|00/02_l/frame_00_02_0001.png",
                    "palm|01|01/01_palm/frame_01_01_0001.png",
                ])
        }
    }

    @Test func reportsEmptyClassesAndStrayFiles() throws {
        try DataFolder.with { folder in
            try folder.touch("rock/1.jpg", "call/1.jpg", "five/notes.txt", "stray.jpg")
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.labels == ["call", "rock"])
            #expect(
                set.noticeTexts(in: folder.path).sorted() == [
                    folder.path + ": 1 file is next to the class folders and is skipped; put it into a class folder",
                    "five: the class 'five' contains no readable files and is skipped;"
                        + " add files or remove the folder",
                ])
        }
    }

    @Test func skipsFoldersWithNamesThatAreNotUTF8() throws {
        try DataFolder.with { folder in
            try folder.touch("rock/1.jpg", "call/1.jpg")
            let bytes: [CChar] = Array(folder.path.utf8CString.dropLast()) + [0x2F, 0x61, CChar(bitPattern: 0xFF), 0]
            guard mkdir(bytes, 0o777) == 0 else { return }
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.labels == ["call", "rock"])
            #expect(
                set.noticeTexts(in: folder.path) == ["a\u{FFFD}: the name is not UTF-8, so it is skipped; rename it"])
        }
    }

    @Test func rejectsFoldersWithoutClasses() throws {
        try DataFolder.with { folder in
            #expect(throws: DataSetError.noClasses(path: folder.path, kind: .poses)) {
                try DataSet.poses(at: [folder.path])
            }
            try folder.touch("a.jpg", "b.jpg", "c.jpg")
            #expect(throws: DataSetError.noClasses(path: folder.path, kind: .poses)) {
                try DataSet.poses(at: [folder.path])
            }
            try folder.touch("one/1.jpg")
            #expect(throws: DataSetError.oneLabel("one", paths: [folder.path])) {
                try DataSet.poses(at: [folder.path])
            }
            #expect(throws: DataSetError.unreadable(path: folder.path + "/no", reason: "no such file")) {
                try DataSet.poses(at: [folder.path + "/no"])
            }
        }
    }

    @Test func readsLabelsFromFileNames() throws {
        try DataFolder.with { folder in
            try folder.touch("Peace.3.png", "Peace.4.png", "Rock.1.jpg")
            let set = try DataSet.labeledFiles(at: folder.path, kind: .poses)
            #expect(
                set.summary(in: folder.path)
                    == ["Peace||Peace.3.png", "Peace||Peace.4.png", "Rock||Rock.1.jpg"])
            #expect(try DataSet.poses(at: [folder.path]).items == set.items)
        }
        try DataFolder.with { folder in
            try folder.touch("call_172ba7f6.jpg", "call_0.jpg", "none_1.jpg")
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.counts == [2, 1])
            #expect(set.background == 1)
            // If the caller says that names contain labels, only the full stop separates them.
            #expect(try DataSet.labeledFiles(at: folder.path, kind: .poses).labels.count == 3)
        }
    }

    @Test func readsVideosAndFrameFoldersAsClips() throws {
        try DataFolder.with { folder in
            try folder.touch("wave/1.mp4", "wave/clip2/00001.jpg", "wave/clip2/00002.jpg", "stop/anna/1.mov")
            var options = DataSetOptions()
            options.frameRate = 12
            let set = try DataSet.actions(at: [folder.path], options)
            #expect(
                set.summary(in: folder.path)
                    == ["stop|anna|stop/anna/1.mov", "wave||wave/1.mp4", "wave||wave/clip2"])
            #expect(
                set.items[2].content
                    == .clip(ClipItem(path: folder.path("wave/clip2"), frameRate: 12)))
        }
    }

    @Test func readsClassesInsideFoldersOfPeople() throws {
        try DataFolder.with { folder in
            try folder.touch("anna/call/1.jpg", "anna/none/1.jpg", "bert/call/1.jpg", "bert/none/1.jpg")
            let set = try DataSet.poses(at: [folder.path])
            #expect(
                set.summary(in: folder.path) == [
                    "call|anna|anna/call/1.jpg", "none|anna|anna/none/1.jpg", "call|bert|bert/call/1.jpg",
                    "none|bert|bert/none/1.jpg",
                ])
            #expect(
                set.noticeTexts(in: folder.path) == [
                    folder.path + ": the inner folders ('call', 'none') are treated as the classes, and the outer ones"
                        + " as people or sessions"
                ])
        }
    }

    @Test func readsImagesOfAClassAsOneClip() throws {
        try DataFolder.with { folder in
            try folder.touch("wave/1.jpg", "wave/2.jpg", "stop/1.mp4")
            let set = try DataSet.actions(at: [folder.path])
            #expect(set.summary(in: folder.path) == ["stop||stop/1.mp4", "wave||wave"])
            #expect(
                set.noticeTexts(in: folder.path) == [
                    "wave: 2 images are read as the frames of one clip; put the images of each clip into its own folder"
                ])
        }
    }

    @Test func splitsNamesOnlyAtHyphensBeforeNumbers() throws {
        try DataFolder.with { folder in
            try folder.touch("call-1.jpg", "call-2.jpg", "thumbs-up-1.jpg")
            #expect(try DataSet.poses(at: [folder.path]).labels == ["call", "thumbs-up"])
        }
    }

    @Test func skipsVideosForPoses() throws {
        try DataFolder.with { folder in
            try folder.touch("a/1.jpg", "b/1.jpg", "b/2.mp4")
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.counts == [1, 1])
            #expect(set.noticeTexts(in: folder.path) == ["b: 1 video skipped, because poses are trained from images"])
        }
    }
}
