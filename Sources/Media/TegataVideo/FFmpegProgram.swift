import TegataCapture
import TegataSystem

/// The version of the program that decodes and encodes video files.
package struct FFmpegVersion: Equatable, Sendable, CustomStringConvertible {
    /// As the program says it, such as "5.1.6-0+deb12u1".
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The oldest that knows all the options that are used.
    package static let oldest = FFmpegVersion("5.1")

    /// Asks the program, which is searched on the PATH; nil where its answer has no version.
    package init?(asking program: String) throws(VideoError.Problem) {
        let process = try ChildProcess(video: program, ["-version"], connecting: .output)
        let line = try InputStream(descriptor: process.descriptor, closing: false).line(atMost: 1000) ?? []
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count > 2, words[1] == "version" else { return nil }
        description = String(words[2])
    }

    /// Whether this is the oldest one or a newer one. Where there are no numbers, somebody has built it from the newest
    /// sources.
    package var isRecent: Bool {
        numbers.isEmpty || !numbers.lexicographicallyPrecedes(Self.oldest.numbers)
    }

    /// The first two of the numbers, which may stand behind an "n".
    private var numbers: [Int] {
        let text = description.hasPrefix("n") ? description.dropFirst() : description[...]
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return digits.split(separator: ".").prefix(2).map { Int($0) ?? .max }
    }
}

/// How ffmpeg is told to read a file, so that nothing but this file is read, whatever its name and its bytes are, and
/// no much larger pictures are decoded than are taken: it counts what it adds at their sides.
enum FFmpegInput {
    /// Words that stand in front of others of the output. `picture` is the kind of the pictures that the file begins
    /// with.
    static func arguments(path: String, picture: PictureStreamReader.Kind? = nil) -> [String] {
        ["-protocol_whitelist", "file,pipe", "-max_pixels", "\(VideoFrame.maximumPixelCount / 4 * 5)"]
            + format(path: path, picture: picture) + ["-i", "file:" + path]
    }

    private static func format(path: String, picture: PictureStreamReader.Kind?) -> [String] {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() }
        // The program takes % in names of pictures for a pattern, and other pictures behind the first for a video.
        if picture == .jpeg, ending == "jpg" || ending == "jpeg" {
            return ["-format_whitelist", "image2", "-f", "image2", "-pattern_type", "none"]
        }
        if picture == .png, name.utf8.contains(UInt8(ascii: "%")) {
            return ["-format_whitelist", "png_pipe", "-f", "png_pipe"]
        }
        return ["-format_whitelist", formats.joined(separator: ",")]
    }

    /// Those with all they show in one file. Play lists, lists of files, pictures with numbers, scripts, devices and
    /// addresses are among the others, which lead to other files however the first one is called.
    private static let formats = [
        "mov", "matroska", "avi", "mpegts", "mpeg", "flv", "live_flv", "ogg", "asf", "rm", "mxf", "gxf", "nut", "dv",
        "wtv", "nuv", "nsv", "swf", "dhav", "ivf", "obu", "av1", "h261", "h263", "h264", "hevc", "vvc", "evc", "m4v",
        "mpegvideo", "vc1", "vc1test", "dirac", "cavsvideo", "avs2", "avs3", "mjpeg", "mjpeg_2000", "mpjpeg", "smjpeg",
        "yuv4mpegpipe", "gif", "apng", "webp", "webp_anim", "jpegxl_anim", "jpeg_pipe", "png_pipe", "gif_pipe",
        "webp_pipe", "bmp_pipe", "tiff_pipe", "jpegxl_pipe", "jpegls_pipe", "j2k_pipe", "ppm_pipe", "pgm_pipe",
        "pbm_pipe", "pam_pipe", "dpx_pipe", "exr_pipe",
        // Of sound alone it is said that there are no pictures.
        "wav", "w64", "mp3", "aac", "flac", "aiff", "ac3", "eac3", "dts", "amr", "au", "caf",
    ]
}

extension ChildProcess {
    /// Starts a program that decodes or encodes.
    convenience init(
        video program: String, _ arguments: [String], connecting connection: Connection
    ) throws(VideoError.Problem) {
        do throws(ChildProcessError) {
            try self.init(program, arguments, connecting: connection)
        } catch {
            switch error {
            case .programMissing(let name): throw .programMissing(name)
            case .system(let operation, let code): throw .system(operation: operation, code: code)
            }
        }
    }
}
