import Foundation

/// A stand-in for how a model is to predict. Nothing of it changes anything here.
public final class MLPredictionOptions: NSObject, @unchecked Sendable {
    /// Whether only the CPU may compute, as it does here in any case.
    public var usesCPUOnly = false

    /// Makes options with the original's defaults.
    public override init() {}
}
