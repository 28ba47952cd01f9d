import CoreML
import Foundation

/// Is called when a request is done: with the request, and why it failed. It is called on the thread that performs the
/// request, before `perform` returns.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// What the results of a request are for those who only know that it is one.
///
/// Results of a class of requests are declared in the class itself and hide these. Not part of the original, where an
/// override does the same.
public protocol VNRequestResultsProviding {}

extension VNRequestResultsProviding where Self: VNRequest {
    /// What was found by the last perform; nil before the first and where it failed.
    public var results: [VNObservation]? { (self as VNRequest).observations }
}

/// What is to be found in images. A request may be performed any number of times, by any handlers and on any threads;
/// its results are those of the last one.
open class VNRequest: NSObject, NSCopying, VNRequestResultsProviding, @unchecked Sendable {
    /// What threads share.
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

    /// Is called when the request is done, before `perform` returns.
    public let completionHandler: VNRequestCompletionHandler?

    /// Makes a request that tells nobody when it is done.
    public convenience override init() {
        self.init(completionHandler: nil)
    }

    /// Makes a request that calls `completionHandler` whenever it is done.
    public init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.completionHandler = completionHandler
        state = State(revision: 0)
        super.init()
        state.revision = Self.defaultRevision
    }

    /// A request with the same settings and completion handler, and without results.
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

    /// Which version of the request is performed. With one that is not supported, performing fails.
    public var revision: Int {
        get { access { $0.revision } }
        set { access { $0.revision = newValue } }
    }

    /// The revisions that there are, oldest first; every perform looks at them, which index sets are slow for.
    class var revisions: [Int] { [] }
    /// The revisions that there are.
    open class var supportedRevisions: IndexSet { IndexSet(revisions) }
    /// The revision that new requests have.
    open class var defaultRevision: Int { revisions.last ?? VNRequestRevisionUnspecified }
    /// The newest revision.
    open class var currentRevision: Int { revisions.last ?? VNRequestRevisionUnspecified }

    /// Is not looked at: the system divides the processor among its threads.
    public var preferBackgroundProcessing: Bool {
        get { access { $0.prefersBackgroundProcessing } }
        set { access { $0.prefersBackgroundProcessing = newValue } }
    }

    /// Is not looked at: the processor computes in any case.
    public var usesCPUOnly: Bool {
        get { access { $0.usesCPUOnly } }
        set { access { $0.usesCPUOnly = newValue } }
    }

    // MARK: Devices

    /// The devices that can compute the stages of the request: the processor.
    public var supportedComputeStageDevices: [VNComputeStage: [MLComputeDevice]] {
        get throws { [.main: MLComputeDevice.allComputeDevices, .postProcessing: MLComputeDevice.allComputeDevices] }
    }

    /// The device that was chosen for a stage; nil where none was.
    public func computeDevice(for computeStage: VNComputeStage) -> MLComputeDevice? {
        access { $0.devices[computeStage] }
    }

    /// Chooses the device for a stage; nil leaves the choice to the module.
    public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: VNComputeStage) {
        access { $0.devices[computeStage] = computeDevice }
    }

    // MARK: Performing

    /// Gives up what is being performed now; where nothing is, the next perform. That one fails with
    /// `requestCancelled`. May be called from any thread.
    public func cancel() {
        access { $0.isCancelled = true }
    }

    /// What is in a picture. With a sequence it is the next one of it.
    func find(in picture: Picture, _ sequence: HandSequence?) throws -> [VNObservation] {
        throw VisionFailure(.unsupportedRequest, "\(type(of: self)) finds nothing. Perform a request for hands.")
    }

    /// Performs the request, keeps its results, tells the completion handler, and returns why it failed.
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
                throw VisionFailure(.unsupportedComputeStage, "There is no stage \(stage.rawValue).")
            }
            guard case .cpu = device else {
                throw VisionFailure(.unsupportedComputeDevice, "Only the processor computes here. Choose it or nil.")
            }
        }
    }

    /// Throws where this class of requests does not have the revision; one without revisions says so when it is
    /// performed.
    class func check(revision: Int) throws {
        guard revisions.isEmpty || revisions.contains(revision) else {
            throw VisionFailure(
                .unsupportedRevision,
                "\(self) does not have revision \(revision). supportedRevisions has those that there are.")
        }
    }

    /// What handlers do: performs all requests in their order, and throws the first error.
    static func perform(_ requests: [VNRequest], on picture: Picture, _ sequence: HandSequence?) throws {
        var first: NSError?
        for request in requests {
            let error = request.perform(on: picture, sequence)
            if first == nil { first = error }
        }
        if let first { throw first }
    }
}

/// A part of what a request computes.
public struct VNComputeStage: RawRepresentable, Hashable, Sendable {
    /// The stage's name.
    public let rawValue: String

    /// A stage by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What most of the time goes into.
    public static let main = VNComputeStage(rawValue: "VNComputeStageMain")
    /// What follows it.
    public static let postProcessing = VNComputeStage(rawValue: "VNComputeStagePostProcessing")
}

/// The revision of what does not come from a revision of a request.
public let VNRequestRevisionUnspecified = 0

/// What knows which revision of a request it comes from.
public protocol VNRequestRevisionProviding {
    /// The revision of the request that made it.
    var requestRevision: Int { get }
}

/// Is called while a request goes on: with the request, how much of it is done, and why it failed.
public typealias VNRequestProgressHandler = (VNRequest, Double, (any Error)?) -> Void

/// What requests have that tell how far they are. That of hands does not.
public protocol VNRequestProgressProviding: NSObjectProtocol {
    /// Is called while the request goes on.
    var progressHandler: VNRequestProgressHandler { get set }
    /// Whether nobody can say how much is left.
    var indeterminate: Bool { get }
}

/// A request that looks at an image, or a part of it.
open class VNImageBasedRequest: VNRequest, @unchecked Sendable {
    private let lock = NSLock()
    private var storedRegion = VNNormalizedIdentityRect

    /// The part to look at, as fractions of the upright image from its lower left corner. Points of results stay
    /// fractions of the whole image.
    ///
    /// Performing fails with `invalidArgument` where the region has no width or height above 0, and with
    /// `outOfBoundsError` where it reaches over the image's edges.
    public var regionOfInterest: CGRect {
        get { lock.withLock { storedRegion } }
        set { lock.withLock { storedRegion = newValue } }
    }

    /// A request with the same settings and completion handler, and without results.
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
