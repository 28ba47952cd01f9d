import Foundation
import Synchronization

/// A stand-in for what gets the frames of a session; here always an ``AVCaptureVideoDataOutput``.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    private let session = Mutex<WeakSession>(WeakSession())

    private struct WeakSession {
        weak var session: AVCaptureSession?
    }

    override init() {
        super.init()
    }

    /// The session that the output has been added to.
    var owner: AVCaptureSession? {
        get { session.withLock { $0.session } }
        set { session.withLock { $0.session = newValue } }
    }

    /// How the output is connected to the inputs of its session.
    open var connections: [AVCaptureConnection] { owner?.connections.filter { $0.output === self } ?? [] }

    /// The first connection that brings media of this kind; nil before the output and an input are in one session.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
    }
}
