import Foundation

/// The revision of what does not come from a revision of a request.
public let VNRequestRevisionUnspecified = 0

/// What knows which revision of a request it comes from.
public protocol VNRequestRevisionProviding {
    /// The revision of the request that made it.
    var requestRevision: Int { get }
}
