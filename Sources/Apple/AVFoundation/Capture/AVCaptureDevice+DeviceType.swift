extension AVCaptureDevice {
    /// A stand-in for the kinds of devices. Every camera here is found as a wide-angle camera and as an external one;
    /// there are none of the others.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// The name.
        public var rawValue: String

        /// A type by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = "AVCaptureDeviceType" + name
        }

        /// A camera as most devices have one.
        public static let builtInWideAngleCamera = DeviceType("BuiltInWideAngleCamera")
        /// A camera at a cable.
        public static let external = DeviceType("External")
        /// The older name of ``external``.
        public static let externalUnknown = DeviceType("ExternalUnknown")
        /// A camera with a short focal length.
        public static let builtInUltraWideCamera = DeviceType("BuiltInUltraWideCamera")
        /// A camera with a long focal length.
        public static let builtInTelephotoCamera = DeviceType("BuiltInTelephotoCamera")
        /// Two cameras, wide and long.
        public static let builtInDualCamera = DeviceType("BuiltInDualCamera")
        /// Two cameras, wide and very wide.
        public static let builtInDualWideCamera = DeviceType("BuiltInDualWideCamera")
        /// Three cameras.
        public static let builtInTripleCamera = DeviceType("BuiltInTripleCamera")
        /// A camera that measures depth.
        public static let builtInTrueDepthCamera = DeviceType("BuiltInTrueDepthCamera")
        /// A camera that measures depth by light.
        public static let builtInLiDARDepthCamera = DeviceType("BuiltInLiDARDepthCamera")
        /// The camera of a telephone near by.
        public static let continuityCamera = DeviceType("ContinuityCamera")
        /// A microphone.
        public static let microphone = DeviceType("Microphone")

        var isOfCameras: Bool { self == .builtInWideAngleCamera || self == .external || self == .externalUnknown }
    }
}
