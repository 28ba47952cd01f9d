/// Lets ``BaseOptions`` take the path of a bundle as `Bundle` finds it, which may be nil; not part of the original.
public protocol ModelAssetPathAssigning: AnyObject {}

extension ModelAssetPathAssigning where Self: BaseOptions {
    /// The path of the bundle where it may be nil: published guides assign what `Bundle` finds as it is. With nil a
    /// task cannot be made. Who reads the path gets a `String`, as in the original.
    @_disfavoredOverload
    public var modelAssetPath: String? {
        get { assignedPath }
        set { assignedPath = newValue }
    }
}
