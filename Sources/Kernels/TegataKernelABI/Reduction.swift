/// How a window or an axis is reduced to one value.
@frozen
package enum Reduction: UInt8, Sendable, CaseIterable {
    case sum, mean, maximum, minimum
}
