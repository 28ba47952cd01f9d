import CoreML
import Foundation

/// A closure that is called with the request and its error when a request is done. It is called on the thread that
/// performs the request, before `perform` returns.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// The results of a request whose class is not known to the caller.
///
/// Request classes declare their own results, which hide these. Not part of Apple's Vision, where an override does the
/// same.
public protocol VNRequestResultsProviding {}

extension VNRequestResultsProviding where Self: VNRequest {
    /// The results of the last `perform` call; nil before the first `perform` call and if the last one failed.
    public var results: [VNObservation]? { (self as VNRequest).observations }
}

/// A description of the objects to find in images. A request may be performed any number of times, by any handlers and
/// on any threads. It holds the results of the last `perform` call.
open class VNRequest: NSObject, NSCopying, VNRequestResultsProviding, @unchecked Sendable {
    /// The state that threads share.
    private struct State {
        var observations: [VNObservation]?
        var revision: Int
        var prefersBackgroundProcessing = false
        var usesCPUOnly = false
        var devices: [VNComputeStage: MLComputeDevice] = [:]
        var runningCount = 0
        var isCancelled = false
    }

    private let lock = NSLock()
    private var state: State

    /// The closure that runs when the request is done, before `perform` returns.
    public let completionHandler: VNRequestCompletionHandler?

    /// Creates a request without a completion handler.
    public convenience override init() {
        self.init(completionHandler: nil)
    }

    /// Creates a request that calls `completionHandler` whenever it is done.
    public init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.completionHandler = completionHandler
        state = State(revision: 0)
        super.init()
        state.revision = Self.defaultRevision
    }

    /// Returns a request with the same settings and completion handler, and without results.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = VNRequest(completionHandler: completionHandler)
        copy.takeSettings(of: self)
        return copy
    }

    func takeSettings(of other: VNRequest) {
        let settings = other.access { $0 }
        access {
            $0.revision = settings.revision
            $0.prefersBackgroundProcessing = settings.prefersBackgroundProcessing
            $0.usesCPUOnly = settings.usesCPUOnly
            $0.devices = settings.devices
        }
    }

    private func access<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&state) }
    }

    var observations: [VNObservation]? { access { $0.observations } }

    // MARK: Settings

    /// The version of the request. If it is not supported, performing fails.
    public var revision: Int {
        get { access { $0.revision } }
        set { access { $0.revision = newValue } }
    }

    /// The available revisions, oldest first. Every `perform` call reads them, and index sets would be slow for that.
    class var revisions: [Int] { [] }
    /// The available revisions.
    open class var supportedRevisions: IndexSet { IndexSet(revisions) }
    /// The revision of new requests.
    open class var defaultRevision: Int { revisions.last ?? VNRequestRevisionUnspecified }
    /// The newest revision.
    open class var currentRevision: Int { revisions.last ?? VNRequestRevisionUnspecified }

    /// This setting has no effect: the system divides the processor among its threads.
    public var preferBackgroundProcessing: Bool {
        get { access { $0.prefersBackgroundProcessing } }
        set { access { $0.prefersBackgroundProcessing = newValue } }
    }

    /// This setting has no effect: requests always run on the CPU.
    public var usesCPUOnly: Bool {
        get { access { $0.usesCPUOnly } }
        set { access { $0.usesCPUOnly = newValue } }
    }

    // MARK: Devices

    /// The devices that can compute the stages of the request: the CPU.
    public var supportedComputeStageDevices: [VNComputeStage: [MLComputeDevice]] {
        get throws { [.main: MLComputeDevice.allComputeDevices, .postProcessing: MLComputeDevice.allComputeDevices] }
    }

    /// Returns the device that was chosen for a stage; nil if none was.
    public func computeDevice(for computeStage: VNComputeStage) -> MLComputeDevice? {
        access { $0.devices[computeStage] }
    }

    /// Chooses the device for a stage; nil leaves the choice to the module.
    public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: VNComputeStage) {
        access { $0.devices[computeStage] = computeDevice }
    }

    // MARK: Performing

    /// Cancels the current `perform` call or, if none is running, the next one. A cancelled call fails with
    /// `requestCancelled`. You can call this from any thread.
    public func cancel() {
        access { $0.isCancelled = true }
    }

    /// Returns the observations in an image, which is the next one in the sequence if there is a sequence.
    func find(in picture: Picture, _ sequence: HandSequence?) throws -> [VNObservation] {
        throw VisionFailure(.unsupportedRequest, "\(type(of: self)) detects nothing. Perform a request for hands.")
    }

    /// Performs the request, stores its results, calls the completion handler, and returns the error.
    func perform(on picture: Picture, _ sequence: HandSequence?) -> NSError? {
        access { $0.runningCount += 1 }
        var observations: [VNObservation]?
        var error: NSError?
        do {
            try checkSettings()
            try checkCancellation()
            observations = try find(in: picture, sequence)
            try checkCancellation()
        } catch let failure {
            observations = nil
            error = VisionFailure(failure).nsError
        }
        access {
            $0.observations = observations
            $0.runningCount -= 1
            if $0.runningCount == 0 { $0.isCancelled = false }
        }
        completionHandler?(self, error)
        return error
    }

    private func checkCancellation() throws {
        if access({ $0.isCancelled }) { throw VisionFailure.cancelled }
    }

    private func checkSettings() throws {
        let (revision, devices) = access { ($0.revision, $0.devices) }
        try Self.check(revision: revision)
        for (stage, device) in devices {
            guard stage == .main || stage == .postProcessing else {
                throw VisionFailure(
                    .unsupportedComputeStage, "There is no stage \(stage.rawValue). Use main or postProcessing.")
            }
            guard case .cpu = device else {
                throw VisionFailure(.unsupportedComputeDevice, "Only the CPU is available. Choose it, or nil.")
            }
        }
    }

    /// Throws if this request class does not have the revision. Requests of classes without revisions fail when
    /// performed.
    class func check(revision: Int) throws {
        guard revisions.isEmpty || revisions.contains(revision) else {
            throw VisionFailure(
                .unsupportedRevision,
                "\(self) does not have revision \(revision). Choose one of supportedRevisions.")
        }
    }

    /// Performs all requests in order, and throws the first error.
    static func perform(_ requests: [VNRequest], on picture: Picture, _ sequence: HandSequence?) throws {
        var first: NSError?
        for request in requests {
            let error = request.perform(on: picture, sequence)
            if first == nil { first = error }
        }
        if let first { throw first }
    }
}

