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
    run: { arguments, console in
        try answerStills(arguments, gestures: nil, detectCommand, console)
    })

package let recognizeCommand = Command(
    name: "recognize",
    summary: "Find hands in pictures and name their gestures",
    synopsis: "IMAGE… [--num-hands N] [--json]",
    details: [
        "Does what tegata detect does, and asks the gesture classifiers of the bundle about every hand. Where a bundle has a classifier for own"
            + " gestures, its answer goes before that of the canned one unless it is None.",
        "A hand for which no gesture counts is there without one.",
    ],
    options: OutputOption.all + StillsOption.all + GestureOption.all + MetricOption.all + HandOption.all
        + NetworkOption.all,
    operands: .pictures,
    examples: [
        .init("tegata recognize photo.jpg", "what the hands show"),
        .init("tegata recognize photo.jpg --json --gesture-details", "every class's score, and the embedding"),
        .init(
            "tegata recognize photos --model own.task --json > gestures.jsonl",
            "own gestures in all pictures of a folder"),
        .init("tegata recognize photos --poses own.tegata", "the same with poses that were trained over key points"),
    ],
    run: { arguments, console in
        try answerStills(arguments, gestures: try GestureOptions(arguments), recognizeCommand, console)
    })
