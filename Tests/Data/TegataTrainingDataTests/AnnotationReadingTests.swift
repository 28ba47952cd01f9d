import TegataTrainingData
import Testing

/// Tables of labelled images and clips.
@Suite struct AnnotationReadingTests {
    @Test func readsNamedColumns() throws {
        try DataFolder.with { folder in
            try folder.touch("media/1.jpg", "media/2.jpg")
            let file = try folder.write("a.csv", "foto;klasse;wer\n1.jpg;rock;anna\n2.jpg;call;\n3.jpg;call;ben\n")
            var options = DataSetOptions()
            options.columns = AnnotationColumns(media: "foto", label: "klasse", group: "wer")
            let set = try DataSet.annotated(
                folder: folder.path("media"), annotationFile: file, kind: .poses, options)
            #expect(set.summary(in: folder.path) == ["rock|anna|media/1.jpg", "call||media/2.jpg"])
            #expect(set.notices == [.mediaMissing(DataPlace(file: file, row: 4), path: "3.jpg")])
            #expect(
                set.noticeTexts(in: folder.path)
                    == ["a.csv: row 4: the file '3.jpg' does not exist, so the row is skipped; correct the path"])
            options.columns.label = "label"
            #expect(throws: DataSetError.columnMissing(file: file, column: "label", found: ["foto", "klasse", "wer"])) {
                try DataSet.annotated(folder: folder.path, annotationFile: file, kind: .poses, options)
            }
        }
    }

    @Test func readsTablesWithCustomColumnNames() throws {
        try DataFolder.with { folder in
            try folder.touch("1.jpg", "2.jpg")
            let file = try folder.write("a.csv", "bild,art\n1.jpg,rock\n2.jpg\n2.jpg,call,more\n")
            var options = DataSetOptions()
            options.columns = AnnotationColumns(media: "bild", label: "art")
            let set = try DataSet.poses(at: [file], options)
            #expect(set.summary(in: folder.path) == ["rock||1.jpg", "call||2.jpg"])
            #expect(set.notices == [.rowSkipped(DataPlace(file: file, row: 3), why: "the label is empty")])
        }
    }

    /// Composed and decomposed accents are equal as text, but they name two different files.
    @Test func comparesFileNamesByBytes() throws {
        let (whole, parts) = ("\u{e9}.png", "e\u{301}.png")
        try DataFolder.with { folder in
            try folder.touch("a/" + parts, "b/" + whole)
            try folder.write("labels.csv", "image,label\n\(whole),rock\n\(parts),call\n")
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.notices == [])
            let paths = set.items.map { item in
                if case .picture(let picture) = item.content { return Array(picture.path.utf8) }
                return []
            }
            #expect(paths == ["/b/" + whole, "/a/" + parts].map { Array((folder.path + $0).utf8) })
        }
        try DataFolder.with { folder in
            try folder.touch("a/" + parts)
            try folder.write("labels.csv", "image,label\n\(whole),rock\n\(parts),call\n")
            #expect(try DataSet.poses(at: [folder.path]).items.count == 2)
        }
    }

    @Test func findsATableInAFolder() throws {
        try DataFolder.with { folder in
            try folder.touch("pictures/1.jpg", "pictures/2.png")
            try folder.write("labels.json", #"[{"image": "1.jpg", "label": "a"}, {"image": "2.png", "label": 7}]"#)
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.summary(in: folder.path) == ["a||pictures/1.jpg", "7||pictures/2.png"])
        }
    }

    @Test func readsTimesInSecondsAndFrames() throws {
        try DataFolder.with { folder in
            try folder.touch("1.mp4")
            let seconds = try folder.write(
                "s.csv",
                "video,label,start,end\n1.mp4,a,0.5,1:02.5\n1.mp4,b,,3\n1.mp4,b,5,4\n1.mp4,b,x,4\n1.mp4,b,-1,4\n")
            let set = try DataSet.annotated(folder: folder.path, annotationFile: seconds, kind: .actions)
            #expect(
                set.items.map(\.content) == [
                    .clip(ClipItem(path: folder.path("1.mp4"), start: .seconds(0.5), end: .seconds(62.5))),
                    .clip(ClipItem(path: folder.path("1.mp4"), end: .seconds(3))),
                ])
            #expect(
                set.notices == [
                    .rowSkipped(DataPlace(file: seconds, row: 4), why: "it ends at 4.0 s but begins at 5.0 s"),
                    .rowSkipped(DataPlace(file: seconds, row: 5), why: "'x' is not a time in a video"),
                    .rowSkipped(DataPlace(file: seconds, row: 6), why: "'-1' is not a time in a video"),
                ])
            let frames = try folder.write(
                "f.csv", "video,label,start_frame,end_frame\n1.mp4,a,10,19\n1.mp4,b,20,29\n")
            #expect(
                try DataSet.annotated(folder: folder.path, annotationFile: frames, kind: .actions).items[0].content
                    == .clip(ClipItem(path: folder.path("1.mp4"), start: .frame(10), end: .frame(20))))
        }
    }

    @Test func readsJesterTablesAndFrameFolders() throws {
        try DataFolder.with { folder in
            try folder.touch("20bn/1/00001.jpg", "20bn/1/00002.jpg", "20bn/34/00001.jpg")
            let file = try folder.write("train.csv", "34;Swiping Left\n1;No gesture\n9;Swiping Left\n")
            let set = try DataSet.actions(at: [folder.path])
            #expect(set.summary(in: folder.path) == ["Swiping Left||20bn/34", "No gesture||20bn/1"])
            #expect(
                set.items[0].content == .clip(ClipItem(path: folder.path("20bn/34"), frameRate: 12)))
            #expect(set.notices == [.mediaMissing(DataPlace(file: file, row: 3), path: "9")])
        }
    }

    @Test func reportsAmbiguousColumns() throws {
        try DataFolder.with { folder in
            let file = try folder.write("a.csv", "foto,label\n1.jpg,x\n")
            #expect(throws: DataSetError.columnUnnamed(file: file, role: "file", found: ["foto", "label"])) {
                try DataSet.poses(at: [file])
            }
            let json = try folder.write("a.json", "3")
            #expect(throws: DataSetError.self) { try DataSet.poses(at: [json]) }
        }
    }

    @Test func skipsRowsWithUnusableFilesOrLabels() throws {
        try DataFolder.with { folder in
            try folder.touch("1.jpg", "2.jpg", "3.mp4")
            let file = try folder.write("t.csv", "file,label\n1.jpg,a\n3.mp4,a\n,b\n2.jpg, \n2.jpg,b\n")
            let set = try DataSet.poses(at: [file])
            #expect(set.summary(in: folder.path) == ["a||1.jpg", "b||2.jpg"])
            #expect(
                set.notices == [
                    .rowSkipped(DataPlace(file: file, row: 3), why: "'\(folder.path("3.mp4"))' is not an image"),
                    .rowSkipped(DataPlace(file: file, row: 4), why: "the file name is missing"),
                    .rowSkipped(DataPlace(file: file, row: 5), why: "the label is empty"),
                ])
        }
    }
}
