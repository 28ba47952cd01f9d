import Foundation

/// An output that records a session's frames in files; on Linux always an ``AVCaptureMovieFileOutput``.
open class AVCaptureFileOutput: AVCaptureOutput, @unchecked Sendable {
    private let lock = NSLock()
    private var current: MovieRecording?

    /// The recording that has been started and is not complete; nil if there is none.
    var recording: MovieRecording? { lock.withLock { current } }

    /// Whether a recording has been started and its file is not complete.
    open var isRecording: Bool { recording != nil }

    /// The file of the recording; nil if there is none.
    open var outputFileURL: URL? { recording?.url }

    /// Starts to record frames in a file, which must not exist. The session must be running, and the output must have
    /// an enabled connection and no recording.
    ///
    /// Recording ends with ``stopRecording()``, when the session stops or its configuration changes, or after an error.
    /// The delegate, which the output does not keep alive, then learns whether the file is complete.
    open func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        let path = outputFileURL.path
        let connections = connections.filter(\.isEnabled)
        precondition(outputFileURL.isFileURL, "\(outputFileURL.absoluteString): not a file URL; pass the URL of a file")
        precondition(!connections.isEmpty, "the output has no enabled connection; add it to a session with an input")
        var failure: AVError?
        if owner?.isRunning != true {
            failure = AVError(.sessionNotRunning, "\(path): the session is not running; start it first")
        } else if FileManager.default.fileExists(atPath: path) {
            failure = AVError(.fileAlreadyExists, "\(path): the file exists; delete it or choose another name")
        }
        let recording = MovieRecording(of: self, to: outputFileURL, from: connections, delegate)
        lock.withLock {
            precondition(current == nil, "the output is recording; stop it, and wait until the recording has ended")
            // Before the session can add a frame.
            if let failure { recording.end(failure) }
            current = recording
        }
    }

    /// Ends the recording. The file is complete when the delegate is called.
    open func stopRecording() {
        recording?.end(nil)
    }

    func recordingDidEnd() {
        lock.withLock { current = nil }
    }
}

/// Records a session's frames as a video without sound, which the `ffmpeg` program encodes.
///
/// The extension of the file selects the format: `mov`, `mp4`, `m4v`, `mkv`, `webm`, `avi`, `gif` or `y4m`. The video
/// has the rate of the device. If frames arrive faster than they can be encoded, some are replaced by the previous one.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {
    /// Creates an output without a recording.
    public override init() {
        super.init()
    }
}

/// An object that is called when a recording starts and ends, on the recording's queue.
public protocol AVCaptureFileOutputRecordingDelegate: AnyObject {
    /// Called when the first frame is recorded. Optional.
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// Called when the file is complete, or with an ``AVError`` if recording did not end as requested. The file may
    /// then contain the frames before the error.
    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection], error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}
}
