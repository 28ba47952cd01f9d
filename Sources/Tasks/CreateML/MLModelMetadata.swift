/// Information about a model, written to its file.
public struct MLModelMetadata: Hashable, Sendable {
    /// The author of the model; the user's full name by default.
    public var author: String
    /// A description of the model.
    public var shortDescription: String
    /// The licence of the model.
    public var license: String?
    /// The version of the model.
    public var version: String
    /// Additional information, by name.
    public var additional: [String: String]?

    /// Creates metadata.
    public init(
        author: String = NSFullUserName(), shortDescription: String = "A model trained with the CreateML module",
        license: String? = nil, version: String = "1", additional: [String: String]? = nil
    ) {
        self.author = author
        self.shortDescription = shortDescription
        self.license = license
        self.version = version
        self.additional = additional
    }
}
