import TegataCapture
import TegataTool
import TegataVideo

/// Opens a video or camera. Returns nil if a signal ended it before its first frame arrived; the process then finally
/// dies of that signal.
package func openVideo(_ path: String, _ camera: CameraOptions, _ selection: VideoSelection) throws -> VideoReader? {
    do {
        return try VideoReader(readingFrom: path, camera: camera, selection: selection)
    } catch {
        guard Interruption.isRequested else { throw error }
        Interruption.noteRecordingWasCut()
        return nil
    }
}
