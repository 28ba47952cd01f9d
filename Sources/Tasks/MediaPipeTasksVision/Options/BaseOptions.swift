import Foundation
import Synchronization
import TegataHands

/// Options of all tasks: where the model is and what computes.
open class BaseOptions: NSObject, NSCopying, ModelAssetPathAssigning {
    /// Nil where that was assigned.
    var assignedPath: String? = ""

    /// The path of the bundle, such as `hand_landmarker.task`; where it is empty a task cannot be made.
    ///
    /// A relative path counts from the working directory, or else from the resources of the main bundle or one of the
    /// places where models are installed; there also its last part alone.
    open var modelAssetPath: String {
        get { assignedPath ?? "" }
        set { assignedPath = newValue }
    }
    /// What computes. Only the processor does here, also where ``Delegate/GPU`` is asked for, unless
    /// ``requiresDelegate`` is set.
    open var delegate = Delegate.CPU
    /// Whether a task cannot be made with ``Delegate/GPU``. Otherwise it computes on the processor, and the first one
    /// of a process says so on standard error. Not part of the original.
    public var requiresDelegate = false
    /// A bundle that is loaded already and perhaps shared with other tasks; the path does not count then. Not part of
    /// the original.
    public var modelAsset: ModelAsset?
    /// How many threads compute, the calling one included, at most one for each processor; nil is that, up to four.
    /// Results do not depend on it. Not part of the original.
    public var threadCount: Int?

    /// What the networks compute with; with a ``modelAsset`` it is what this was loaded with. A task cannot be made
    /// where the processor has no arithmetic for it. Not part of the original.
    public var precision = Precision.single

    /// Options without a model.
    public override init() {}

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        BaseOptions(copying: self)
    }

    convenience init(copying other: BaseOptions) {
        self.init()
        assignedPath = other.assignedPath == nil ? nil : other.modelAssetPath
        delegate = other.delegate
        requiresDelegate = other.requiresDelegate
        modelAsset = other.modelAsset
        threadCount = other.threadCount
        precision = other.precision
    }
}

/// Lets ``BaseOptions`` take the path of a bundle as `Bundle` finds it, which may be nil; not part of the original.
public protocol ModelAssetPathAssigning: AnyObject {}

extension ModelAssetPathAssigning where Self: BaseOptions {
    /// The path of the bundle where it may be nil: published guides assign what `Bundle` finds as it is. Nil means the
    /// bundle with the usual name in the main bundle or in the places where models are installed. Who reads the path
    /// gets a `String`, as in the original.
    @_disfavoredOverload
    public var modelAssetPath: String? {
        get { assignedPath }
        set { assignedPath = newValue }
    }
}

/// What a task computes with.
public enum Delegate: UInt, Sendable {
    /// The processor, with the kernels that fit it.
    case CPU = 0
    /// Does not exist here: the processor computes, or a task cannot be made, as ``BaseOptions/requiresDelegate`` says.
    case GPU = 1

    /// Another name of ``CPU``.
    public static let cpu = Delegate.CPU
    /// Another name of ``GPU``.
    public static let gpu = Delegate.GPU
}

/// Says once that something else computes than was asked for.
package final class MissingDelegate: Sendable {
    private let isSaid = Mutex(false)
    private let write: @Sendable (String) -> Void

    package init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Of this process, on standard error.
    static let shared = MissingDelegate { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }

    /// Says it unless that has been done.
    package func say() {
        let isFirst = isSaid.withLock { isSaid in
            defer { isSaid = true }
            return !isSaid
        }
        guard isFirst else { return }
        write(
            "MediaPipeTasksVision: there is no GPU delegate here, and the processor computes; set baseOptions.delegate to"
                + " .CPU, or baseOptions.requiresDelegate to get an error\n")
    }
}

/// What the networks of a task compute with. Not part of the original, whose networks compute with single precision.
public enum Precision: String, Sendable, CaseIterable {
    /// 32 bits.
    case single
    /// 16 bits in the network that finds landmarks: half the memory, and up to twice the speed where the processor has
    /// such arithmetic. Landmarks differ by some tenths of a pixel of the crop at most.
    case half
    /// 16 bits also in the network that finds palms; landmarks differ by up to a few pixels of the crop.
    case allHalf

    var ofHands: HandPrecision {
        switch self {
        case .single: .single
        case .half: .half
        case .allHalf: .allHalf
        }
    }
}