/// A stage of a request's computation.
public struct VNComputeStage: RawRepresentable, Hashable, Sendable {
    /// The stage's name.
    public let rawValue: String

    /// Creates a stage from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The stage that takes most of the time.
    public static let main = VNComputeStage(rawValue: "VNComputeStageMain")
    /// The stage that follows the main stage.
    public static let postProcessing = VNComputeStage(rawValue: "VNComputeStagePostProcessing")
}

/// The revision of objects that were not made by any revision of a request.
public let VNRequestRevisionUnspecified = 0

/// An object that knows the revision of the request that made it.
public protocol VNRequestRevisionProviding {
    /// The revision of the request that made the object.
    var requestRevision: Int { get }
}

/// A closure that is called while a request is in progress, with the request, the completed fraction from 0 to 1, and
/// its error.
public typealias VNRequestProgressHandler = (VNRequest, Double, (any Error)?) -> Void

/// A request that reports its progress. The hand pose request does not.
public protocol VNRequestProgressProviding: NSObjectProtocol {
    /// The closure that is called while the request is in progress.
    var progressHandler: VNRequestProgressHandler { get set }
    /// Whether the remaining fraction is unknown.
    var indeterminate: Bool { get }
}

/// A request that processes an image or part of it.
open class VNImageBasedRequest: VNRequest, @unchecked Sendable {
    private let lock = NSLock()
    private var storedRegion = VNNormalizedIdentityRect

    /// The region to process, as fractions of the upright image, measured from its lower left corner. Points in results
    /// remain fractions of the whole image.
    ///
    /// Performing fails with `invalidArgument` if the width or height is not above 0, and with `outOfBoundsError` if
    /// the region extends beyond the image.
    public var regionOfInterest: CGRect {
        get { lock.withLock { storedRegion } }
        set { lock.withLock { storedRegion = newValue } }
    }

    /// Returns a request with the same settings and completion handler, and without results.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = VNImageBasedRequest(completionHandler: completionHandler)
        copy.takeSettings(of: self)
        return copy
    }

    override func takeSettings(of other: VNRequest) {
        super.takeSettings(of: other)
        if let other = other as? VNImageBasedRequest { regionOfInterest = other.regionOfInterest }
    }
}
