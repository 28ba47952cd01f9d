extension AVCaptureSession {
    /// A stand-in for what a session asks of its device. Cameras give the nearest size that they have, and the test
    /// source the size itself; files keep their own.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// The name.
        public var rawValue: String

        /// A preset by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = "AVCaptureSessionPreset" + name
        }

        /// For photographs: 1920×1080 pixels.
        public static let photo = Preset("Photo")
        /// 1280×720 pixels.
        public static let high = Preset("High")
        /// 640×480 pixels.
        public static let medium = Preset("Medium")
        /// 320×240 pixels.
        public static let low = Preset("Low")
        /// 352×288 pixels.
        public static let cif352x288 = Preset("352x288")
        /// 640×480 pixels.
        public static let vga640x480 = Preset("640x480")
        /// 960×540 pixels.
        public static let iFrame960x540 = Preset("iFrame960x540")
        /// 1280×720 pixels.
        public static let iFrame1280x720 = Preset("iFrame1280x720")
        /// 1280×720 pixels.
        public static let hd1280x720 = Preset("1280x720")
        /// 1920×1080 pixels.
        public static let hd1920x1080 = Preset("1920x1080")
        /// 3840×2160 pixels.
        public static let hd4K3840x2160 = Preset("3840x2160")
        /// What the device's ``AVCaptureDevice/activeFormat`` says: without one that was set, 640×480 pixels.
        public static let inputPriority = Preset("InputPriority")

        /// Nil for presets that the original does not have.
        private var knownSize: (width: Int, height: Int)? {
            switch self {
            case .photo, .hd1920x1080: (1920, 1080)
            case .high, .iFrame1280x720, .hd1280x720: (1280, 720)
            case .medium, .vga640x480, .inputPriority: (640, 480)
            case .low: (320, 240)
            case .cif352x288: (352, 288)
            case .iFrame960x540: (960, 540)
            case .hd4K3840x2160: (3840, 2160)
            default: nil
            }
        }

        /// The sizes of all presets, smallest first.
        static let sizes = [low, cif352x288, medium, iFrame960x540, high, hd1920x1080, hd4K3840x2160].map(\.size)

        var isKnown: Bool { knownSize != nil }

        /// In pixels.
        var size: (width: Int, height: Int) { knownSize ?? (640, 480) }
    }
}
