import Foundation

/// Options of all tasks: where the model is and what computes.
public final class BaseOptions: NSObject, NSCopying {
    /// The path of the bundle, such as `hand_landmarker.task`.
    ///
    /// Where it is nil or empty a task cannot be made; it may be nil so that what `Bundle` finds can be assigned as it
    /// is.
    public var modelAssetPath: String! = ""
    /// What computes. Only ``Delegate/CPU`` exists here.
    public var delegate = Delegate.CPU
    /// A bundle that is loaded already and perhaps shared with other tasks; the path does not count then. Not part of
    /// the original.
    public var modelAsset: ModelAsset?
    /// How many threads compute, the calling one included; nil is one for each processor, up to four. Results do not
    /// depend on it. Not part of the original.
    public var threadCount: Int?

    public override init() {}

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = BaseOptions()
        copy.modelAssetPath = modelAssetPath
        copy.delegate = delegate
        copy.modelAsset = modelAsset
        copy.threadCount = threadCount
        return copy
    }
}
