/// A stand-in for what is written into a model's file about it.
public struct MLModelMetadata: Hashable, Sendable {
    /// Who made the model; the user's full name by default.
    public var author: String
    /// What the model does.
    public var shortDescription: String
    /// Under which terms it may be used.
    public var license: String?
    /// The version of the model.
    public var version: String
    /// What else there is to say, by name.
    public var additional: [String: String]?

    /// Describes a model.
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
