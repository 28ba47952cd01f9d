import Foundation

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
