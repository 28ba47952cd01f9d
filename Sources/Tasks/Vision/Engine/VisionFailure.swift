import Foundation
import TegataAppleImages
import TegataBuffers
import TegataImages

/// The reason why a request failed, before it becomes an error of one of the two APIs.
struct VisionFailure: Error {
    var code: VNErrorCode
    /// What is wrong and what to do about it, as a single text.
    var text: String

    init(_ code: VNErrorCode, _ text: String) {
        self.code = code
        self.text = text
    }

    static let cancelled = VisionFailure(.requestCancelled, "The request was cancelled.")

    /// Converts an error from a lower-level module.
    init(_ error: any Error) {
        switch error {
        case let failure as VisionFailure: self = failure
        case let error as TegataError: self.init(error.kind.code, error.description)
        case let error as ImageFileError: self.init(error.problem.code, error.description)
        case AppleImageError.pixelFormat(let name):
            self.init(
                .invalidFormat,
                "The pixel buffer has the pixel format \(name), which is not supported. Use kCVPixelFormatType_32BGRA.")
        case AppleImageError.sampleInvalid:
            self.init(.invalidImage, "The sample buffer was invalidated. Perform the request before that.")
        case AppleImageError.sampleWithoutImageBuffer:
            self.init(.invalidImage, "The sample buffer has no image buffer. Pass video samples only.")
        default: self.init(.internalError, "\(error)")
        }
    }

    /// The error in the class API.
    var nsError: NSError {
        NSError(domain: VNErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: text])
    }
}

extension TegataError.Kind {
    fileprivate var code: VNErrorCode {
        switch self {
        case .notFound, .unusableModel: .invalidModel
        case .permissionDenied, .unreadable: .ioError
        case .invalidArgument: .invalidImage
        case .unavailable, .failedNetwork: .operationFailed
        }
    }
}

extension ImageFileError.Problem {
    /// The code distinguishes files that are missing or unreadable from files that are not images.
    fileprivate var code: VNErrorCode {
        switch self {
        case _ where isWantOfMemory: .outOfMemory
        case .unreadable, .address: .ioError
        case .programMissing, .libraryMissing: .operationFailed
        default: .invalidImage
        }
    }
}
