import TegataHands
import TegataTool

package let detectCommand = Command(
    name: "detect",
    summary: "Find hands and their landmarks in pictures",
    synopsis: "IMAGE… [--num-hands N] [--json]",
    details: [
        "Reads JPEG, PNG, PPM, PGM, PBM and PAM pictures, and through the program ffmpeg WebP, AVIF, HEIF, TIFF, BMP, GIF and JPEG XL; all of"
            + " them in folders that are named; - is standard input. A file that cannot be read is reported, and the rest goes on.",
        "JPEG and PNG pictures of more than 178 megapixels are read at half or a quarter of their sides, which are the width and height of"
            + " the answer.",
        "Several pictures are worked on at a time, each on one thread; a single one is worked on by all threads.",
    ],
    options: OutputOption.all + StillsOption.all + MetricOption.all + HandOption.all + NetworkOption.all,
    operands: .pictures,
    examples: [
        .init("tegata detect photo.jpg", "which hands are there"),
        .init(
            "tegata detect photos --annotate drawn --html report.html",
            "the pictures with their hands drawn, and a page to look at them all"),
        .init(
            "tegata detect photos --json > hands.jsonl",
            "a line of JSON with 21 landmarks per hand for each picture of a folder"),
        .init("tegata detect sideways.png --rotation 90 --json", "a picture that lies on its side"),
    ],
    run: { arguments, console throws(CommandError) in
        try answerStills(arguments, gestures: nil, detectCommand, console)
    })
