import TegataBuffers
import TegataSystem

/// An error while reading or writing a video.
package struct VideoError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as given by the caller, or the name of a standard stream.
    package var file: String
    package var problem: Problem

    package enum Problem: Error, Equatable, Sendable {
        case unreadable(FileError.Reason)
        case unwritable(FileError.Reason)
        case empty
        /// The streams ended before the first frame.
        case ended
        /// An image in a directory cannot be read, for the given reason.
        case picture(String)
        case noPicturesInFolder
        /// No file name matches the pattern.
        case noPicturesOfPattern
        /// The path is a URL.
        case address
        /// The video ends before the first selected frame.
        case nothingSelected
        /// A stream is neither Y4M nor a sequence of images of the kinds that the program reads.
        case streamUnknown(images: String)
        /// The data is damaged, for the given reason, in a frame; nil means the header.
        case damaged(String, frame: Int?)
        /// The stream ends within frame `frame`.
        case truncated(frame: Int)
        /// The format allows the feature, but Tegata does not support it.
        case unsupported(String)
        case tooManyPixels(width: Int, height: Int)
        /// Not enough memory is available.
        case memoryShort(byteCount: Int)
        /// The program that decodes and encodes videos is not on the PATH.
        case programMissing(String)
        /// The program could not decode the file; `reason` is its message.
        case programFailed(program: String, reason: String)
        /// The program exists but does not run; `reason` is its message or the system's.
        case programNotStarted(program: String, reason: String)
        /// The file has sound or text, but no video.
        case noPictures
        /// The program did not write the whole video, for the reason given in its message.
        case notWritten(String)
        /// A system call for the program failed.
        case system(operation: String, code: Int32)
        case nameEndingUnknown
        case frameSizeChanged(width: Int, height: Int)
        case camera(CameraProblem)
    }

    package init(file: String, problem: Problem) {
        self.file = file
        self.problem = problem
    }

    package var description: String {
        switch problem {
        case .unreadable(let reason), .unwritable(let reason): FileError(path: file, reason: reason).description
        case .picture(let description): description
        default: "\(file): \(problem.summary)"
        }
    }
}

extension VideoError.Problem {
    /// Throws if there is not enough memory, because allocating an array would end the process.
    package static func requireMemory(_ byteCount: Int) throws(VideoError.Problem) {
        guard SystemMemory.has(byteCount) else { throw .memoryShort(byteCount: byteCount) }
    }

    /// The problem, and its remedy if there is one.
    fileprivate var summary: String {
        switch self {
        case .unreadable: "cannot be read"
        case .unwritable: "cannot be written"
        case .empty: "there is no data; check the program that writes the video"
        case .ended: "the input was stopped before its first frame"
        case .picture(let description): description
        case .noPicturesInFolder: "the folder contains no images; pass one with JPEG or PNG files"
        case .noPicturesOfPattern:
            "no file name matches the pattern; write %04d in place of a four-digit number"
        case .address:
            "is a URL, but Tegata does not download files; pipe it: ffmpeg -i URL -f yuv4mpegpipe - | tegata track -"
        case .nothingSelected: "the selected part contains no frame; choose an earlier start or a longer duration"
        case .streamUnknown(let images):
            "neither a Y4M stream nor \(images) images; convert it: ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
        case .damaged(let reason, nil): "the header is damaged (\(reason)); write the video again"
        case .damaged(let reason, let frame?): "frame \(frame) is damaged (\(reason)); write the video again"
        case .truncated(let frame): "the video ends in the middle of frame \(frame); write it again"
        case .unsupported(let what): "\(what) not supported; convert the video to 8-bit yuv420p"
        case .tooManyPixels(let width, let height):
            "\(width)×\(height) pixels exceed the limit of \(VideoFrame.maximumPixelCount); make the video smaller"
        case .memoryShort(let byteCount):
            "not enough memory: a frame needs \(max(1, byteCount >> 20)) MiB; make the frames smaller, or allow more"
                + " memory"
        case .programMissing(let program):
            "needs the program \(program), which is not on the PATH; install it: apt-get install \(program)"
        case .programFailed(let program, let reason):
            "the video is damaged or in a format that \(program) cannot read (\(reason)); copy or save it again"
        case .programNotStarted(let program, let reason):
            "the program \(program) cannot be started (\(reason)); check that it runs: \(program) -version"
        case .noPictures: "the file contains no video; pass a video"
        case .notWritten(let reason):
            "ffmpeg did not write the whole video (\(reason)); try again with more disk space"
        case .system(let operation, let code): "\(operation) failed with system error \(code)"
        case .nameEndingUnknown:
            "the file extension is not one for videos; choose .mp4, .mkv, .mov, .webm, .avi, .gif or .y4m"
        case .frameSizeChanged(let width, let height):
            "a frame of \(width)×\(height) pixels does not fit the video; use one size for all frames"
        case .camera(let problem): problem.summary
        }
    }
}
