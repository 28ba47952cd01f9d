import TegataBuffers

/// A `.task` bundle: a zip archive of networks, or of bundles that hold them.
///
///     hand_landmarker.task          hand_detector.tflite, hand_landmarks_detector.tflite
///     hand_gesture_recognizer.task  gesture_embedder.tflite, canned_gesture_classifier.tflite,
///                                   [custom_gesture_classifier.tflite]
///     gesture_recognizer.task       hand_landmarker.task, hand_gesture_recognizer.task
///
/// Members are found by their exact names, in any order. Other members are ignored.
package struct TaskBundle: Sendable {
    /// The published kinds of bundles, recognised by their members.
    package enum Kind: Sendable {
        case handLandmarker
        case gestureClassification
        case gestureRecognizer
    }

    /// The purpose of a network.
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

        /// The inner bundle that contains the member if bundles are nested.
        var innerBundleName: String {
            switch self {
            case .palmDetector, .handLandmarks: TaskBundle.handLandmarkerName
            case .gestureEmbedder, .cannedGestureClassifier, .customGestureClassifier:
                TaskBundle.gestureClassificationName
            }
        }
    }

    /// The name of the inner bundle with the networks that detect hands.
    package static let handLandmarkerName = "hand_landmarker.task"
    /// The name of the inner bundle with the networks for gestures.
    package static let gestureClassificationName = "hand_gesture_recognizer.task"

    /// The file name used in error messages.
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

    /// The kind of this bundle; nil if it is not a known kind.
    package var kind: Kind? {
        if has(.palmDetector), has(.handLandmarks) {
            return has(.gestureEmbedder) ? .gestureRecognizer : .handLandmarker
        }
        return has(.gestureEmbedder) ? .gestureClassification : nil
    }

    /// Returns the archive that contains, or would contain, the network for `role`.
    private func archive(for role: Role) -> ZipArchive {
        if archive.contains(role.memberName) { return archive }
        for (name, archive) in inner where name.utf8.elementsEqual(role.innerBundleName.utf8) {
            return archive
        }
        return archive
    }

    /// Whether the bundle has a network for `role`.
    package func has(_ role: Role) -> Bool {
        archive(for: role).contains(role.memberName)
    }

    /// Returns the network for `role`.
    package func network(_ role: Role) throws(ModelFormatError) -> NetworkFile {
        try Self.network(role.memberName, in: archive(for: role))
    }

    /// Returns the network at `path`: the names of bundles, outermost first, and of the network.
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
    /// The names of the archives around the member, outermost first, and the member's name.
    package let path: [String]
    /// The archive's entry; its offsets are relative to the start of the archive that contains the member.
    package let entry: ZipMember
    let archive: ZipArchive
    /// The offset of the data in the file; nil inside deflated archives.
    package let fileOffset: Int?

    /// Returns the network in this member.
    package func network() throws(ModelFormatError) -> NetworkFile { try archive.network(in: entry) }
}

#if !hasFeature(Embedded)
    // Devices do not list members; they open the ones that they need by name.
    extension TaskBundle {
        /// Returns all members that can be reached by name, including those of inner bundles and files appended to
        /// networks.
        package func allMembers() throws(ModelFormatError) -> [BundleMember] {
            var members: [BundleMember] = []
            try Self.list(archive, path: [], within: archive.bytes, into: &members)
            return members
        }

        /// Returns the bundle with `bytes` in place of the network for `role`. All other members keep their bytes and
        /// order.
        package func replacing(_ role: Role, with bytes: Bytes) throws(ModelFormatError) -> [UInt8] {
            guard !archive.contains(role.memberName), archive.contains(role.innerBundleName) else {
                return try archive.replacing(role.memberName, with: bytes)
            }
            let inner = try archive.archive(in: archive.member(named: role.innerBundleName))
            return try archive.replacing(
                role.innerBundleName, with: Bytes(inner.replacing(role.memberName, with: bytes)))
        }

        /// Lists the members of an archive and of archives inside it. `ZipArchive` limits how deeply archives may be
        /// nested.
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
        /// Returns the archive with `bytes` in place of a member's data. Members are stored without compression.
        fileprivate func replacing(_ name: String, with bytes: Bytes) throws(ModelFormatError) -> [UInt8] {
            let replaced = try member(named: name)
            var writer = ZipWriter()
            let last = lastOfNames
            for (index, member) in members.enumerated() where last[Array(member.name.utf8)] == index {
                let isReplaced = member.headerOffset == replaced.headerOffset
                try writer.append(member.name, isReplaced ? bytes : data(of: member))
            }
            return writer.finish()
        }

        /// For each name, the index of the last member with that name, which is the one that the name refers to.
        var lastOfNames: [[UInt8]: Int] {
            var places: [[UInt8]: Int] = [:]
            for (index, member) in members.enumerated() { places[Array(member.name.utf8)] = index }
            return places
        }
    }
#endif
