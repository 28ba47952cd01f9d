import CoreMedia
import CoreVideo
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

        /// What the pictures of the stream are like: those that the session has had, or else those that it asks for,
        /// in the pixel format that outputs have unless they ask for another; nil while the input is in no session.
        open var formatDescription: CMFormatDescription? {
            guard let size = owner?.session?.pictureSize else { return nil }
            return CMFormatDescription(
                width: Int(size.width), height: Int(size.height),
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        }
    }

    private let lock = NSLock()
    private weak var lockedSession: AVCaptureSession?

    /// The session that has the input.
    var session: AVCaptureSession? {
        get { lock.withLock { lockedSession } }
        set { lock.withLock { lockedSession = newValue } }
    }

    /// The streams that the input gives.
    open var ports: [Port] { [] }

    override init() {
        super.init()
    }
}

/// A stand-in for the input that gives the frames of a device to a session.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// Where the frames come from.
    public let device: AVCaptureDevice
    private var videoPort: Port?

    /// The frames of `device`; throws an ``AVError`` where the camera or file is not there. Nothing is opened before
    /// the session runs.
    public init(device: AVCaptureDevice) throws {
        try device.source.checkExistence()
        self.device = device
        super.init()
        videoPort = Port(.video, of: self)
    }

    override var session: AVCaptureSession? {
        didSet {
            if let oldValue { device.leave(oldValue) }
            if let session { device.join(session) }
        }
    }

    /// The one stream of pictures.
    open override var ports: [Port] { videoPort.map { [$0] } ?? [] }
}
