import CoreMedia
import CoreVideo
import Foundation

/// A source of media for a session; on Linux always an ``AVCaptureDeviceInput``.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    /// A stream of one kind of media from an input.
    open class Port: NSObject, @unchecked Sendable {
        /// The kind of media.
        public let mediaType: AVMediaType
        private weak var owner: AVCaptureInput?

        init(_ mediaType: AVMediaType, of owner: AVCaptureInput) {
            self.mediaType = mediaType
            self.owner = owner
        }

        /// The input that owns this port. The port cannot be used after its input has been released.
        open var input: AVCaptureInput {
            guard let owner else { preconditionFailure("the input of this port was released; keep a reference to it") }
            return owner
        }

        /// The format of the stream's images: the last frame's format or, before the first frame, the requested size
        /// with the default pixel format of outputs. Nil while the input belongs to no session.
        open var formatDescription: CMFormatDescription? {
            guard let size = owner?.session?.pictureSize else { return nil }
            return CMFormatDescription(
                width: Int(size.width), height: Int(size.height),
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        }
    }

    private let lock = NSLock()
    private weak var lockedSession: AVCaptureSession?

    /// The session that the input belongs to.
    var session: AVCaptureSession? {
        get { lock.withLock { lockedSession } }
        set { lock.withLock { lockedSession = newValue } }
    }

    /// The streams of the input.
    open var ports: [Port] { [] }

    override init() {
        super.init()
    }
}

/// An input that passes a device's frames to a session.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The device that provides the frames.
    public let device: AVCaptureDevice
    private var videoPort: Port?

    /// Creates an input for `device`. Throws an ``AVError`` if the camera or file does not exist. The device is not
    /// opened until the session runs.
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

    /// The video stream, as the only port.
    open override var ports: [Port] { videoPort.map { [$0] } ?? [] }
}
