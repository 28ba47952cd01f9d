import Foundation

/// A stand-in for what gives media to a session; here always an ``AVCaptureDeviceInput``.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    /// A stream of one kind of media that an input gives.
    open class Port: NSObject, @unchecked Sendable {
        /// What the stream consists of.
        public let mediaType: AVMediaType
        private weak var owner: AVCaptureInput?

        init(_ mediaType: AVMediaType, of owner: AVCaptureInput) {
            self.mediaType = mediaType
            self.owner = owner
        }

        /// The input that has this port. Nothing can be done with a port whose input has ended.
        open var input: AVCaptureInput {
            guard let owner else { preconditionFailure("the input of this port has ended; keep the input") }
            return owner
        }
    }

    /// The streams that the input gives.
    open var ports: [Port] { [] }

    override init() {
        super.init()
    }
}
