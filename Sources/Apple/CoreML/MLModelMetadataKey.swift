/// A stand-in for the names of what Core ML's models say about themselves.
public struct MLModelMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The name in Core ML.
    public var rawValue: String

    /// Makes a key of its name in Core ML.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What the model does; a `String`.
    public static let description = MLModelMetadataKey(rawValue: "MLModelDescriptionKey")
    /// The version of the model; a `String`.
    public static let versionString = MLModelMetadataKey(rawValue: "MLModelVersionStringKey")
    /// Who made the model; a `String`.
    public static let author = MLModelMetadataKey(rawValue: "MLModelAuthorKey")
    /// The licence of the model; a `String`.
    public static let license = MLModelMetadataKey(rawValue: "MLModelLicenseKey")
    /// What else its maker has noted; a dictionary of type `[String: String]`.
    public static let creatorDefinedKey = MLModelMetadataKey(rawValue: "MLModelCreatorDefinedKey")
}
