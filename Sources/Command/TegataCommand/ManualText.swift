import TegataHandCommands
import TegataHands
import TegataTool

/// What the manual page says beside the help.
let manualText = ManualText(
    name: "find, follow and name hands in pictures and videos", date: Version.date,
    description: [
        "tegata runs hand models: Google's .task bundles and the TFLite networks inside them. It finds up to as many hands as are asked for, with"
            + " 21 landmarks each, world coordinates and handedness, and names their gestures.",
        "Options and files may stand in any order; behind -- everything is a file. The value of a long option may be written behind a space or"
            + " behind \"=\". Where an option is given several times, the last one counts.",
        "Results go to standard output, errors and progress to standard error. An error is one line, which names the file, says what is wrong and,"
            + " where something can be done, what.",
        "Nothing is ever sent to or fetched from a network.",
    ],
    statuses: [
        ("0", "All inputs were handled. Pictures without a hand are no error."),
        ("1", "Some input failed, or results could not be written. The other inputs are answered all the same."),
        ("2", "The command was written wrong; nothing was done."),
        (
            "128 + N",
            "What shells show for a process that signal N has ended, such as 130 after Ctrl-C. Files that were not whole by then are removed."
                + " While a video is read, the first Ctrl-C ends the video instead: what was made of it by then is finished first. After a pipe"
                + " or a camera the status is as above. A second one discards what is not finished."
        ),
    ],
    environment: [
        (
            "TEGATA_MODELS",
            "The only folder in which bundles are looked for where none is named; FILES says where they are without it."
        ),
        (
            "TEGATA_CACHE",
            "The folder in which training keeps the hands that it has found; otherwise $XDG_CACHE_HOME/tegata or ~/.cache/tegata."
        ),
        (
            "TEGATA_ISA",
            "The CPU level whose kernels are used if --isa does not name one; tegata bench --levels lists them."
        ),
        ("NO_COLOR", "Anything but nothing switches colours off. There are none outside terminals anyway."),
        ("TERM", "The value dumb switches colours and the display of progress off."),
        ("PATH", "Where ffmpeg is looked for."),
    ],
    files: [
        ("hand_landmarker.task", "The bundle that is used where none is named."),
        ("gesture_recognizer.task", "The same, where gestures are asked for."),
        (
            "~/.local/share/tegata, /usr/local/share/tegata, /usr/share/tegata",
            "Where both are looked for, in this order, behind the folder of the program, ../share/tegata from there and Models in the"
                + " sources that it was built in, and before Models in the current folder. $XDG_DATA_HOME, where it is set, stands for"
                + " ~/.local/share."
        ),
    ],
    exampleCommands: ["detect", "track", "recognize"])
