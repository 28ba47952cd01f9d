import TegataHands
import TegataTool

package let detectCommand = Command(
    name: "detect",
    summary: "Find hands and their landmarks in images",
    synopsis: "IMAGE… [--num-hands N] [--json]",
    details: [
        "Reads JPEG, PNG, PPM, PGM, PBM and PAM images, and with the program ffmpeg also WebP, AVIF, HEIF, TIFF, BMP, GIF and JPEG XL."
            + " A directory stands for all images in it; - is standard input. A file that cannot be read is reported, and the rest is processed.",
        "JPEG and PNG images of more than 178 megapixels are read at a half or a quarter of their width and height. The result has the reduced"
            + " width and height.",
        "Several images are processed at a time, each on one thread. A single image is processed by all threads.",
    ],
    groups: OutputOption.groups + HandOption.groups
        + [MetricOption.group, NetworkOption.group(with: StillsOption.all)],
    operands: .pictures,
    examples: [
        .init("tegata detect photo.jpg", "list the hands in an image"),
        .init(
            "tegata detect photos --annotate drawn --html report.html",
            "draw the hands into copies of the images, and write a page that shows all of them"),
        .init(
            "tegata detect photos --json > hands.jsonl",
            "write one JSON line with 21 landmarks per hand for each image of a directory"),
        .init("tegata detect sideways.png --rotation 90 --json", "process an image that lies on its side"),
    ],
    run: { arguments, console in
        try processStills(arguments, gestures: nil, detectCommand, console)
    })

package let recognizeCommand = Command(
    name: "recognize",
    summary: "Find hands in images and name their gestures",
    synopsis: "IMAGE… [--num-hands N] [--json]",
    details: [
        "Does what tegata detect does, and classifies the gesture of every hand. If the bundle has a classifier for custom gestures, its result"
            + " takes precedence over that of the canned one unless it is None.",
        "A hand without a gesture that counts is listed without one.",
    ],
    groups: OutputOption.groups + [OptionGroup("Gestures", GestureOption.all)] + HandOption.groups
        + [MetricOption.group, NetworkOption.group(with: StillsOption.all)],
    operands: .pictures,
    examples: [
        .init("tegata recognize photo.jpg", "name the gestures of the hands in an image"),
        .init(
            "tegata recognize photo.jpg --json --gesture-details", "write the score of every class, and the embedding"),
        .init(
            "tegata recognize photos --model own.task --json > gestures.jsonl",
            "recognise custom gestures in all images of a directory"),
        .init("tegata recognize photos --poses own.tegata", "recognise custom poses that were trained on landmarks"),
    ],
    run: { arguments, console in
        try processStills(arguments, gestures: try GestureOptions(arguments), recognizeCommand, console)
    })
