import Foundation

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
