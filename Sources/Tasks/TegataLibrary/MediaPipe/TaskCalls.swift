import CTegataLibrary
import TegataHands

/// What the functions of both tasks do.
struct TaskCalls<Answer: TaskAnswer> {
    let tasks: HandleTable<HandTask>
    /// What messages call a task.
    let name: String

    typealias Options = UnsafePointer<MpImageProcessingOptions>

    func detect(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: Options?, _ out: UnsafeMutablePointer<Answer>?
    ) throws(CallError) {
        let task = try task(handle)
        let picture = try picture(image)
        guard let out else { throw .nullPointer("result") }
        out.pointee = try Answer(task.detect(picture, FrameOptions(options)))
    }

    func detectForVideo(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: Options?, _ milliseconds: Int64,
        _ out: UnsafeMutablePointer<Answer>?
    ) throws(CallError) {
        let task = try task(handle)
        let picture = try picture(image)
        guard let out else { throw .nullPointer("result") }
        out.pointee = try Answer(
            task.detectForVideo(picture, FrameOptions(options), milliseconds: milliseconds))
    }

    func detectAsync(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: Options?, _ milliseconds: Int64
    ) throws(CallError) {
        try task(handle).detectAsync(picture(image), FrameOptions(options), milliseconds: milliseconds)
    }

    func close(_ handle: OpaquePointer?) throws(CallError) {
        guard let task = tasks.remove(handle) else { throw .noHandle(name) }
        try task.close()
    }

    private func task(_ handle: OpaquePointer?) throws(CallError) -> HandTask {
        guard let task = tasks[handle] else { throw .noHandle(name) }
        return task
    }
}

/// The picture of an image.
func picture(_ handle: OpaquePointer?) throws(CallError) -> Picture {
    guard let picture = Handles.pictures[handle] else { throw .noHandle("image") }
    return picture
}
