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
