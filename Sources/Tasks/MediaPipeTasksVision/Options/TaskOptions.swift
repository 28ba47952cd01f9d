import Foundation

/// What the options of all tasks have.
public class TaskOptions: NSObject, NSCopying {
    private var storedBaseOptions = BaseOptions()

    /// What is assigned is copied; what is read can be changed in place.
    public var baseOptions: BaseOptions {
        get { storedBaseOptions }
        set { storedBaseOptions = newValue.copied() }
    }

    public override init() {}

    public func copy(with zone: NSZone? = nil) -> Any {
        type(of: self).init(copying: self)
    }

    required init(copying other: TaskOptions) {
        storedBaseOptions = other.storedBaseOptions.copied()
    }
}

extension NSCopying {
    /// A copy with the type of the original.
    func copied() -> Self {
        copy(with: nil) as? Self ?? self
    }
}
