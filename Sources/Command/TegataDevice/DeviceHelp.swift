import TegataHands

/// What the program says about itself.
package enum DeviceHelp {
    static let version = "tegata-device \(Version.number)\n"

    package static let text =
        beginning + line(.handCount, suffix: " (default: 2)") + middle + otherLines + end

    /// The plain options of the pipeline, except for the number of hands.
    private static var otherLines: String {
        var lines = ""
        for option in DeviceOptions.described where option != .handCount { lines += line(option) }
        return lines
    }

    private static func line(_ option: PipelineOption, suffix: String = "") -> String {
        guard let argument = option.argument else { return "" }
        var line = "  " + argument.name
        if !argument.placeholder.utf8.isEmpty { line += " " + argument.placeholder }
        repeat { line += " " } while line.utf8.count < 27
        return line + argument.summary + suffix + "\n"
    }

    private static let beginning = """
        tegata-device: finds hands in pictures, streams and cameras, and writes a line of JSON for each frame

            tegata-device BUNDLE.task [OPTIONS] SOURCE

        SOURCE is a camera such as /dev/video0, a file, or - for the standard input: Y4M, binary PPM pictures one after
        the other, or with --size frames without headers.


        """

    private static let middle = """
          --gestures               name the gesture of every hand; the bundle must be a gesture recogniser's
          --track                  follow hands from frame to frame, with numbers; otherwise each frame is for itself
          --every N                look at every Nth frame only

        """

    private static let end = """
          --frames N               stop after N frames
          --threads N              work with N threads (default: 1)
          --precision P            single, half (landmarks alone) or all-half, where the processor has such arithmetic
          --cores LIST             run on these processors only, such as 4-7
          --size WxH               frames without headers are so large; a camera is asked for this size
          --format F               their pixels: rgb, bgr, nv12, yuyv or gray (default: rgb)
          --fps N                  their rate (default: 25); a camera is asked for this rate (default: 30)
          --wait                   wait for a camera that is missing, in use or disturbed
          --joints                 add how each joint is bent, which fingers are up, and OpenXR's skeleton
          --binary                 write records of bytes instead of JSON
          --socket PATH            write to the Unix socket PATH instead of the standard output
          --stats                  write a line about rate, latency and memory to the standard error every second
          --help, --version

        The exit status is 0 at the end of the source or after a signal, 1 if the source cannot be read, 2 for wrong
        options, 3 for the bundle, 4 for damaged frames, 5 for the camera, 6 if the answers find no reader, 7 if the
        system refuses something, and 8 if there is no memory.

        """
}
