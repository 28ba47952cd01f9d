import TegataHands

/// The texts of `--help` and `--version`.
package enum DeviceHelp {
    static let version = "tegata-device \(Version.number)\n"

    package static let text =
        beginning + line(.handCount, suffix: " (default: \(HandPipelineOptions.usualHandCount))") + middle + otherLines
        + end

    /// The lines of the pipeline's plain options, except for the number of hands.
    private static var otherLines: String {
        var lines = ""
        for option in DeviceOptions.described where option != .handCount {
            let suffix = " (default: after \(DeviceOptions.searchPeriodMilliseconds) ms)"
            lines += line(option, suffix: option == .detectionInterval ? suffix : "")
        }
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
        tegata-device: finds hands in images, streams and cameras, and writes one JSON line per frame

            tegata-device BUNDLE.task [OPTIONS] SOURCE

        SOURCE is a camera such as /dev/video0, a file, or - for standard input. Files and standard input contain Y4M,
        a sequence of binary PPM images, or, with --size, frames without headers.


        """

    private static let middle = """
          --gestures               recognise gestures; the bundle must be a gesture recogniser
          --track                  track hands from frame to frame and give them IDs; otherwise frames are independent
          --events                 track, and write events of hands and gestures instead of frames
          --every N                process only every Nth frame (default: 1)

        """

    private static let end = """
          --frames N               stop after N processed frames (default: end of the source)
          --threads N              number of threads; results are the same for every N (default: 1)
          --precision P            single (default), half or int8 (landmarks only), or all-half; not on all processors
          --search AREA            look for new hands in whole (default), tiles, auto or thorough
          --cores LIST             run only on these processors, such as 0,4-7
          --size WxH               size of frames without headers, or size to request from a camera
          --format F               pixels of frames without headers: rgb, bgr, nv12, yuyv or gray (default: rgb)
          --fps N                  frame rate of input without one (default: 25), or to ask of a camera (default: 30)
          --wait                   wait for a camera that is missing, in use or failing, instead of exiting
          --joints                 add joint angles, the state of each finger and OpenXR bones to the JSON
          --binary                 write binary records instead of JSON
          --socket PATH            write to the Unix socket PATH instead of standard output
          --stats                  write frame rate, latency and memory to standard error every second, as a JSON line
          --help, --version

        The exit status is 0 at the end of the source or after a signal, 1 if the source cannot be read, 2 for wrong
        options, 3 if the bundle cannot be used, 4 for damaged frames, 5 if the camera fails, 6 if the results cannot be
        written, 7 if the system refuses a resource, and 8 if memory runs out.

        """
}
