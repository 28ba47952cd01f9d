import Foundation

/// A stand-in for what the surroundings of a view are like. There are no differences here.
public final class UITraitCollection: NSObject, Sendable {}
