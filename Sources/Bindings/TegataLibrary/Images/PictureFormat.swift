import CTegataLibrary
import TegataPixels

/// The memory layout of the pixels of MediaPipe's images.
enum PictureFormat: Int32, CaseIterable {
    case srgb = 1
    case srgba = 2
    case gray8 = 3
    case gray16 = 4
    case srgb48 = 7
    case srgba64 = 8
    case vec32F1 = 9
    case vec32F2 = 12
    case vec32F4 = 13

    /// The type of a channel.
    enum Element {
        case uint8, uint16, float
    }

    var element: Element {
        switch self {
        case .srgb, .srgba, .gray8: .uint8
        case .gray16, .srgb48, .srgba64: .uint16
        case .vec32F1, .vec32F2, .vec32F4: .float
        }
    }

    var channelCount: Int {
        switch self {
        case .gray8, .gray16, .vec32F1: 1
        case .vec32F2: 2
        case .srgb, .srgb48: 3
        case .srgba, .srgba64, .vec32F4: 4
        }
    }

    /// The format in which tasks process it; nil if they cannot.
    var pixelFormat: PixelFormat? {
        switch self {
        case .srgb: .rgb
        case .srgba: .rgba
        case .gray8: .gray
        case .gray16, .srgb48, .srgba64, .vec32F1, .vec32F2, .vec32F4: nil
        }
    }

    /// The name used in messages.
    var name: String {
        switch self {
        case .srgb: "SRGB"
        case .srgba: "SRGBA"
        case .gray8: "GRAY8"
        case .gray16: "GRAY16"
        case .srgb48: "SRGB48"
        case .srgba64: "SRGBA64"
        case .vec32F1: "VEC32F1"
        case .vec32F2: "VEC32F2"
        case .vec32F4: "VEC32F4"
        }
    }
}

extension PictureFormat.Element {
    var byteCount: Int {
        switch self {
        case .uint8: 1
        case .uint16: 2
        case .float: 4
        }
    }

    /// The formats with such elements, as named in messages.
    var formats: String {
        switch self {
        case .uint8: "GRAY8, SRGB, or SRGBA for uint8_t data"
        case .uint16: "GRAY16, SRGB48, or SRGBA64 for uint16_t data"
        case .float: "VEC32F1, VEC32F2, or VEC32F4 for float data"
        }
    }
}
