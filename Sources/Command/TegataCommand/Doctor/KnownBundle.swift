import TegataBuffers

/// A bundle whose content is known by its hash: those of `Models/manifest.json`, which a test compares.
package struct KnownBundle: Sendable {
    package let name: String
    /// Its SHA-256.
    package let hash: String
    package let description: String

    package static let all = [
        KnownBundle(
            name: "hand_landmarker.task",
            hash: "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1",
            description: "Google's hand landmarker, version 1"),
        KnownBundle(
            name: "hand_landmarker_lite.task",
            hash: "df5423e259ebe3aa5a9ff26c12447a660ea6478357e0532ccd61bc2f22f9d98e",
            description: "Google's lite networks in one bundle"),
        KnownBundle(
            name: "gesture_recognizer.task",
            hash: "97952348cf6a6a4915c2ea1496b4b37ebabc50cbbf80571435643c455f2b0482",
            description: "Google's gesture recogniser, version 1"),
        KnownBundle(
            name: "gesture_recognizer.task",
            hash: "be0bd11218f07edef5d6c1220886ad33356b80a19f055bf718279daedaaa6010",
            description: "Google's gesture recogniser, version 1, put together from its parts"),
        KnownBundle(
            name: "gesture_recognizer_custom.task",
            hash: "3c3ea5edfe199d7da7143aed7ead8c4c8ef5bf8bd840c5a1676043fe2a32454e",
            description: "a Model Maker export with a classifier of its own"),
    ]

    /// The one with these bytes.
    static func with(_ bytes: Bytes) -> KnownBundle? {
        let hash = sha256(bytes)
        return all.first { $0.hash == hash }
    }

    /// Where Google publishes the bundle called `name`.
    static func address(of name: String) -> String {
        let folder = name.hasSuffix(".task") ? String(name.dropLast(5)) : name
        return "https://storage.googleapis.com/mediapipe-models/\(folder)/\(folder)/float16/1/\(name)"
    }
}
