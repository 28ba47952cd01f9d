import Foundation

/// What the options of all tasks have.
///
/// A copy has the class that the module declares; a subclass that is to be copied as itself overrides ``copy(with:)``.
open class TaskOptions: NSObject, NSCopying {
    private var storedBaseOptions = BaseOptions()

    /// What is assigned is copied; what is read can be changed in place.
    open var baseOptions: BaseOptions {
        get { storedBaseOptions }
        set { storedBaseOptions = BaseOptions(copying: newValue) }
    }

    /// Options without a model.
    public override init() {}

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = TaskOptions()
        copy.baseOptions = baseOptions
        return copy
    }
}
