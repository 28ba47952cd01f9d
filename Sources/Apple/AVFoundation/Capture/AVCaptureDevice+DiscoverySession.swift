import Foundation

extension AVCaptureDevice {
    /// A stand-in for the search for devices.
    open class DiscoverySession: NSObject, @unchecked Sendable {
        private let types: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// A search for devices of these types, for a kind of media (nil is any) and a position.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            types = deviceTypes
            self.mediaType = mediaType
            self.position = position
        }

        /// The devices that there are now.
        open var devices: [AVCaptureDevice] {
            AVCaptureDevice.devices(ofTypes: types, for: mediaType, at: position)
        }
    }
}
