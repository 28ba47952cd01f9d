import TegataSystem

extension DataSetReader {
    /// The maximum number of directories to descend through if each contains only one directory.
    private static let mostSingleFolders = 8

    /// Adds a directory in any supported layout.
    mutating func addFolder(_ path: String) throws(DataSetError) {
        let contents = try descended(path)
        guard note(contents.path) else {
            builder.notices.append(.other("\(path): this folder has already been read, so it is skipped"))
            return
        }
        if let tables = try annotationFiles(in: contents), !tables.isEmpty {
            for table in tables { try addDataFile(table.path, table.form, label: options.label) }
            return
        }
        if try addParts(contents) { return }
        if contents.folders.isEmpty {
            if contents.mediaCount(for: kind) > 0 {
                try addLabeledFiles(contents, separators: [".", "_", "-"], isGuess: true)
            } else {
                try addDataFiles(in: contents, label: options.label)
            }
        } else {
            try addClassFolders(contents)
        }
    }

    /// Adds a directory with one directory per class, even if it resembles another layout.
    mutating func addLabeledDirectories(at path: String) throws(DataSetError) {
        guard FileTree.isFolder(path) else { throw .unreadable(path: path, reason: "no such folder") }
        let contents = try descended(path)
        guard !contents.folders.isEmpty else { throw .noClasses(path: path, kind: kind) }
        try addClassFolders(contents)
    }

    /// Adds a directory of files whose names start with the label.
    mutating func addLabeledFiles(at path: String, separators: Set<Character>) throws(DataSetError) {
        guard FileTree.isFolder(path) else { throw .unreadable(path: path, reason: "no such folder") }
        try addLabeledFiles(try FolderContents(path, for: kind), separators: separators, isGuess: false)
    }

    /// Returns the contents of the directory, or of the only directory in it that leads to more.
    private func descended(_ path: String) throws(DataSetError) -> FolderContents {
        var contents = try FolderContents(path, for: kind)
        for _ in 0..<Self.mostSingleFolders {
            guard contents.folders.count == 1, contents.files.isEmpty else { break }
            let inner = try FolderContents(contents.path(of: contents.folders[0]), for: kind)
            // Keep a single class directory, so that the message about it can name the class.
            guard !inner.folders.isEmpty || inner.files.contains(where: { !$0.form.isMedia(of: kind) }) else { break }
            contents = inner
        }
        return contents
    }

    // MARK: Parts

    private static let trainingParts: Set<String> = [
        "train", "training", "trainset", "val", "valid", "validation", "dev",
    ]
    private static let testParts: Set<String> = ["test", "testing", "testset"]

    /// Adds all parts except the test part if every directory is a training, validation or test part; otherwise returns
    /// false.
    private mutating func addParts(_ contents: FolderContents) throws(DataSetError) -> Bool {
        let names = contents.folders.map { $0.lowercased() }
        guard !names.isEmpty, contents.mediaCount(for: kind) == 0,
            names.allSatisfy({ Self.trainingParts.contains($0) || Self.testParts.contains($0) }),
            names.contains(where: { Self.trainingParts.contains($0) })
        else { return false }
        for (folder, name) in zip(contents.folders, names) {
            let path = contents.path(of: folder)
            if Self.testParts.contains(name) {
                builder.notices.append(.other("\(path): is not used for training; use it for evaluation"))
            } else {
                try addFolder(path)
            }
        }
        return true
    }

    // MARK: Classes

    private mutating func addClassFolders(_ contents: FolderContents) throws(DataSetError) {
        for folder in [contents.path] + contents.folders.map(contents.path) { _ = note(folder) }
        noteUnreadableNames(of: contents)
        let outside = contents.mediaCount(for: kind)
        if outside > 0 {
            builder.notices.append(
                .other(
                    "\(contents.path): \(outside) file\(outside == 1 ? " is" : "s are") next to the class folders and"
                        + " \(outside == 1 ? "is" : "are") skipped; put \(outside == 1 ? "it" : "them") into a class"
                        + " folder"))
        }
        if try addPersonFolders(contents) { return }
        if try addGroupFolders(contents) { return }
        for folder in contents.folders {
            try addClass(contents.path(of: folder), label: folder, group: nil, depth: 0)
        }
    }

