/// What the process tells its caller.
package enum ToolStatus: Int32, Sendable {
    case success = 0
    case inputFailed = 1
    case wrongUsage = 2
}
