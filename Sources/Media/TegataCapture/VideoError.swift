import TegataBuffers
import TegataSystem

/// Why a video could not be read or written.
package struct VideoError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as the caller gave it, or the name of a standard stream.
    package var file: String
    package var problem: Problem

    package enum Problem: Error, Equatable, Sendable {
        case unreadable(FileError.Reason)
        case unwritable(FileError.Reason)
        case empty
        /// Streams were ended before the first frame came.
        case ended
        /// A picture of a folder cannot be read; what is said of it.
        case picture(String)
        case noPicturesInFolder
        /// No file has a name as the pattern says.
        case noPicturesOfPattern
        /// The path is an address of the web.
        case address
        /// The video ends before the first frame that is to be read.
        case nothingSelected
        /// A stream is neither Y4M nor pictures.
        case streamUnknown
        /// What is wrong with the data, and in which frame; nil is the header.
        case damaged(String, frame: Int?)
        /// The stream ends before frame `frame` does.
        case truncated(frame: Int)
        /// Something that the format allows but that is not read here.
        case unsupported(String)
        case tooManyPixels(width: Int, height: Int)
        /// There is not so much memory.
        case memoryShort(byteCount: Int)
        /// The program that decodes and encodes videos is not on the PATH.
        case programMissing(String)
        /// The program could not decode the file; why, in its words.
        case programFailed(program: String, reason: String)
        /// The program is there but does not run; why, in its or the system's words.
        case programNotStarted(program: String, reason: String)
        /// The file has sound or text, but no pictures.
        case noPictures
        /// The program has not written the whole video; why, in its words.
        case notWritten(String)
        /// The program could not be started or talked to.
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
    /// Throws where there are not so many bytes to be had: arrays end the process then.
    package static func requireMemory(_ byteCount: Int) throws(VideoError.Problem) {
        guard SystemMemory.has(byteCount) else { throw .memoryShort(byteCount: byteCount) }
    }

    /// What is wrong, and what to do about it where something can be done.
    fileprivate var summary: String {
        switch self {
        case .unreadable: "cannot be read"
        case .unwritable: "cannot be written"
        case .empty: "there is no data; check what writes the video"
        case .ended: "was ended before its first frame"
        case .picture(let description): description
        case .noPicturesInFolder: "there is no picture in the folder; name one with JPEG or PNG files"
        case .noPicturesOfPattern:
            "there is no picture with such a name; write %04d where the number stands, with its digits"
        case .address:
            "is an address, and nothing is fetched here; pipe it: ffmpeg -i URL -f yuv4mpegpipe - | tegata track -"
        case .nothingSelected: "no frame is in the part that is to be read; name an earlier start, or a longer part"
        case .streamUnknown:
            "neither a Y4M stream nor JPEG, PNG or PPM pictures; convert it: ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
        case .damaged(let reason, nil): "the header is damaged (\(reason)); write the video again"
        case .damaged(let reason, let frame?): "frame \(frame) is damaged (\(reason)); write the video again"
        case .truncated(let frame): "the video ends in the middle of frame \(frame); write it again"
        case .unsupported(let what): "\(what) not supported; convert the video to 8-bit yuv420p"
        case .tooManyPixels(let width, let height):
            "\(width)×\(height) pixels are more than the \(VideoFrame.maximumPixelCount) that are allowed; make it smaller"
        case .memoryShort(let byteCount):
            "a frame needs \(max(1, byteCount >> 20)) MiB of memory that are not there; make it smaller, or allow more"
                + " memory"
        case .programMissing(let program):
            "needs the program \(program), which is not on the PATH; install it: apt-get install \(program)"
        case .programFailed(let program, let reason):
            "the video is damaged, or of a kind that \(program) does not read (\(reason)); copy or save it again"
        case .programNotStarted(let program, let reason):
            "the program \(program) does not start (\(reason)); see whether it does by itself: \(program) -version"
        case .noPictures: "there are no pictures in the file; name a video"
        case .notWritten(let reason):
            "ffmpeg has not written the whole video (\(reason)); try again, with more room on the disk"
        case .system(let operation, let code): "\(operation) failed with system error \(code)"
        case .nameEndingUnknown:
            "the name does not end as that of a video; choose .mp4, .mkv, .mov, .webm, .avi, .gif or .y4m"
        case .frameSizeChanged(let width, let height):
            "a frame of \(width)×\(height) pixels does not fit the video; keep one size"
        case .camera(let problem): problem.summary
        }
    }
}
