import TegataBuffers

/// A `.task` bundle: a zip archive of networks, or of bundles that hold them.
///
///     hand_landmarker.task          hand_detector.tflite, hand_landmarks_detector.tflite
///     hand_gesture_recognizer.task  gesture_embedder.tflite, canned_gesture_classifier.tflite,
///                                   [custom_gesture_classifier.tflite]
///     gesture_recognizer.task       hand_landmarker.task, hand_gesture_recognizer.task
///
/// Members are found by their exact names in any order; whatever else is in the archive is ignored.
package struct TaskBundle: Sendable {
    /// The bundles that are published, told apart by their members.
    package enum Kind: Sendable {
        case handLandmarker
        case gestureClassification
        case gestureRecognizer
    }

    /// What a network is for.
    package enum Role: Sendable, CaseIterable {
        case palmDetector, handLandmarks
        case gestureEmbedder, cannedGestureClassifier, customGestureClassifier

        /// The name of the member.
        package var memberName: String {
            switch self {
            case .palmDetector: "hand_detector.tflite"
            case .handLandmarks: "hand_landmarks_detector.tflite"
            case .gestureEmbedder: "gesture_embedder.tflite"
            case .cannedGestureClassifier: "canned_gesture_classifier.tflite"
            case .customGestureClassifier: "custom_gesture_classifier.tflite"
            }
        }

        /// The bundle that has the member where bundles are nested.
        var innerBundleName: String {
            switch self {
            case .palmDetector, .handLandmarks: TaskBundle.handLandmarkerName
            case .gestureEmbedder, .cannedGestureClassifier, .customGestureClassifier:
                TaskBundle.gestureClassificationName
            }
        }
    }

    /// The name of the inner bundle with the networks that find hands.
    package static let handLandmarkerName = "hand_landmarker.task"
    /// The name of the inner bundle with the networks for gestures.
    package static let gestureClassificationName = "hand_gesture_recognizer.task"

    /// The name of the file for errors.
    package let file: String
    package let archive: ZipArchive
    /// The bundles inside, by name.
    private let inner: [(name: String, archive: ZipArchive)]

    /// Opens the bundle in `bytes`, which are used in place.
    package init(bytes: Bytes, file: String) throws(ModelFormatError) {
        guard !FileKind.isNetwork(bytes) else { throw ModelFormatError(file: file, problem: .bundleExpected) }
        let archive = try ZipArchive(bytes: bytes, file: file)
        var inner: [(name: String, archive: ZipArchive)] = []
        for name in [Self.handLandmarkerName, Self.gestureClassificationName] where archive.contains(name) {
            inner.append((name, try archive.archive(in: archive.member(named: name))))
        }
        self.file = file
        self.archive = archive
        self.inner = inner
    }

    /// What kind of bundle this is, nil for none that is known.
    package var kind: Kind? {
        if has(.palmDetector), has(.handLandmarks) {
            return has(.gestureEmbedder) ? .gestureRecognizer : .handLandmarker
        }
        return has(.gestureEmbedder) ? .gestureClassification : nil
    }

    /// The archive that has, or would have, the network for `role`.
    private func archive(for role: Role) -> ZipArchive {
        if archive.contains(role.memberName) { return archive }
        for (name, archive) in inner where name.utf8.elementsEqual(role.innerBundleName.utf8) {
            return archive
        }
        return archive
    }

    /// Whether there is a network for `role`.
    package func has(_ role: Role) -> Bool {
        archive(for: role).contains(role.memberName)
    }

    /// The network for `role`.
    package func network(_ role: Role) throws(ModelFormatError) -> NetworkFile {
        try Self.network(role.memberName, in: archive(for: role))
    }

    /// The network at `path`: the names of bundles, outermost first, and of the network.
    package func network(at path: [String]) throws(ModelFormatError) -> NetworkFile {
        var archive = archive
        for name in path.dropLast() {
            archive = try archive.archive(in: archive.member(named: name))
        }
        return try Self.network(path.last ?? "", in: archive)
    }

    private static func network(_ name: String, in archive: ZipArchive) throws(ModelFormatError) -> NetworkFile {
        try archive.network(in: archive.member(named: name))
    }
}

/// A member of a bundle or of an archive inside it.
package struct BundleMember: Sendable {
    /// The names of the archives around the member, outermost first, and its own.
    package let path: [String]
    /// The archive's entry; its offsets count from the start of the archive that has the member.
    package let entry: ZipMember
    let archive: ZipArchive
    /// Where the data is in the file; nil inside deflated archives.
    package let fileOffset: Int?

    /// The network that the member is.
    package func network() throws(ModelFormatError) -> NetworkFile { try archive.network(in: entry) }
}

#if !hasFeature(Embedded)
    // Devices take what they need by its name.
    extension TaskBundle {
        /// All members that names lead to, those of inner bundles and the files appended to networks included.
        package func allMembers() throws(ModelFormatError) -> [BundleMember] {
            var members: [BundleMember] = []
            try Self.list(archive, path: [], within: archive.bytes, into: &members)
            return members
        }

        /// Archives are nested a few levels at most, which `ZipArchive` sees to.
        private static func list(
            _ archive: ZipArchive, path: [String], within file: Bytes, into members: inout [BundleMember]
        ) throws(ModelFormatError) {
            let isInPlace = archive.bytes.storage === file.storage
            let named = archive.lastOfNames
            for (index, member) in archive.members.enumerated()
            where !member.isFolder && named[Array(member.name.utf8)] == index {
                let start = archive.bytes.range.lowerBound - file.range.lowerBound
                members.append(
                    BundleMember(
                        path: path + [member.name], entry: member, archive: archive,
                        fileOffset: isInPlace ? start + member.dataOffset : nil))
                guard member.name.hasSuffix(".task") || member.name.hasSuffix(".tflite"),
                    try archive.holdsArchive(member)
                else { continue }
                try list(archive.archive(in: member), path: path + [member.name], within: file, into: &members)
            }
        }
    }

    extension ZipArchive {
        /// Where the last member of each name is: the one that the name leads to.
        var lastOfNames: [[UInt8]: Int] {
            var places: [[UInt8]: Int] = [:]
            for (index, member) in members.enumerated() { places[Array(member.name.utf8)] = index }
            return places
        }
    }
#endif
