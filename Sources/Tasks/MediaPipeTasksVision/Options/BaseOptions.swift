import Foundation
import Synchronization
import TegataHands

/// Options of all tasks: the model and the device.
open class BaseOptions: NSObject, NSCopying, ModelAssetPathAssigning {
    /// Nil if nil was assigned.
    var assignedPath: String? = ""

    /// The path of the bundle, such as `hand_landmarker.task`; a task cannot be created with an empty path.
    ///
    /// A relative path is looked up in the working directory, then in the main bundle's resources and the directories
    /// where models are installed. In these directories, the last component alone is also tried.
    open var modelAssetPath: String {
        get { assignedPath ?? "" }
        set { assignedPath = newValue }
    }
    /// The device that runs the networks. The CPU is used even for ``Delegate/GPU``, unless ``requiresDelegate`` is
    /// set.
    open var delegate = Delegate.CPU
    /// Whether creating a task with ``Delegate/GPU`` fails. Otherwise the task runs on the CPU, and the first such task
    /// in a process prints a notice to standard error. Not part of MediaPipe.
    public var requiresDelegate = false
    /// A loaded bundle, which tasks can share; it takes precedence over the path. Not part of MediaPipe.
    public var modelAsset: ModelAsset?
    /// The number of threads, including the calling one; at most one per processor is used. Nil means one per
    /// processor, up to four. Results do not depend on it. Not part of MediaPipe.
    public var threadCount: Int?

    /// The precision of the networks; with a ``modelAsset``, the precision that it was loaded with. Creating a task
    /// fails if the processor does not support the precision. Not part of MediaPipe.
    public var precision = Precision.single

    /// Creates options without a model.
    public override init() {}

    /// Returns options with the same values.
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

/// Lets ``BaseOptions`` take the path of a bundle as `Bundle` returns it, which may be nil; not part of MediaPipe.
public protocol ModelAssetPathAssigning: AnyObject {}

extension ModelAssetPathAssigning where Self: BaseOptions {
    /// The path of the bundle as an optional, because published guides directly assign what `Bundle` returns. Nil means
    /// the bundle with the default name in the main bundle or in the directories where models are installed. Code that
    /// reads the path gets a `String`, as in MediaPipe.
    @_disfavoredOverload
    public var modelAssetPath: String? {
        get { assignedPath }
        set { assignedPath = newValue }
    }
}

/// A device that runs a task.
public enum Delegate: UInt, Sendable {
    /// The CPU, with the kernels that suit it.
    case CPU = 0
    /// Not available: the CPU is used, or creating a task fails, depending on ``BaseOptions/requiresDelegate``.
    case GPU = 1

    /// Another name for ``CPU``.
    public static let cpu = Delegate.CPU
    /// Another name for ``GPU``.
    public static let gpu = Delegate.GPU
}

/// Prints a notice, once, that another device than the requested one is used.
package final class MissingDelegate: Sendable {
    private let isSaid = Mutex(false)
    private let write: @Sendable (String) -> Void

    package init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// The notice of this process, on standard error.
    static let shared = MissingDelegate { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }

    /// Prints the notice unless it has been printed before.
    package func say() {
        let isFirst = isSaid.withLock { isSaid in
            defer { isSaid = true }
            return !isSaid
        }
        guard isFirst else { return }
        write(
            "MediaPipeTasksVision: the GPU delegate is unavailable, so the CPU is used; set baseOptions.delegate to"
                + " .CPU, or baseOptions.requiresDelegate to get an error\n")
    }
}

/// The precision of a task's networks. Not part of MediaPipe, whose networks use single precision.
public enum Precision: String, Sendable, CaseIterable {
    /// 32 bits.
    case single
    /// 16 bits in the hand landmark network: half the memory, and up to twice the speed if the processor has
    /// half-precision arithmetic. Landmarks differ by at most a few tenths of a pixel in the crop.
    case half
    /// 16 bits in the palm network too; landmarks differ by up to a few pixels in the crop.
    case allHalf
    /// 8 bits in the 1×1 convolutions of the hand landmark network: about twice the speed if the processor can multiply
    /// bytes. Landmarks differ by up to two pixels in the crop.
    case int8

    var ofHands: HandPrecision {
        switch self {
        case .single: .single
        case .half: .half
        case .allHalf: .allHalf
        case .int8: .int8
        }
    }
}
