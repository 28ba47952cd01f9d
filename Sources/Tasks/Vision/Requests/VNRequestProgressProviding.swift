import Foundation

/// Is called while a request goes on: with the request, how much of it is done, and why it failed.
public typealias VNRequestProgressHandler = (VNRequest, Double, (any Error)?) -> Void

/// What requests have that tell how far they are. That of hands does not.
public protocol VNRequestProgressProviding: NSObjectProtocol {
    /// Is called while the request goes on.
    var progressHandler: VNRequestProgressHandler { get set }
    /// Whether nobody can say how much is left.
    var indeterminate: Bool { get }
}
