import TegataHandCommands
import TegataHands
import TegataTool

/// The text of the manual page that is not in the help.
let manualText = ManualText(
    name: "find, track and classify hands in images and videos", date: Version.date,
    description: [
        "tegata runs Google's hand models: .task bundles and the TFLite networks inside them. It finds up to --num-hands hands. For each"
            + " hand it gives 21 landmarks, world coordinates and handedness, and on request the gesture.",
        "Options and files may come in any order. Everything after -- is a file. Write the value of a long option after a space or after"
            + " \"=\". If an option is given several times, the last one counts.",
        "Results go to standard output; errors and progress go to standard error. An error is one line: it names the file, states the"
            + " problem and, if possible, gives a remedy.",
        "The command never opens a network connection.",
    ],
    statuses: [
        ("0", "All inputs were handled. An image without a hand is not an error."),
        ("1", "An input failed, or results could not be written. The other inputs are still processed."),
        ("2", "Wrong usage. Nothing was done."),
        (
            "128 + N",
            "Signal N ended the process, such as 130 after Ctrl-C. Incomplete files are removed. While a video is read, the first Ctrl-C"
                + " ends the video instead, and the results up to that frame are completed. If the video is a pipe or a camera, the status"
                + " is then 0 or 1 as above. A second Ctrl-C discards incomplete files."
        ),
    ],
    environment: [
        (
            "TEGATA_MODELS",
            "The only directory in which bundles are searched for if --model is not given. FILES lists the default search path."
        ),
        (
            "TEGATA_CACHE",
            "The directory in which training caches the hands that it has found (default: $XDG_CACHE_HOME/tegata or ~/.cache/tegata)."
        ),
        (
            "TEGATA_ISA",
            "The CPU level whose kernels are used if --isa is not given; tegata bench --levels lists the levels."
        ),
        ("NO_COLOR", "Any non-empty value turns colours off. Only terminals get colours."),
        ("TERM", "The value dumb turns colours and the progress display off."),
        ("PATH", "The directories in which ffmpeg is searched for."),
    ],
    files: [
        ("hand_landmarker.task", "The bundle that is used if --model is not given."),
        ("gesture_recognizer.task", "The bundle that is used instead if gestures are requested."),
        (
            "~/.local/share/tegata, /usr/local/share/tegata, /usr/share/tegata",
            "The installed locations of both bundles, in this order. The program's directory, ../share/tegata relative to it, and Models in"
                + " the sources that it was built from come first; Models in the current directory comes last. If $XDG_DATA_HOME is set,"
                + " it takes the place of ~/.local/share."
        ),
    ],
    exampleCommands: ["detect", "track", "recognize"])
