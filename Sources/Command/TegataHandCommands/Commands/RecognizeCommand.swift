import TegataHands
import TegataTool

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
    run: { arguments, console throws(CommandError) in
        try answerStills(arguments, gestures: try GestureOptions(arguments), recognizeCommand, console)
    })