    /// Adds LeapGestRecog: one directory per person, 00 to 09, each with one per gesture, such as `01_palm`; returns
    /// false for other layouts.
    private mutating func addPersonFolders(_ contents: FolderContents) throws(DataSetError) -> Bool {
        guard contents.folders.allSatisfy({ Int($0) != nil && $0.count == 2 }) else { return false }
        var people: [(name: String, contents: FolderContents)] = []
        for folder in contents.folders {
            let inner = try FolderContents(contents.path(of: folder), for: kind)
            guard !inner.folders.isEmpty, inner.folders.allSatisfy({ Self.numberedLabel($0) != nil }) else {
                return false
            }
            people.append((folder, inner))
        }
        for person in people {
            noteUnreadableNames(of: person.contents)
            for folder in person.contents.folders {
                let label = Self.numberedLabel(folder) ?? folder
                try addClass(person.contents.path(of: folder), label: label, group: person.name, depth: 1)
            }
        }
        return true
    }

    /// Adds directories of people or sessions that all contain the same classes; returns false for other layouts.
    ///
    /// Only the name of the background class can show which level holds the classes. A notice reports the assumption.
    private mutating func addGroupFolders(_ contents: FolderContents) throws(DataSetError) -> Bool {
        guard contents.folders.count > 1 else { return false }
        var groups: [(name: String, contents: FolderContents)] = []
        for folder in contents.folders {
            guard let inner = try? FolderContents(contents.path(of: folder), for: kind) else { return false }
            groups.append((folder, inner))
        }
        let classes = groups[0].contents.folders
        guard classes.count > 1, groups.allSatisfy({ $0.contents.folders == classes && $0.contents.files.isEmpty })
        else { return false }
        // Frame directories of clips often have the same numbers.
        if kind == .actions, try isFrameFolder(groups[0].contents.path(of: classes[0])) { return false }
        func isBackground(_ name: String) -> Bool {
            options.background.map { $0 == name } ?? BackgroundLabel.isBackground(name)
        }
        if contents.folders.contains(where: isBackground) { return false }
        let names = classes.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        guard classes.contains(where: isBackground) else {
            builder.notices.append(
                .other(
                    "\(contents.path): all class folders contain the same folders (\(names)), which are treated as"
                        + " people or sessions; if they are the classes, move them to the outer level"))
            return false
        }
        builder.notices.append(
            .other(
                "\(contents.path): the inner folders (\(names)) are treated as the classes, and the outer ones as"
                    + " people or sessions"))
        for group in groups {
            noteUnreadableNames(of: group.contents)
            for label in classes {
                try addClass(group.contents.path(of: label), label: label, group: group.name, depth: 1)
            }
        }
        return true
    }

    /// Returns the text after the number in `01_palm`; nil if there is no such number.
    private static func numberedLabel(_ folder: String) -> String? {
        guard let line = folder.firstIndex(of: "_"), line != folder.startIndex,
            folder[..<line].allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        let label = folder[folder.index(after: line)...]
        return label.isEmpty ? nil : String(label)
    }

    /// Adds the contents of a class directory; its subdirectories become groups.
    private mutating func addClass(
        _ path: String, label: String, group: String?, depth: Int
    ) throws(DataSetError) {
        var read = Set([FileTree.Identity(path)].compactMap { $0 })
        let count = try addClass(path, label: label, group: group, depth: depth, except: &read)
        if count == 0 { builder.notices.append(.emptyClass(label: label, path: path)) }
    }

