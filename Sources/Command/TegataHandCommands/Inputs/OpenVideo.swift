import TegataCapture
import TegataTool
import TegataVideo

/// Opens a video or camera; nil where a signal has ended it before its first frame came, which the process is to die
/// of.
package func openVideo(_ path: String, _ camera: CameraOptions, _ selection: VideoSelection) throws -> VideoReader? {
    do {
        return try VideoReader(readingFrom: path, camera: camera, selection: selection)
    } catch {
        guard Interruption.isRequested else { throw error }
        Interruption.noteRecordingWasCut()
        return nil
    }
}
