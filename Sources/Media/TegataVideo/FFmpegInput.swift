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
