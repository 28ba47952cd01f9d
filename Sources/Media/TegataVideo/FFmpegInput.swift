/// The options that make ffmpeg read only the given file, regardless of its name and contents, and reject frames that
/// are far too large. The size limit allows for the padding that ffmpeg adds.
enum FFmpegInput {
    /// Returns the input options, which precede the output options. `picture` is the format of the image at the file's
    /// start, if any.
    static func arguments(path: String, picture: PictureStreamReader.Kind? = nil) -> [String] {
        ["-protocol_whitelist", "file,pipe", "-max_pixels", "\(VideoFrame.maximumPixelCount / 4 * 5)"]
            + format(path: path, picture: picture) + ["-i", "file:" + path]
    }

    private static func format(path: String, picture: PictureStreamReader.Kind?) -> [String] {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() }
        // ffmpeg would treat % in an image name as a pattern, and images after the first as a video.
        if picture == .jpeg, ending == "jpg" || ending == "jpeg" {
            return ["-format_whitelist", "image2", "-f", "image2", "-pattern_type", "none"]
        }
        if picture == .png, name.utf8.contains(UInt8(ascii: "%")) {
            return ["-format_whitelist", "png_pipe", "-f", "png_pipe"]
        }
        return ["-format_whitelist", formats.joined(separator: ",")]
    }

    /// The formats that keep everything in one file. Playlists, file lists, numbered images, scripts, devices and URLs
    /// are excluded, because they refer to other files.
    private static let formats = [
        "mov", "matroska", "avi", "mpegts", "mpeg", "flv", "live_flv", "ogg", "asf", "rm", "mxf", "gxf", "nut", "dv",
        "wtv", "nuv", "nsv", "swf", "dhav", "ivf", "obu", "av1", "h261", "h263", "h264", "hevc", "vvc", "evc", "m4v",
        "mpegvideo", "vc1", "vc1test", "dirac", "cavsvideo", "avs2", "avs3", "mjpeg", "mjpeg_2000", "mpjpeg", "smjpeg",
        "yuv4mpegpipe", "gif", "apng", "webp", "webp_anim", "jpegxl_anim", "jpeg_pipe", "png_pipe", "gif_pipe",
        "webp_pipe", "bmp_pipe", "tiff_pipe", "jpegxl_pipe", "jpegls_pipe", "j2k_pipe", "ppm_pipe", "pgm_pipe",
        "pbm_pipe", "pam_pipe", "dpx_pipe", "exr_pipe",
        // Allow audio formats, so that the error can report that the file has no video.
        "wav", "w64", "mp3", "aac", "flac", "aiff", "ac3", "eac3", "dts", "amr", "au", "caf",
    ]
}
