import Foundation

/// A request, with its results or its error.
public enum VisionResult: Sendable {
    /// A hand pose request.
    case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
    /// A request that failed, and its error.
    case error(any VisionRequest, any Error)
}

extension VisionResult: Equatable {
    /// Returns whether the requests and results are equal. Errors that are not `Equatable` are equal if their types,
    /// domains and codes are.
    public static func == (left: VisionResult, right: VisionResult) -> Bool {
        switch (left, right) {
        case (.detectHumanHandPose(let request, let hands), .detectHumanHandPose(let otherRequest, let otherHands)):
            request == otherRequest && hands == otherHands
        case (.error(let request, let error), .error(let otherRequest, let otherError)):
            AnyHashable(request) == AnyHashable(otherRequest) && areEqual(error, otherError)
        case (.detectHumanHandPose, _), (.error, _): false
        }
    }
}

extension VisionResult: CustomStringConvertible {
    /// The request with its results or its error.
    public var description: String {
        switch self {
        case .detectHumanHandPose(let request, let hands): "\(request): \(hands)"
        case .error(let request, let error): "\(request): \(error)"
        }
    }
}

private func areEqual(_ left: any Error, _ right: any Error) -> Bool {
    // Cast through `Any`, because the compiler treats every error as equatable, as Foundation's errors are.
    if let left = left as Any as? any Equatable { return isEqual(left, right) }
    guard type(of: left) == type(of: right) else { return false }
    let (left, right) = (left as NSError, right as NSError)
    return left.domain == right.domain && left.code == right.code
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: any Error) -> Bool {
    left == right as? Value
}
