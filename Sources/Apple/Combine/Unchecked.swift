/// Takes a value to another thread. As with the original, whoever subscribes says where closures run, and sees to it that
/// they may run there.
struct Unchecked<Value>: @unchecked Sendable {
    var value: Value
}