    /// Adds the contents, except directories in `read`, and returns the number of items added.
    private mutating func addClass(
        _ path: String, label: String, group: String?, depth: Int, except read: inout Set<FileTree.Identity>
    ) throws(DataSetError) -> Int {
        let contents: FolderContents
        do throws(DataSetError) { contents = try FolderContents(path, for: kind) } catch {
            builder.notices.append(.unreadable(path: path, why: error.description))
            return 0
        }
        noteUnreadableNames(of: contents)
        var count = 0
        var others = 0
        for (name, form) in contents.files {
            if form.isMedia(of: kind) {
                addMedia(contents.path(of: name), form, label: label, group: group)
                count += 1
            } else if form == .json || form == .array || form == .table && !Self.isLabelFile(name) {
                let path = contents.path(of: name)
                do throws(DataSetError) {
                    if form != .table {
                        try addDataFile(path, form, label: label)
                    } else if try !addPoints(ofTable: path, label: label) {
                        builder.notices.append(.fileSkipped(path: path, why: "is not a table of points"))
                        continue
                    }
                    count += 1
                } catch {
                    builder.notices.append(.fileSkipped(path: path, why: error.description))
                }
            } else if form == .video {
                others += 1
            }
        }
        for folder in contents.folders where depth < 4 {
            let inner = contents.path(of: folder)
            // Links may form a cycle or lead to other classes.
            if let identity = FileTree.Identity(inner), isKnown(identity) || !read.insert(identity).inserted {
                continue
            }
            if kind == .actions, try isFrameFolder(inner) {
                let clip = ClipItem(path: inner, frameRate: options.frameRate)
                builder.add(.clip(clip), label: label, group: group, place: DataPlace(file: inner))
                count += 1
            } else {
                count += try addClass(
                    inner, label: label, group: group ?? folder, depth: depth + 1, except: &read)
            }
        }
        if others > 0, kind == .poses {
            builder.notices.append(
                .other(
                    "\(path): \(others) video\(others == 1 ? "" : "s") skipped, because poses are trained from images"))
        }
        // Images directly in a class directory are the frames of one clip.
        if kind == .actions, count == 0, contents.files.contains(where: { $0.form == .picture }), depth == 0 {
            let clip = ClipItem(path: path, frameRate: options.frameRate)
            builder.add(.clip(clip), label: label, group: group, place: DataPlace(file: path))
            let frames = contents.paths(of: .picture).count
            builder.notices.append(
                .other(
                    "\(path): \(frames) image\(frames == 1 ? " is" : "s are") read as the frames of one clip; put"
                        + " the images of each clip into its own folder"))
            count += 1
        }
        return count
    }

    /// Whether a directory contains images but no videos or directories, and is therefore a clip of frames.
    func isFrameFolder(_ path: String) throws(DataSetError) -> Bool {
        let contents = try FolderContents(path, for: kind)
        return contents.folders.isEmpty && contents.files.contains { $0.form == .picture }
            && !contents.files.contains { $0.form == .video }
    }

    private mutating func noteUnreadableNames(of contents: FolderContents) {
        for name in contents.unreadableNames { builder.notices.append(.labelNotText(path: contents.path(of: name))) }
    }

    // MARK: Files

    /// Adds files whose names start with the label. With `isGuess`, throws if every file would be a separate class.
    private mutating func addLabeledFiles(
        _ contents: FolderContents, separators: Set<Character>, isGuess: Bool
    ) throws(DataSetError) {
        let media = contents.files.filter { $0.form.isMedia(of: kind) }
        let labels = media.map { options.label ?? Self.label(ofFile: $0.name, separators: separators) }
        guard !media.isEmpty, !isGuess || options.label != nil || media.count < 3 || Set(labels).count < media.count
        else {
            throw .noClasses(path: contents.path, kind: kind)
        }
        for ((name, form), label) in zip(media, labels) {
            addMedia(contents.path(of: name), form, label: label, group: nil)
        }
        noteUnreadableNames(of: contents)
    }

    /// Adds files of points; points without a label take the file name as their label.
    private mutating func addDataFiles(in contents: FolderContents, label: String?) throws(DataSetError) {
        let files = contents.files.filter { $0.form != .picture && $0.form != .video }
        guard !files.isEmpty else { throw .noClasses(path: contents.path, kind: kind) }
        noteUnreadableNames(of: contents)
        for (name, form) in files where !Self.isLabelFile(name) {
            let path = contents.path(of: name)
            do throws(DataSetError) { try addDataFile(path, form, label: label) } catch {
                builder.notices.append(.fileSkipped(path: path, why: error.description))
            }
        }
    }
}
